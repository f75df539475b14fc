/** The handlers of requests that servers send to the application. */
import type { AllowUndefined } from '../types/allow-undefined.ts'
import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestFormParams,
  ElicitRequestParams,
  ElicitRequestURLParams,
  ElicitResult,
  Root,
} from '../types/client-features.ts'
import type { Params } from '../types/jsonrpc.ts'

/** The second argument of handlers. */
export interface HandlerContext {
  /** Aborts when the server cancels its request or the call that it belongs to has ended. */
  signal: AbortSignal
}

/** The second argument of elicitation handlers. */
export interface ElicitContext extends HandlerContext {
  /**
   * Set if the handler is asked again because the values of the form do not fit its schema: what is expected, by field.
   * After five answers that do not fit, the server gets an error.
   */
  problems?: Readonly<Record<string, string>>
  /** The values that the handler returned then. */
  content?: ElicitResult['content']
}

/** Asks the user, in a form or on a page, as the server wishes. */
export type ElicitHandler<Request = ElicitRequestParams> = (
  request: Request,
  context: ElicitContext,
) => ElicitAnswer | Promise<ElicitAnswer>

/** What an elicitation handler returns. */
export interface ElicitAnswer extends AllowUndefined<ElicitResult> {
  /**
   * For a URL that the user accepted to visit: resolves when the page is done. The call waits for it, and is then sent
   * again. Without it the server is asked again from time to time, until it says that the page is done.
   */
  completed?: Promise<unknown> | undefined
}

/** What a sampling handler returns: a message of the model. */
export interface SampleAnswer extends AllowUndefined<CreateMessageResult> {}

/** Returns a message of the model that the application uses. */
export type SampleHandler = (
  request: CreateMessageRequestParams,
  context: HandlerContext,
) => SampleAnswer | Promise<SampleAnswer>

/** What a handler for roots returns: a directory or file that the server may work with. */
export interface RootAnswer extends AllowUndefined<Root> {}

/** Answers a request of an extension with a JSON object. */
export type MethodHandler = (
  params: Params,
  context: HandlerContext,
) => Record<string, unknown> | Promise<Record<string, unknown>>

/** Handlers of server requests. A handler declares its capability. An RpcError that it throws is sent as the answer. */
export interface Handlers {
  /**
   * Asks the user. One handler for both modes, or one for each. Missing values are filled with the defaults of the form.
   *
   * @example
   * const elicit: ElicitHandler = ({ message, url }) =>
   *   confirm(url ? `${message}: ${url}` : message) ? { action: 'accept' } : { action: 'decline' }
   */
  elicit?:
    | ElicitHandler
    | {
        form?: ElicitHandler<ElicitRequestFormParams> | undefined
        url?: ElicitHandler<ElicitRequestURLParams> | undefined
      }
    | undefined
  /** Samples a message of a model. `tools` and `context` declare that the model can use them. */
  sample?:
    | SampleHandler
    | { create: SampleHandler; tools?: boolean | undefined; context?: boolean | undefined }
    | undefined
  /** Lists the directories and files that the server may work with. */
  roots?: ((context: HandlerContext) => RootAnswer[] | Promise<RootAnswer[]>) | undefined
  /**
   * Answers requests with this method, which is one of an extension and not of MCP itself.
   *
   * @example
   * const client = await connect(url, { handlers: { 'example.com/time': () => ({ now: Date.now() }) } })
   */
  [method: `${string}/${string}`]: MethodHandler | undefined
}
