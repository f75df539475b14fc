/** A Durable Object that runs calls: they go on when the object is evicted, since an alarm wakes it again. */
import type { CallToolOptions, Client, ToolArguments } from '../core/index.ts'
import { systemEnvironment } from '../core/util/environment.ts'
import {
  type DurableCall,
  type DurableClient,
  type DurableConnection,
  durable,
  type ObjectStorage,
  objectStore,
} from '../durable/index.ts'
import type { InputResponses } from '../types/input-required.ts'
import { progressResponse } from './progress-response.ts'

/** The part of the state of a Durable Object that is used. */
export interface CallObjectState {
  /** Its storage. */
  storage: ObjectStorage & {
    /** When the next alarm is, if there is one. */
    getAlarm(): Promise<number | null>
    /** Sets the only alarm. */
    setAlarm(time: number): Promise<void>
    /** Removes it. */
    deleteAlarm(): Promise<void>
  }
  /** Keeps the object alive for this promise. */
  waitUntil(promise: Promise<unknown>): void
}

/** A call that an object is to run. */
export interface CallRequest {
  /** The tool. */
  name: string
  /** Its arguments. */
  arguments?: ToolArguments | undefined
  /** A name of your own: a request with the id of a known call starts no other. */
  id?: string | undefined
}

/**
 * Runs calls for pages that come and go. Extend it with a `connection()`, export the class from the Worker, and bind it. One
 * object has the calls of one principal, such as a user.
 *
 * - `POST /` with a `CallRequest` starts a call and answers 202 with it.
 * - `GET /` lists the calls, `GET /<id>` has one; with `Accept: text/event-stream`, its end as an event.
 * - `POST /<id>` with responses answers the question of a call.
 * - A request that makes no sense gets 400, an answer to a call without a question 409.
 * - `DELETE /` forgets all calls, `DELETE /<id>` one.
 *
 * @example
 * class Calls extends CallObject<{ TOKEN: string }> {
 *   connection() {
 *     return { url: 'https://tools.example.com/mcp', headers: { authorization: `Bearer ${this.env.TOKEN}` } }
 *   }
 * }
 */
export abstract class CallObject<Env = unknown> {
  /** The state of the object. */
  protected readonly state: CallObjectState
  /** The bindings of the Worker. */
  protected readonly env: Env
  /** Milliseconds after which an alarm looks whether calls were left behind. */
  protected readonly alarmInterval: number = 10_000
  #calls: DurableClient | undefined
  #options: Partial<CallToolOptions> = {}
  /** Calls and answers that are not written down yet. */
  #beginning = 0

  constructor(state: CallObjectState, env: Env) {
    this.state = state
    this.env = env
  }

  /** Where to connect: an endpoint with the options of `connect()`, or a client. */
  abstract connection(): DurableConnection | Client

  /** Options of the calls, such as time limits. */
  callOptions(): Partial<Pick<CallToolOptions, 'timeout' | 'maxTotalTimeout' | 'meta' | 'retry'>> {
    return this.#options
  }

  /** Writes the call down, sets the alarm, and starts it. Resolves once nothing can get lost any more. */
  async start({ id = crypto.randomUUID(), name, arguments: args }: CallRequest): Promise<DurableCall> {
    const calls = this.#open()
    await calls.list()
    return this.#find(id) ?? this.#begin(id, () => calls.callTool(name, args, { ...this.callOptions(), id }), Boolean)
  }

  /** Called by the runtime: continues what an earlier instance left behind. */
  async alarm(): Promise<void> {
    const calls = this.#open()
    // Set first: this instance may be evicted, too.
    await this.#wakeLater()
    // While this waits, the object stays in memory.
    await calls.recover()
    await calls.list()
    // One that is not written down yet has set it, too.
    if (!calls.get().running && !this.#beginning) await this.state.storage.deleteAlarm()
  }

  /** Answers the requests that the class describes. */
  async fetch(request: Request): Promise<Response> {
    const calls = this.#open()
    const { method, headers, url } = request
    const isPost = method === 'POST'
    const malformed = () => refuse(400, 'Expected an id in the path, and JSON of a call or an answer in the body')
    let id: string
    let body: Partial<CallRequest> = {}
    try {
      id = decodeURIComponent(new URL(url).pathname.split('/').pop()!)
      if (isPost) body = await request.json()
    } catch {
      return malformed()
    }
    if (!body || typeof body !== 'object' || (isPost && !id && typeof body.name !== 'string')) return malformed()
    if (method === 'DELETE') {
      for (const call of id ? [{ id }] : await calls.list()) await calls.forget(call.id)
      return new Response(null, { status: 204 })
    }
    if (method === 'POST' && !id)
      return Response.json(await this.start(body as unknown as CallRequest), { status: 202 })
    const all = await calls.list()
    if (!id) return Response.json(all)
    const known = all.find((call) => call.id === id)
    if (!known) return refuse(404, 'There is no such call')
    if (isPost) {
      if (known.status !== 'waiting') return refuse(409, 'The call has no question, or it was answered')
      const answer = () => calls.answer(id, body as InputResponses, this.callOptions())
      return Response.json(await this.#begin(id, answer, (call) => call?.status !== 'waiting'), { status: 202 })
    }
    if (!headers.get('accept')?.includes('text/event-stream')) return Response.json(known)
    return progressResponse(({ signal }) => calls.result(id, { signal }), { detached: true })
  }

  /** Resolves once it is written down. */
  async #begin(
    id: string,
    run: () => Promise<unknown>,
    isWritten: (call: DurableCall | undefined) => boolean,
  ): Promise<DurableCall> {
    this.#beginning++
    try {
      await this.#wakeLater()
      const written = new Promise<void>((resolve) => {
        const stop = this.#open().subscribe(() => {
          if (!isWritten(this.#find(id))) return
          stop()
          resolve()
        })
      })
      const call = run()
      this.state.waitUntil(call.catch(() => {}))
      // One that could not be written down rejects.
      await Promise.race([written, call.catch((error) => isWritten(this.#find(id)) || Promise.reject(error))])
      return this.#find(id)!
    } finally {
      this.#beginning--
    }
  }

  #open(): DurableClient {
    this.#calls ??= durable(this.connection(), { store: objectStore(this.state.storage), principal: 'object' })
    return this.#calls
  }

  #find(id: string): DurableCall | undefined {
    return this.#calls?.get().calls.find((call) => call.id === id)
  }

  async #wakeLater(): Promise<void> {
    await this.state.storage.setAlarm(systemEnvironment.now() + this.alarmInterval)
  }
}

function refuse(status: number, error: string): Response {
  return Response.json({ error }, { status })
}
