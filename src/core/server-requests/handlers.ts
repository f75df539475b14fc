/** What this client can do for a server: a handler declares its capability. */

import type { ElicitRequest, SampleRequest, SampleResult } from '../../types/client-features.ts'
import type { ClientCapabilities } from '../../types/lifecycle.ts'
import { InvalidMessageError } from '../errors.ts'
import type { CallOptions, HandlerContext, Handlers, Settings } from '../options.ts'
import type { Answerer, Answerers } from '../rpc/handler-queue.ts'
import { completeForm } from './elicitation.ts'
import { isBalanced } from './sampling.ts'

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
  const elicitation = version <= ONE_MODE ? form && {} : (form || url) && modes
  return {
    ...(elicitation && { elicitation }),
    ...((all || sample) && { sampling: { ...(tools && { tools: {} }), ...(context && { context: {} }) } }),
    ...((all || roots) && { roots: {} }),
    ...(Object.keys(extensions).length && { extensions: extensions as Record<string, object> }),
  } as ClientCapabilities
}

function modesOf({ elicit }: Handlers) {
  return typeof elicit === 'function' ? { form: elicit, url: elicit } : (elicit ?? {})
}

/** `version` is the revision in use, which limits what may be said. */
export function createAnswerers(handlers: Handlers, version: () => string): Answerers {
  const { elicit, sample, roots } = handlers
  const create = typeof sample === 'object' ? sample.create : sample
  return {
    ping: () => () => ({}),
    'elicitation/create': elicit && ((params) => answerElicitation(params as never)),
    'sampling/createMessage': create && ((params) => answerSampling(params as never)),
    'roots/list': roots && (() => (signal) => answerRoots({ signal })),
  }

  function answerElicitation(request: ElicitRequest): Answerer | undefined {
    const modes = modesOf(handlers)
    const { mode = 'form' } = request
    const handler = Object.hasOwn(modes, mode) && modes[mode]
    if (!handler) return undefined
    return async (signal) => completeForm(request, await handler(request, { signal }), version() > ONE_MODE)
  }

  function answerSampling(request: SampleRequest): Answerer | false {
    const asksTools = 'tools' in request || 'toolChoice' in request
    const isDeclared = !asksTools || !!(sample as { tools?: boolean }).tools
    return (
      isDeclared && isBalanced(request) && (async (signal) => simplify(await create!(request, { signal }), version()))
    )
  }

  /** Before there were tools, a message was one block. */
  function simplify(result: SampleResult, version: string): SampleResult {
    const { content } = result
    if (!Array.isArray(content) || version > ONE_MODE) return result
    if (content.length === 1) return { ...result, content: content[0]! }
    throw wrong(`one block of content for a server of ${version}`, `${content.length}`)
  }

  async function answerRoots(context: HandlerContext): Promise<object> {
    const list = await roots!(context)
    const outside = list.find(({ uri }) => !uri.startsWith('file://'))
    if (!outside) return { roots: list }
    throw wrong('roots at file:// addresses', outside.uri.slice(0, 100))
  }
}

function wrong(expected: string, came: string): InvalidMessageError {
  return new InvalidMessageError(`Expected ${expected}, got ${came}`, { delivery: 'answered' })
}
