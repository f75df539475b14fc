/** One session while it lives: its record, and everything that runs or is open in its name. */
import { createDeferred, type Deferred } from '../../util/deferred.ts'
import { Fault } from '../../features/request-context.ts'
import { notification, type RpcId, type RpcMessage, type RpcRequest, type RpcResponse } from '../../jsonrpc/message.ts'
import { createLine, type Line } from '../../sse/resumable-stream.ts'
import type { SessionRecord, Store } from '../../sse/store.ts'

export interface Session {
  record: SessionRecord
  /** A new stream; `requests` are those that are answered on it. */
  openLine(requests?: readonly RpcRequest[]): Line
  line(id: string): Line | undefined
  /** The stream that a GET opened, for messages that belong to no request. */
  listening(): Line | undefined
  listenOn(line: Line): void
  /** Takes what needs no answer: notifications, and responses to server requests. */
  hear(message: Exclude<RpcMessage, RpcRequest>): void
  /** Registers running work; the signal aborts when the client cancels it or the session ends. */
  begin(id: RpcId): AbortController
  finish(id: RpcId, work: AbortController): void
  /** Sends a request to the client on this stream; rejects with a Fault when the client answers with an error. */
  ask(line: Line | undefined, request: ServerRequest, options: Keep): Promise<Record<string, unknown>>
  notify(line: Line | undefined, method: string, params: object | undefined, options: Keep): Promise<void>
  end(): void
}

/** Whether a message gets an event id even while somebody is there to read it. */
export interface Keep {
  store: boolean
}

export interface ServerRequest {
  method: string
  params?: object | undefined
  id?: RpcId | undefined
}

export interface SessionOptions {
  record: SessionRecord
  /** Undefined: nothing of its streams is kept. */
  store: Store | undefined
  createId: () => string
}

/** Streams that are remembered after their end, for clients that did not see it. */
const MOST_LINES = 1_000

export function createSession({ record, store, createId }: SessionOptions): Session {
  const lines = new Map<string, Line>()
  const running = new Map<RpcId, AbortController>()
  const asked = new Map<RpcId, Deferred<Record<string, unknown>>>()
  let listening: Line | undefined
  let requests = 0

  return {
    record,
    openLine,
    line: (id) => lines.get(id),
    listening: () => listening,
    listenOn(line) {
      listening = line
    },
    hear,
    begin,
    finish(id, work) {
      if (running.get(id) === work) running.delete(id)
    },
    ask,
    notify,
    end,
  }

  function openLine(requests: readonly RpcRequest[] = []): Line {
    const line = createLine({ id: createId(), session: record.id, store, requests })
    lines.set(line.id, line)
    const [oldest] = lines.values()
    if (lines.size > MOST_LINES && oldest?.isFinished()) lines.delete(oldest.id)
    return line
  }

  function hear(message: Exclude<RpcMessage, RpcRequest>): void {
    if (message.kind === 'response') settle(message)
    else if (message.method === 'notifications/cancelled') cancel(message.params.requestId as RpcId)
  }

  function cancel(id: RpcId): void {
    running.get(id)?.abort(new Error('The client cancelled the request'))
  }

  function settle({ id, result = {}, error }: RpcResponse): void {
    const waiting = asked.get(id)
    asked.delete(id)
    if (error) waiting?.reject(new Fault(error.code, error.message, error.data))
    else waiting?.resolve(result)
  }

  function begin(id: RpcId): AbortController {
    const work = new AbortController()
    running.set(id, work)
    return work
  }

  async function ask(line: Line | undefined, { method, params, id }: ServerRequest, options: Keep) {
    const target = line ?? listening
    if (!target) throw new Fault(-32603, `There is no stream to send ${method} on`)
    requests += 1
    const given = id ?? `server-${requests}`
    const response = createDeferred<Record<string, unknown>>()
    asked.set(given, response)
    await target.send({ jsonrpc: '2.0', id: given, method, ...(params && { params }) }, options)
    return response.promise
  }

  async function notify(line: Line | undefined, method: string, params: object | undefined, options: Keep) {
    await (line ?? listening)?.send(notification(method, params), options)
  }

  function end(): void {
    const reason = new Error('The session ended')
    for (const work of running.values()) work.abort(reason)
    for (const response of asked.values()) response.reject(reason)
    for (const line of lines.values()) line.finish()
  }
}
