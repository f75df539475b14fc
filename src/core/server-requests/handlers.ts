/** Connects the handlers of the application with the JSON-RPC methods of server requests. */
import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestParams,
} from '../../types/client-features.ts'
import type { Params } from '../../types/jsonrpc.ts'
import { unexpected } from '../errors.ts'
import type { ElicitHandler, Handlers, MethodHandler } from '../handlers.ts'
import type { Revision } from '../revisions.ts'
import type { RequestHandler, RequestHandlers } from '../rpc/find-handler.ts'
import { elicitHandlersByMode } from './client-capabilities.ts'
import { askForm, isValidElicitation } from './elicitation.ts'
import { hasMatchingToolResults, isSampleResult } from './sampling.ts'

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
    ping: () => () => ({}),
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
