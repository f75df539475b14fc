/** Calls that outlive their page or process: each is written down before it is sent, and continued by whoever comes next. */
import { ClosedError, isMcpError } from '../core/errors.ts'
import type { CallToolResult, Client, Connect, Delivery } from '../core/index.ts'
import { createEmitter } from '../core/util/emitter.ts'
import type { Environment } from '../core/util/environment.ts'
import type { Continuation } from '../types/input-required.ts'
import { DurableError } from './errors.ts'
import type {
  DurableCall,
  DurableCallOptions,
  DurableClient,
  DurableConnection,
  DurableOptions,
  JournalRecord,
  JournalView,
} from './types.ts'

/** A call that this instance owns. */
interface Run {
  record: JournalRecord
  /** Somebody else has changed the entry: what happens here no longer counts. */
  isLost: boolean
  /** Writes are made one after the other. */
  writes: Promise<unknown>
  /** A position that is not written yet. */
  position?: JournalRecord['resume']
}

type Change = Partial<Omit<JournalRecord, 'call'>> & { call?: Partial<DurableCall> }

const DAY = 86_400_000

/** The type of `durable()`. */
export type Durable = (source: Client | DurableConnection, options: DurableOptions) => DurableClient

/** `environment` has the clock and the timers, which the simulation replaces. */
export function createDurable(environment: Environment, connect: Connect): Durable {
  return (source, options) => {
    const { store, principal, lease = 15_000, keep = DAY, maxAge = 7 * DAY } = options
    const { ownership = store.ownership ?? 'lease' } = options
    if ('getWithMetadata' in store) {
      throw new TypeError(
        'durable: Workers KV has no compare-and-swap, so two isolates could own one call. Use objectStore() in a Durable Object',
      )
    }
    const me = crypto.randomUUID()
    const closing = new AbortController()
    const changes = createEmitter<[]>()
    const runs = new Map<string, Run>()
    /** Calls that this instance takes over, or for whose lock it waits. */
    const takeovers = new Map<string, Promise<unknown>>()
    const records = new Map<string, JournalRecord>()
    const isClient = 'callTool' in source
    const { origin, pathname } = new URL(isClient ? source.snapshot().url : source.url)
    const principalPrefix = `${encodeURIComponent(principal)} `
    const prefix = `${principalPrefix}${origin}${pathname} `
    // Other tabs and workers of this origin.
    const channel = ownership !== 'exclusive' && openChannel(`mcp-durable ${prefix}`)
    let view: JournalView = { calls: [], running: 0, waiting: 0 }
    let client: Promise<Client> | undefined
    let stopTimer = () => {}
    const lookAgain = () => void recover().catch(watch)
    if (channel) channel.onmessage = lookAgain
    lookAgain()

    return {
      callTool,
      result: (id, { signal } = {}) => outcome(prefix + id, signal),
      answer,
      list,
      get: () => view,
      subscribe: (listener) => changes.subscribe(listener),
      recover,
      forget: (id) => forget([prefix + id]),
      async signOut() {
        await forget((await store.list(principalPrefix)).map(({ key }) => key))
        await close()
      },
      close,
    }

    async function callTool(
      name: string,
      args?: DurableCall['arguments'],
      { id = crypto.randomUUID(), ...rest }: DurableCallOptions = {},
    ): Promise<CallToolResult> {
      rest.signal?.throwIfAborted()
      closing.signal.throwIfAborted()
      const now = environment.now()
      const call: DurableCall = { id, name, arguments: args, status: 'running', startedAt: now, updatedAt: now }
      const key = prefix + id
      const record = { key, revision: 0, owner: me, until: now + lease, expires: now + maxAge, call }
      if (await store.get(key).catch(refuse)) return outcome(key, rest.signal)
      return own(key, () => begin(record, undefined, rest))
    }

    async function answer(
      id: string,
      inputResponses: NonNullable<Continuation['inputResponses']>,
      { id: _, ...rest }: DurableCallOptions = {},
    ): Promise<CallToolResult> {
      const key = prefix + id
      return own(key, async () => {
        const record = await store.get(key)
        const { continuation } = record ?? {}
        // Without the continuation: whoever takes over cannot know whether the answer was sent.
        const next =
          record &&
          continuation &&
          changed(record, { continuation: undefined, call: { status: 'running', question: undefined } })
        if (next) return begin(next, record.revision, rest, { ...continuation, inputResponses })
        throw taken()
      })
    }

    /** Nothing is sent before the intent is stored. */
    async function begin(
      record: JournalRecord,
      expected: number | undefined,
      options: DurableCallOptions,
      resume?: Continuation,
    ): Promise<CallToolResult> {
      const { key } = record
      const isFirst = !runs.has(key)
      // Before it is stored, since this instance may look for calls that nobody owns at any time.
      if (isFirst) runs.set(key, { record, isLost: false, writes: Promise.resolve() })
      const isOurs = await put(record, expected).catch((error) => {
        if (isFirst) runs.delete(key)
        throw error
      })
      if (isOurs) return run(record, options, resume)
      if (isFirst) runs.delete(key)
      if (resume) throw taken()
      return outcome(key, options.signal)
    }

    function taken(): DurableError {
      const message = 'The call has no question, or somebody else has answered it'
      return new DurableError(message, { reason: 'taken', delivery: 'not-executed' })
    }

    /** Only for what this instance has just written down, or taken over. */
    async function run(
      record: JournalRecord,
      options: DurableCallOptions,
      resume?: Continuation | JournalRecord['resume'],
      isRecovery = false,
    ): Promise<CallToolResult> {
      const { key, call } = record
      const own: Run = { record, isLost: false, writes: Promise.resolve() }
      runs.set(key, own)
      const stopRenewing = renew(own)
      try {
        const connected = await connection()
        // A process that was paused for longer than its lease must not send: somebody else may have ended the call.
        if (ownership === 'lease' && own.record.until <= environment.now() && !(await save(own)))
          return await outcome(key)
        const result = await connected.callTool(call.name, call.arguments, {
          ...options,
          inputRequired: 'return',
          resume,
          onResumable(position) {
            const isWritten = !own.position
            own.position = position
            // One write at a time: the newest position is enough.
            if (isWritten) void save(own, () => ({ resume: takePosition(own) })).catch(() => {})
          },
        })
        const isQuestion = 'continuation' in result
        const saved = await save(own, () =>
          isQuestion
            ? {
                continuation: result.continuation,
                resume: undefined,
                call: { status: 'waiting', question: result.inputRequests },
              }
            : ended({ status: 'answered', result }),
        ).catch(() => !isQuestion)
        return saved && !isQuestion ? result : await outcome(key, options.signal)
      } catch (error) {
        const { code, delivery, message } = describe(error)
        // Whoever comes next goes on: this one was closed, or could not reach the server on behalf of an earlier one.
        const isLeft = own.record.resume && (code === 'closed' || (isRecovery && /^connect/.test(code)))
        const saved = await save(own, () =>
          isLeft
            ? { until: 0 }
            : ended({ status: delivery === 'unknown' ? 'unknown' : 'failed', error: { code, delivery, message } }),
        ).catch(() => true)
        if (!saved) return outcome(key, options.signal)
        throw error
      } finally {
        stopRenewing()
        runs.delete(key)
        watch()
      }
    }

    async function list(): Promise<readonly DurableCall[]> {
      const found = await store.list(prefix)
      const now = environment.now()
      const expired = found.filter(({ key, expires }) => expires <= now && !runs.has(key))
      await Promise.all(expired.map(({ key }) => store.delete(key)))
      records.clear()
      for (const record of found) if (!expired.includes(record)) records.set(record.key, record)
      // What was written meanwhile is newer.
      for (const { record } of runs.values()) records.set(record.key, record)
      publish()
      watch()
      return view.calls
    }

    async function recover(): Promise<void> {
      await list()
      for (const record of records.values()) if (isOrphan(record) && !takeovers.has(record.key)) takeOver(record.key)
      // A lock may be free only after hours.
      if (ownership !== 'locks') await Promise.all(takeovers.values())
    }

    function isOrphan({ key, until, call }: JournalRecord): boolean {
      const isFree = ownership !== 'lease' || until <= environment.now()
      return call.status === 'running' && isFree && !runs.has(key) && !closing.signal.aborted
    }

    /** With Web Locks this waits for the end of the owner. */
    function takeOver(key: string): void {
      const work = own(key, async () => {
        const record = await store.get(key)
        if (!record || !isOrphan(record)) return
        const mine = changed(record, {})
        if (!(await put(mine, record.revision))) return
        if (record.resume) return run(mine, {}, record.resume, true)
        const message = `Nobody waits for ${record.call.name} any more, and it cannot be resumed`
        const change = ended({ status: 'unknown', error: { code: 'durable', delivery: 'unknown', message } })
        await put(changed(mine, change), mine.revision)
      })
      // Its outcome is in the journal.
      const settled = work.catch(() => {}).finally(() => takeovers.get(key) === settled && takeovers.delete(key))
      takeovers.set(key, settled)
    }

    /** The end of a call, as the journal has it. */
    async function outcome(key: string, signal?: AbortSignal): Promise<CallToolResult> {
      for (;;) {
        const record = await store.get(key)
        const { status = 'missing', result, error } = record?.call ?? ({} as Partial<DurableCall>)
        if (result) return result
        if (status === 'missing' || error) {
          const { delivery = 'unknown', message = 'The journal does not have this call', code } = error ?? {}
          throw new DurableError(message, { reason: status as DurableError['reason'], delivery, callCode: code })
        }
        await nextChange(signal)
      }
    }

    function nextChange(signal: AbortSignal | undefined): Promise<void> {
      return new Promise((resolve, reject) => {
        const abort = (event: Event) => end(() => reject((event.target as AbortSignal).reason))
        const signals = [closing.signal, signal]
        // Not in the background: somebody waits, so the process must not end.
        const stop = environment.setTimer(() => end(resolve), lease)
        const unsubscribe = changes.subscribe(() => end(resolve))
        for (const one of signals) {
          if (one?.aborted) end(() => reject(one.reason))
          one?.addEventListener('abort', abort)
        }
        function end(settle: () => void): void {
          stop()
          unsubscribe()
          for (const one of signals) one?.removeEventListener('abort', abort)
          settle()
        }
      })
    }

    /** False if the entry is no longer that of this run. */
    function save(run: Run, change: () => Change = () => ({})): Promise<boolean> {
      const written = run.writes.then(async () => {
        if (run.isLost) return false
        const next = changed(run.record, change())
        run.isLost = !(await put(next, run.record.revision))
        if (!run.isLost) run.record = next
        return !run.isLost
      })
      run.writes = written.catch(() => {})
      return written
    }

    async function put(record: JournalRecord, expected: number | undefined): Promise<boolean> {
      const isWritten: unknown = await store.put(record, expected).catch(refuse)
      if (typeof isWritten !== 'boolean') throw new TypeError('durable: store.put() must say whether it has written')
      if (isWritten) {
        records.set(record.key, record)
        publish()
        if (channel) channel.postMessage('')
      }
      return isWritten
    }

    function changed(record: JournalRecord, { call, ...rest }: Change): JournalRecord {
      const now = environment.now()
      const { revision } = record
      const next = { ...record.call, ...call, ...(call && { updatedAt: now }) }
      return { ...record, owner: me, until: now + lease, ...rest, revision: revision + 1, call: next }
    }

    function ended(call: Partial<DurableCall>): Change {
      return { resume: undefined, expires: environment.now() + keep, call }
    }

    /** Web Locks end with their page. */
    function own<T>(key: string, work: () => Promise<T>): Promise<T> {
      if (ownership !== 'locks') return work()
      const { signal } = closing
      return navigator.locks.request(`mcp-durable ${key}`, { signal }, work) as Promise<T>
    }

    function renew(run: Run): () => void {
      let stop = () => {}
      const beat = () => {
        stop = environment.setTimer(() => {
          void save(run).catch(() => {})
          if (!run.isLost) beat()
        }, lease / 3)
      }
      if (ownership === 'lease') beat()
      return () => stop()
    }

    /** Looks again as long as somebody else may leave a call behind. */
    function watch(): void {
      stopTimer()
      const isOpen = [...records.values()].some(({ key, call }) => call.status === 'running' && !runs.has(key))
      if (isOpen && !closing.signal.aborted) stopTimer = environment.setTimer(lookAgain, lease, true)
    }

    function publish(): void {
      const calls = [...records.values()].map(({ call }) => call).sort((a, b) => a.startedAt - b.startedAt)
      const count = (status: DurableCall['status']) => calls.filter((call) => call.status === status).length
      view = { calls, running: count('running'), waiting: count('waiting') }
      changes.publish()
    }

    function connection(): Promise<Client> {
      if (isClient) return Promise.resolve(source)
      const { url, ...rest } = source
      client ??= connect(url, rest).catch((error) => {
        client = undefined
        throw error
      })
      return client
    }

    async function forget(keys: readonly string[]): Promise<void> {
      for (const key of keys) {
        const run = runs.get(key)
        if (run) run.isLost = true
        await store.delete(key)
        records.delete(key)
      }
      publish()
      if (channel) channel.postMessage('')
    }

    async function close(): Promise<void> {
      closing.abort(new ClosedError('The journal was closed'))
      stopTimer()
      const own = [...runs.values()]
      // Unlike close(), it leaves the session to whoever continues the calls.
      if (client) await client.then((connected) => connected.detach()).catch(() => {})
      await Promise.all(own.map(({ writes }) => writes))
      if (channel) channel.close()
    }
  }
}

function refuse(cause: unknown): never {
  throw new DurableError('The journal cannot be used', { reason: 'store', delivery: 'not-executed', cause })
}

function takePosition(run: Run): JournalRecord['resume'] {
  const { position } = run
  delete run.position
  return position
}

/** What is known of the call: arguments are refused before anything is sent. */
function describe(error: unknown): { code: string; delivery: Delivery; message: string } {
  const { message = String(error) } = Object(error) as Partial<Error>
  if (isMcpError(error)) return { code: error.code, delivery: error.delivery, message }
  return { code: 'other', delivery: error instanceof TypeError ? 'not-executed' : 'unknown', message }
}

function openChannel(name: string): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== 'function') return undefined
  const channel = new BroadcastChannel(name)
  // Node would not end while it is open.
  ;(channel as { unref?(): void }).unref?.()
  return channel
}
