/** How messages reach a server: the interface of eras, of legacy transports and of the era in use. */
import type { JsonRpcMessage, JsonRpcRequest } from '../../types/jsonrpc.ts'
import type { CallOptions } from '../call-options.ts'
import type { CallScope } from '../call-scope.ts'
import type { Messages } from '../sse/messages.ts'
import type { HandlerQueue, Reply } from './handler-queue.ts'

/** Sends each message once. What an error shows of the server comes back by these methods; `send.ts` decides what follows. */
export interface Channel {
  /** Sends a request; its answer is among the messages that come back. */
  send(request: JsonRpcRequest, scope: CallScope, options?: CallOptions): Promise<Messages>
  /** Sends a message without an answer: a notification, or the response to a request that the server made during `owner`. */
  post(message: JsonRpcMessage, scope: CallScope, owner?: CallScope): Promise<void>
  /** Tells the server that the answer to the request of this scope is no longer needed. */
  cancel(scope: CallScope): void
  /** Takes requests of the server during a call, whose answers go to `reply`. Absent where servers send none. */
  createHandlerQueue?(reply: Reply, scope: CallScope): HandlerQueue
  /** Whether the server refused a version that it lists as supported. */
  contradictsItself?(error: unknown): boolean
  /** Whether the session is lost in which this was sent. */
  hasLostSession?(error: unknown, scope: CallScope): boolean
  /** Opens another session, once for all who need one. Rejects with SessionLostError if that is not possible. */
  replaceSession?(error: unknown, scope: CallScope): Promise<void>
}

/** What requests are sent by: one channel, or the era in use. */
export interface Sender {
  readonly current: Channel
  /** The detection of the era that is under way, if any. */
  readonly detection?: { readonly current: Promise<void> | undefined }
  /** The era was remembered, and no answer has confirmed it. */
  readonly isUnverified?: boolean
  /** The first messages have come: they confirm the era, unless the answer is an error of the other one. */
  verify?(scope: CallScope, answer: JsonRpcMessage | undefined): void
  /** Whether this error may come from a server of another era. */
  mayBeOtherEra?(error: unknown, scope: CallScope): boolean
  /**
   * Finds out the era. Resolves with whether another one is in use now than the request was sent in, and the server did
   * not execute it.
   */
  detectAgain?(error: unknown, scope: CallScope): Promise<boolean>
}
