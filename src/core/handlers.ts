/** The handlers of requests that servers send to the application. */
import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestFormParams,
  ElicitRequestParams,
  ElicitRequestURLParams,
  ElicitResult,
  Root,
} from '../types/client-features.ts'

/** The second argument of handlers. */
export interface HandlerContext {
  /** Aborts when the server cancels its request or the call that it belongs to has ended. */
  signal: AbortSignal
}

/** Asks the user, in a form or on a page, as the server wishes. */
export type ElicitHandler<Request = ElicitRequestParams> = (
  request: Request,
  context: HandlerContext,
) => ElicitResult | Promise<ElicitResult>

/** Returns a message of the model that the application uses. */
export type SampleHandler = (
  request: CreateMessageRequestParams,
  context: HandlerContext,
) => CreateMessageResult | Promise<CreateMessageResult>

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
  roots?: ((context: HandlerContext) => Root[] | Promise<Root[]>) | undefined
}
