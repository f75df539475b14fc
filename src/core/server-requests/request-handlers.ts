/** Connects the handlers of the application with the JSON-RPC methods of server requests, and declares their capabilities. */

import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestParams,
} from '../../types/client-features.ts'
import type { Params } from '../../types/jsonrpc.ts'
import type { ClientCapabilities } from '../../types/lifecycle.ts'
import type { CallOptions } from '../call-options.ts'
import { unexpected } from '../errors.ts'
import type { ElicitHandler, Handlers, MethodHandler } from '../handlers.ts'
import type { Settings } from '../resolve-options.ts'
import { type Revision, revisionOf } from '../revisions.ts'
import type { RequestHandler, RequestHandlers } from '../rpc/call-context.ts'
import { isObject } from '../util/is-object.ts'
import { askForm, isValidElicitation } from './elicitation.ts'

/** The client capabilities that are declared to servers: each handler declares its own. */
export function declareCapabilities(
  { handlers, extensions, capabilities }: Pick<Settings, 'handlers' | 'extensions' | 'capabilities'>,
  version: string,
  { inputRequired }: CallOptions = {},
): ClientCapabilities {
  // With `inputRequired: 'return'` the caller answers, so every capability is declared.
  const all = inputRequired === 'return'
  const { form, url } = all ? { form: true, url: true } : elicitHandlersByMode(handlers)
  const { sample, roots } = handlers
  const { tools, context } = typeof sample === 'object' ? sample : {}
  const modes = { ...(form && { form: { applyDefaults: true } }), ...(url && { url: {} }) }
  const { elicitationModes, clientNotifications } = revisionOf(version)
  const elicitation = elicitationModes ? (form || url) && modes : form && {}
  return {
    ...capabilities,
    ...(elicitation && { elicitation }),
    ...((all || sample) && { sampling: { ...(tools && { tools: {} }), ...(context && { context: {} }) } }),
    ...((all || roots) && { roots: clientNotifications ? { listChanged: true } : {} }),
    ...(Object.keys(extensions).length && { extensions: extensions as Record<string, object> }),
  }
}

/** The handlers of the two modes of elicitation; a single function handles both. */
function elicitHandlersByMode({ elicit }: Handlers): Exclude<Handlers['elicit'], ElicitHandler | undefined> {
  return typeof elicit === 'function' ? { form: elicit, url: elicit } : (elicit ?? {})
}

/** `revision` returns the one in use, which limits what answers may contain. */
export function createRequestHandlers(handlers: Handlers, revision: () => Revision): RequestHandlers {
  const { elicit, sample, roots, ...others } = handlers
  const { create, tools } = typeof sample === 'function' ? { create: sample } : (sample ?? {})
  const byMethod = Object.entries(others as Record<string, MethodHandler | undefined>).map(
    ([method, run]): [string, RequestHandlers[string]] => [
      method,
      run && ((_, params) => (signal) => run(params, { signal })),
    ],
  )
  return {
    ...Object.fromEntries(byMethod),
    'elicitation/create': elicit && findElicitHandler,
    'sampling/createMessage': create && findSampleHandler,
    'roots/list': roots && (() => listRoots),
  }

  function findElicitHandler(params: Params): RequestHandler | undefined {
    const request = params as unknown as ElicitRequestParams
    const byMode = elicitHandlersByMode(handlers)
    const { mode = 'form' } = request
    // The key is the mode, so the handler takes requests of this one.
    const handler = Object.hasOwn(byMode, mode) && (byMode[mode] as ElicitHandler | undefined)
    if (!handler || !isValidElicitation(request)) return undefined
    return (signal) => askForm(request, handler, signal, revision().elicitationLists)
  }

  function findSampleHandler(params: Params): RequestHandler | undefined {
    const request = params as unknown as CreateMessageRequestParams
    const usesTools = 'tools' in request || 'toolChoice' in request
    const isDeclared = !usesTools || !!tools
    if (!isDeclared || !hasMatchingToolResults(request)) return undefined
    return async (signal) => toSupportedContent((await create!(request, { signal })) as CreateMessageResult, revision())
  }

  /** Before 2025-11-25 a sampled message has exactly one content block. */
  function toSupportedContent(result: CreateMessageResult, { samplingBlocks, version }: Revision): CreateMessageResult {
    if (!isSampleResult(result ?? {})) throw unexpected('a message with role, content and model', 'another')
    const { content } = result
    if (!Array.isArray(content) || samplingBlocks) return result
    if (content.length === 1) return { ...result, content: content[0]! }
    throw unexpected(`one block of content for a server of ${version}`, `${content.length}`)
  }

  async function listRoots(signal: AbortSignal): Promise<object> {
    const list = await roots!({ signal })
    const invalidRoot = list.find(({ uri }) => !uri.startsWith('file://'))
    if (!invalidRoot) return { roots: list }
    throw unexpected('roots at file:// addresses', invalidRoot.uri.slice(0, 100))
  }
}

/** What is looked at in a content block of a sampling request (client/sampling). */
interface Block {
  type: string
  id?: unknown
  toolUseId?: unknown
}

/** Every tool use must have its result. */
export function hasMatchingToolResults({ messages }: CreateMessageRequestParams): boolean {
  let unanswered: unknown[] = []
  for (const { content } of messages) {
    const blocks = [content].flat() as unknown as Block[]
    const results = blocks.filter(({ type }) => type === 'tool_result').map(({ toolUseId }) => toolUseId)
    const answered = new Set(results)
    // The results in a message belong to the tool uses of the message before, and no other blocks may be beside them.
    const isComplete = results.length === unanswered.length && unanswered.every((id) => answered.has(id))
    if (!isComplete || (results.length && results.length !== blocks.length)) return false
    unanswered = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id)
  }
  return !unanswered.length
}

export function isSampleResult({ role, model, content }: Partial<CreateMessageResult>): boolean {
  return typeof role === 'string' && typeof model === 'string' && [content].flat().every(isObject)
}
