/** The Durable Object that hosts one realm of the mock server. */
import { createClock } from '../../src/testing/clock/clock.ts'
import { emptyResponse } from '../../src/testing/http/responses.ts'
import { SCRIPTED_FAULT } from '../../src/testing/http/scripted-fault.ts'
import { createAuthorization } from '../../src/testing/oauth/authorization.ts'
import { createServer, type HttpServer } from '../../src/testing/server.ts'
import { createMemoryStore } from '../../src/testing/store.ts'
import { createTestContent } from './content/index.ts'
import { CONTROL_HEADER, createControlRoutes, isControlRequest, isDisposal } from './control/control-routes.ts'
import { createDurableStore, type Sql } from './durable-store.ts'
import { createServedMessages } from './served-messages.ts'

export interface RealmEnvironment {
  /** The token that the remote control requires; without it there is no remote control. */
  CONTROL_TOKEN?: string
  /** Set where no realm is evicted: sessions are only in memory, since writing them takes a third of the time. */
  IN_MEMORY?: string
  /** Set where every message is judged: then the remote control has `messages`. */
  KEEP_MESSAGES?: string
}

/** The part of a Durable Object's state that is used here. */
interface ObjectState {
  /** Absent where realms are kept in memory. */
  storage?: { sql: Sql }
  /** Ends this instance; the next request gets a new one. */
  abort(reason: string): void
}

/** A stream of workerd with a declared length: it fails unless exactly that many bytes are written. */
declare const FixedLengthStream: (new (length: number) => TransformStream<Uint8Array, Uint8Array>) | undefined

/** Milliseconds after which written bytes have reached the socket. */
const FLUSH_TIME = 20

export class Realm {
  private readonly token: string | undefined
  private readonly state: ObjectState
  private readonly server: HttpServer
  private readonly control: (request: Request) => Promise<Response>

  constructor(state: ObjectState, { CONTROL_TOKEN, IN_MEMORY, KEEP_MESSAGES }: RealmEnvironment) {
    this.token = CONTROL_TOKEN
    this.state = state
    const messages = KEEP_MESSAGES ? createServedMessages() : undefined
    this.server = createServer({
      observer: messages,
      store: IN_MEMORY || !state.storage ? createMemoryStore() : createDurableStore(state.storage.sql),
      clock: createClock(),
      random: Math.random,
      content: createTestContent,
      createAuthorization,
    })
    this.control = createControlRoutes(this.server, messages)
  }

  async fetch(request: Request): Promise<Response> {
    if (!isControlRequest(request)) return withLength(await this.server.fetch(request))
    const isTrusted = this.token !== undefined && request.headers.get(CONTROL_HEADER) === this.token
    if (!isTrusted) return emptyResponse(404)
    const response = await this.control(request)
    // A realm that a test has left is ended, for workerd keeps the files of its storage open otherwise.
    if (isDisposal(request)) setTimeout(() => this.state.abort('disposed'), FLUSH_TIME)
    return response
  }
}

/** Declares the length of the body by its stream, since workerd ignores the header. */
function withLength(response: Response): Response {
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  if (Number.isNaN(length) || !response.body) return response
  const isWorkerd = typeof FixedLengthStream !== 'undefined'
  const { readable, writable } = isWorkerd ? new FixedLengthStream!(length) : new TransformStream()
  pump(response.body.getReader(), writable.getWriter(), length)
  return new Response(readable, response)
}

async function pump(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  writer: WritableStreamDefaultWriter<Uint8Array>,
  length: number,
): Promise<void> {
  let written = 0
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      await writer.write(next.value)
      written += next.value.length
    }
    if (written === length) return await writer.close()
    throw new Error(SCRIPTED_FAULT)
  } catch (reason) {
    await reader.cancel(reason).catch(() => {})
    // An abort drops everything that has not reached the socket yet, even the response head.
    await createClock().wait(FLUSH_TIME)
    await writer.abort(reason).catch(() => {})
  }
}
