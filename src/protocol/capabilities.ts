/** What this client can do for a server: a handler declares its capability. */
import { InvalidMessageError } from '../errors.ts'
import type { CallOptions, HandlerContext, Handlers, Settings } from '../options.ts'
import type { Answerer, Answerers } from '../rpc/answer.ts'
import type { ElicitRequest, SampleRequest } from '../types/client-features.ts'
import type { ClientCapabilities } from '../types/lifecycle.ts'
import { completeForm } from './elicitation.ts'

/** The last revision with one mode of elicitation only. */
const ONE_MODE = '2025-06-18'

/** Who takes the questions home can answer them all, with or without a handler. */
export function declareCapabilities(
  { handlers, extensions }: Pick<Settings, 'handlers' | 'extensions'>,
  version: string,
  { onInputRequired }: CallOptions = {},
): ClientCapabilities {
  const all = onInputRequired === 'return'
  const { form, url } = all ? { form: true, url: true } : modesOf(handlers)
  const { sample, roots } = handlers
  const { tools, context } = (typeof sample === 'object' ? sample : {}) as { tools?: boolean; context?: boolean }
  const modes = { ...(form && { form: { applyDefaults: true } }), ...(url && { url: {} }) }
  return {
    ...((form || url) && { elicitation: version <= ONE_MODE ? {} : modes }),
    ...((all || sample) && { sampling: { ...(tools && { tools: {} }), ...(context && { context: {} }) } }),
    ...((all || roots) && { roots: {} }),
    ...(Object.keys(extensions).length && { extensions: extensions as Record<string, object> }),
  } as ClientCapabilities
}

function modesOf({ elicit }: Handlers) {
  return typeof elicit === 'function' ? { form: elicit, url: elicit } : (elicit ?? {})
}

export function createAnswerers(handlers: Handlers): Answerers {
  const { elicit, sample, roots } = handlers
  const create = typeof sample === 'object' ? sample.create : sample
  return {
    ping: () => () => ({}),
    'elicitation/create': elicit && ((params) => answerElicitation(params as never)),
    'sampling/createMessage': create && ((params) => answerSampling(params as never)),
    'roots/list': roots && (() => (signal) => answerRoots({ signal })),
  }

  function answerElicitation(request: ElicitRequest): Answerer | undefined {
    const { form, url } = modesOf(handlers)
    const handler = request.mode === 'url' ? url : form
    return handler && (async (signal) => completeForm(request, await handler(request, { signal })))
  }

  function answerSampling(request: SampleRequest): Answerer | false {
    const asksTools = 'tools' in request || 'toolChoice' in request
    return !(asksTools && !(sample as { tools?: boolean }).tools) && ((signal) => create!(request, { signal }))
  }

  async function answerRoots(context: HandlerContext): Promise<object> {
    const list = await roots!(context)
    const wrong = list.find(({ uri }) => !uri.startsWith('file://'))
    if (!wrong) return { roots: list }
    throw new InvalidMessageError(`Expected roots at file:// addresses, got ${wrong.uri.slice(0, 100)}`)
  }
}
