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
    await this.#wakeLater()
    const written = new Promise<void>((resolve) => {
      const stop = calls.subscribe(() => {
        if (!this.#find(id)) return
        stop()
        resolve()
      })
    })
    const call = calls.callTool(name, args, { ...this.callOptions(), id })
    this.state.waitUntil(call.catch(() => {}))
    // A call that could not be written down rejects.
    await Promise.race([written, call.catch((error) => this.#find(id) ?? Promise.reject(error))])
    return this.#find(id)!
  }

  /** Called by the runtime: continues what an earlier instance left behind. */
  async alarm(): Promise<void> {
    const calls = this.#open()
    // Set first: this instance may be evicted, too.
    await this.#wakeLater()
    // While this waits, the object stays in memory.
    await calls.recover()
    await calls.list()
    if (!calls.get().running) await this.state.storage.deleteAlarm()
  }

  /** Answers the requests that the class describes. */
  async fetch(request: Request): Promise<Response> {
    const calls = this.#open()
    const { method, headers, url } = request
    const id = decodeURIComponent(new URL(url).pathname.split('/').pop()!)
    if (method === 'DELETE') {
      for (const call of id ? [{ id }] : await calls.list()) await calls.forget(call.id)
      return new Response(null, { status: 204 })
    }
    if (method === 'POST' && !id) return Response.json(await this.start(await request.json()), { status: 202 })
    const all = await calls.list()
    if (!id) return Response.json(all)
    const known = all.find((call) => call.id === id)
    if (!known) return Response.json({ error: 'There is no such call' }, { status: 404 })
    if (method === 'POST') {
      await this.#wakeLater()
      const answered = calls.answer(id, (await request.json()) as InputResponses, this.callOptions())
      this.state.waitUntil(answered.catch(() => {}))
      return Response.json(this.#find(id), { status: 202 })
    }
    if (!headers.get('accept')?.includes('text/event-stream')) return Response.json(known)
    return progressResponse(({ signal }) => calls.result(id, { signal }), { detached: true })
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
