/** JSON-RPC between the page and one frame: who may speak, how much, and which answer belongs to which request. */
import { INTERNAL_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND } from '../core/error-codes.ts'
import { isMcpError, type RpcError } from '../core/errors.ts'
import { systemEnvironment } from '../core/util/environment.ts'
import { isObject } from '../core/util/is-object.ts'
import { toJson } from '../core/util/to-json.ts'
import type { AppEvent } from './types.ts'

type Params = Record<string, unknown>

/** Answers a request of the view. Undefined for a method that it does not know. */
export type Answer = (method: string, params: Params, signal: AbortSignal) => Promise<unknown> | undefined

export interface Bridge {
  notify(method: string, params: object): void
  /** Resolves when the view has answered, whatever it says. */
  request(method: string, params: object): Promise<void>
  /** Aborts what the view waits for, and listens no more. */
  close(): void
}

export interface BridgeOptions {
  frame: HTMLIFrameElement
  /** The only origin that is listened to, and that gets messages. */
  origin: string
  maxSize: number
  answer: Answer
  onNotification(method: string, params: Params): boolean
  emit(event: AppEvent): void
}

/** Requests of a view that may be in flight at a time. */
const MAX_REQUESTS = 64

/** Messages of a view per second. */
const MAX_RATE = 500

/** A request that is refused: the code and message of the JSON-RPC error. */
export class Refusal extends Error {
  readonly rpcCode: number

  constructor(rpcCode: number, message: string) {
    super(message)
    this.rpcCode = rpcCode
  }
}

export function createBridge({ frame, origin, maxSize, answer, onNotification, emit }: BridgeOptions): Bridge {
  const page = frame.ownerDocument.defaultView!
  const running = new Map<unknown, AbortController>()
  const asked = new Map<unknown, () => void>()
  let lastId = 0
  let second = 0
  let count = 0
  page.addEventListener('message', receive)

  return {
    notify: (method, params) => send({ jsonrpc: '2.0', method, params }),
    request: (method, params) =>
      new Promise((resolve) => {
        asked.set(++lastId, resolve)
        send({ jsonrpc: '2.0', id: lastId, method, params })
      }),
    close() {
      page.removeEventListener('message', receive)
      for (const controller of running.values()) controller.abort()
    },
  }

  function send(message: object): void {
    emit({ type: 'message', direction: 'out', message })
    frame.contentWindow?.postMessage(message, origin)
  }

  function receive({ source, origin: sender, data }: MessageEvent): void {
    // A frame that left the proxy page has another origin, and every other frame has another window.
    if (source === null || source !== frame.contentWindow || sender !== origin) return
    const reason = problemOf(data)
    if (reason) {
      emit({ type: 'ignored', reason, message: reason === 'too-large' ? undefined : data })
      if (isObject(data) && isId(data.id) && data.method) fail(data.id, new Refusal(INVALID_REQUEST, reason))
      return
    }
    emit({ type: 'message', direction: 'in', message: data })
    const { id, method, params = {} } = data
    const given = isObject(params) ? params : {}
    if (typeof method !== 'string') {
      if (asked.has(id)) asked.get(id)!()
      else emit({ type: 'ignored', reason: 'unknown', message: data })
      asked.delete(id)
    } else if (id !== undefined) void respond(id, method, given)
    else if (method === 'notifications/cancelled') running.get(given.requestId)?.abort()
    else if (!onNotification(method, given)) emit({ type: 'ignored', reason: 'unknown', message: data })
  }

  function problemOf(data: Params): 'not-json-rpc' | 'too-large' | 'flood' | undefined {
    const now = Math.floor(systemEnvironment.monotonic() / 1000)
    if (now !== second) count = 0
    second = now
    if (++count > MAX_RATE) return 'flood'
    if (!isObject(data) || data.jsonrpc !== '2.0' || ('id' in data ? !isId(data.id) : !data.method)) {
      return 'not-json-rpc'
    }
    const text = toJson(data)
    return text === undefined || text.length > maxSize ? 'too-large' : undefined
  }

  async function respond(id: unknown, method: string, params: Params): Promise<void> {
    const controller = new AbortController()
    try {
      if (running.size >= MAX_REQUESTS || running.has(id)) throw new Refusal(INVALID_REQUEST, 'Too many requests')
      const answering = answer(method, params, controller.signal)
      if (!answering) throw new Refusal(METHOD_NOT_FOUND, `The host has no ${method.slice(0, 100)}`)
      running.set(id, controller)
      const result = await answering.finally(() => running.delete(id))
      if (!controller.signal.aborted) send({ jsonrpc: '2.0', id, result })
    } catch (error) {
      if (!controller.signal.aborted) fail(id, error)
    }
  }

  function fail(id: unknown, error: unknown): void {
    const { rpcCode = INTERNAL_ERROR, rpcMessage, message, data } = (error ?? {}) as Partial<RpcError>
    const isTold = error instanceof Refusal || isMcpError(error)
    // What a callback of the application throws is not for the view.
    if (!isTold) emit({ type: 'warning', message: 'A callback of the app failed', error })
    const said = isTold ? (rpcMessage ?? message) : 'The host failed'
    send({ jsonrpc: '2.0', id, error: { code: rpcCode, message: said, ...(data !== undefined && { data }) } })
  }
}

function isId(id: unknown): boolean {
  return typeof id === 'string' || Number.isFinite(id)
}
