/** Calls that outlive their page or process: each is written down before it is sent, and continued by whoever comes next. */
import type { CallToolResult, Client, Connect } from '../core/index.ts'
import type { Environment } from '../core/util/environment.ts'
import type { Continuation } from '../types/input-required.ts'
import { DurableError } from './errors.ts'
import { isOpen, openJournal } from './journal.ts'
import { type Change, closedError, createOwner, type Run, refuseIfClosed } from './owner.ts'
import type {
  DurableCall,
  DurableCallOptions,
  DurableClient,
  DurableConnection,
  DurableOptions,
  JournalRecord,
} from './types.ts'

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
    const controller = new AbortController()
    const closing = controller.signal
    /** Calls that this instance takes over, or for whose lock it waits. */
    const takeovers = new Map<string, Promise<unknown>>()
    const isClient = 'callTool' in source
    const { origin, pathname, search } = new URL(isClient ? source.snapshot().url : source.url)
    const principalPrefix = `${encodeURIComponent(principal)} `
    const prefix = `${principalPrefix}${origin}${pathname}${search} `
    const lookAgain = () => void recover().catch(watch)
    const channel = { prefix, isShared: ownership !== 'exclusive', closing }
    const journal = openJournal(environment, options, channel, lookAgain)
    const { records, outcome } = journal
    const settings = { lease, keep, ownership, closing, connection, onEnd: watch }
    const { runs, claim, begin, giveUp, changed } = createOwner(environment, journal, settings)
    let client: Promise<Client> | undefined
    let stopTimer = () => {}
    lookAgain()

    return {
      callTool,
      result: (id, { signal } = {}) => outcome(prefix + id, signal),
      answer,
      list,
      get: journal.view,
      subscribe: journal.subscribe,
      recover,
      forget: (id) => forget([prefix + id]),
      async signOut() {
        // First, so that nothing is written behind its back.
        stop()
        await forget([...runs.keys()])
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
      refuseIfClosed(closing)
      const now = environment.now()
      const call: DurableCall = { id, name, arguments: args, status: 'running', startedAt: now, updatedAt: now }
      const key = prefix + id
      // changed() makes it the first revision, and this instance its owner.
      const record = { key, revision: -1, owner: '', until: 0, expires: now + maxAge, call }
      const isKnown = await journal.get(key)
      const result = isKnown
        ? undefined
        : await own(key, async () => begin(await claim(changed(record, {}), undefined), rest))
      // A question is waited for without the lock, which is for whoever answers it.
      return result ?? outcome(key, rest.signal)
    }

    async function answer(
      id: string,
      inputResponses: NonNullable<Continuation['inputResponses']>,
      { id: _, ...rest }: DurableCallOptions = {},
    ): Promise<CallToolResult> {
      const key = prefix + id
      for (;;) {
        // Looks before it waits for the lock, which somebody who answers holds until the call has ended.
        findQuestion(await journal.get(key))
        let run: Run | undefined
        const result = await own(key, async () => {
          const { record, continuation, question } = findQuestion(await journal.get(key))
          // Without the continuation: whoever takes over cannot know whether the answer was sent.
          const change: Change = { continuation: undefined, call: { status: 'running', question: undefined } }
          run = await claim(changed(record, change), record.revision)
          const again: Change = { continuation, call: { status: 'waiting', question } }
          return begin(run, rest, { ...continuation, inputResponses }, again)
        })
        if (run) return result ?? outcome(key, rest.signal)
      }
    }

    function findQuestion(record: JournalRecord | undefined) {
      const { continuation, call } = record ?? {}
      if (record && continuation) return { record, continuation, question: call?.question }
      const message = 'The call has no question, or somebody else has answered it'
      throw new DurableError(message, { reason: 'taken', delivery: 'not-executed' })
    }

    async function list(): Promise<readonly DurableCall[]> {
      await journal.load((key) => runs.has(key))
      watch()
      return journal.view().calls
    }

    async function recover(): Promise<void> {
      await list()
      for (const record of records.values()) if (isOrphan(record) && !takeovers.has(record.key)) takeOver(record.key)
      // A lock may be free only after hours.
      if (ownership !== 'locks') await Promise.all(takeovers.values())
    }

    /** Nobody waits for its answer, or it has waited for too long for that of a person. */
    function isOrphan({ key, until, notBefore = 0, expires, call }: JournalRecord): boolean {
      const now = environment.now()
      const isFree = (ownership !== 'lease' || until <= now) && notBefore <= now
      const isDue = call.status === 'running' ? isFree : isOpen(call) && expires <= now
      return isDue && !runs.has(key) && !closing.aborted
    }

    /** With Web Locks this waits for the end of the owner. */
    function takeOver(key: string): void {
      const work = own(key, async () => {
        const record = await store.get(key)
        if (!record || !isOrphan(record)) return
        const run = await claim(changed(record, { notBefore: undefined }), record.revision)
        const { resume, expires, call } = record
        const isExpired = expires <= environment.now()
        if (!run) return
        if (resume && !isExpired) return begin(run, {}, resume)
        const why = isExpired ? 'is too old (maxAge)' : 'cannot be resumed'
        const message = `Nobody waits for ${call.name} any more, and it ${why}`
        await giveUp(run, message)
      })
      // Its outcome is in the journal.
      takeovers.set(
        key,
        work.catch(() => {}).finally(() => takeovers.delete(key)),
      )
    }

    /** Web Locks end with their page. */
    function own<T>(key: string, work: () => Promise<T>): Promise<T> {
      if (ownership !== 'locks') return work()
      return navigator.locks.request(`mcp-durable ${key}`, { signal: closing }, work) as Promise<T>
    }

    /** Looks again as long as somebody else may leave a call behind, and when a question has waited for too long. */
    function watch(): void {
      stopTimer()
      const now = environment.now()
      let wait = Number.POSITIVE_INFINITY
      for (const { key, call, notBefore = 0, expires } of records.values()) {
        if (!isOpen(call) || runs.has(key)) continue
        const time = (call.status === 'running' ? notBefore : expires) - now
        wait = Math.min(wait, time > 0 ? time : lease)
      }
      if (wait < Number.POSITIVE_INFINITY && !closing.aborted) stopTimer = environment.setTimer(lookAgain, wait, true)
    }

    async function connection(): Promise<Client> {
      refuseIfClosed(closing)
      if (isClient) return source
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
        await run?.writes
      }
      await journal.remove(keys)
    }

    function stop(): void {
      controller.abort(closedError())
      stopTimer()
    }

    async function close(): Promise<void> {
      stop()
      // Unlike close(), it leaves the session to whoever continues the calls.
      if (client) await client.then((connected) => connected.detach()).catch(() => {})
      // With a client of the application they go on until it is closed, and their ends are written.
      await Promise.all([...runs.values()].map(({ writes, done }) => (isClient ? writes : done)))
      if (!runs.size) journal.leave()
    }
  }
}
