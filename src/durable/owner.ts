/** The calls that one instance owns: written down, sent or continued, and ended once. */
import { ClosedError, isMcpError } from '../core/errors.ts'
import type { CallToolResult, Client, Delivery } from '../core/index.ts'
import type { Environment } from '../core/util/environment.ts'
import type { Continuation } from '../types/input-required.ts'
import type { Journal } from './journal.ts'
import type { DurableCall, DurableCallOptions, JournalRecord, Ownership } from './types.ts'

/** A call that this instance owns. */
export interface Run {
  record: JournalRecord
  /** Somebody else has changed the entry: what happens here no longer counts. */
  isLost: boolean
  /** Writes are made one after the other. */
  writes: Promise<unknown>
  /** A position that is not written yet. */
  position?: JournalRecord['resume']
  /** Settles when nothing more is written. */
  done?: Promise<unknown>
}

export type Change = Partial<Omit<JournalRecord, 'call'>> & { call?: Partial<DurableCall> }

/** The longest pause before a call is continued that could not be, in milliseconds. */
const MAX_PAUSE = 60_000

const CLOSED = 'The journal was closed'

type Start = [options: DurableCallOptions, resume?: Continuation | JournalRecord['resume'], question?: Change]

export interface Owner {
  /** By the keys of their entries. */
  runs: Map<string, Run>
  claim(record: JournalRecord, expected: number | undefined): Promise<Run | undefined>
  begin(run: Run | undefined, ...start: Start): Promise<CallToolResult | undefined>
  /** Ends a call that cannot be continued. */
  giveUp(run: Run, message: string): Promise<void>
  changed(record: JournalRecord, change: Change): JournalRecord
}

export interface OwnerSettings {
  lease: number
  keep: number
  ownership: Ownership
  closing: AbortSignal
  connection(): Promise<Client>
  /** Called after the end of a run. */
  onEnd(): void
}

export function createOwner(
  environment: Environment,
  { put, leave }: Journal,
  { lease, keep, ownership, closing, connection, onEnd }: OwnerSettings,
): Owner {
  const me = crypto.randomUUID()
  const runs = new Map<string, Run>()
  return { runs, claim, begin, giveUp, changed }

  /** Nothing is sent before this is stored. Undefined if somebody else has the call. */
  async function claim(record: JournalRecord, expected: number | undefined): Promise<Run | undefined> {
    refuseIfClosed(closing)
    const { key } = record
    const run: Run = { record, isLost: false, writes: Promise.resolve() }
    // Before it is stored, since this instance may look for calls that nobody owns at any time.
    if (!runs.has(key)) runs.set(key, run)
    const written = put(record, expected)
    run.writes = written.catch(() => {})
    let isOurs = false
    try {
      isOurs = await written
    } finally {
      if (isOurs) runs.set(key, run)
      else if (runs.get(key) === run) runs.delete(key)
    }
    return isOurs ? run : undefined
  }

  /** Without a result, the journal has the outcome, or will have it. */
  function begin(run: Run | undefined, ...start: Start): Promise<CallToolResult | undefined> {
    if (!run) return Promise.resolve(undefined)
    const work = perform(run, ...start).finally(() => end(run))
    run.done = work.catch(() => {})
    return work
  }

  /** `question`: what the entry becomes again if the answer cannot be sent. */
  async function perform(run: Run, ...[options, resume, question]: Start): Promise<CallToolResult | undefined> {
    const { call } = run.record
    const isRecovery = resume && !question
    const stopRenewing = renew(run)
    try {
      const connected = await connection()
      // A process that was paused for longer than its lease must not send: somebody else may have ended the call.
      const isLate = ownership === 'lease' && run.record.until <= environment.now()
      if (run.isLost || (isLate && !(await save(run)))) return undefined
      const result = await connected.callTool(call.name, call.arguments, {
        ...options,
        inputRequired: 'return',
        resume,
        onResumable(position) {
          const isWritten = !run.position
          run.position = position
          // One write at a time: the newest position is enough.
          if (isWritten) void save(run, () => ({ resume: takePosition(run), failures: undefined })).catch(() => {})
        },
      })
      // An answer elsewhere must find the entry as it is now.
      stopRenewing()
      if (!('continuation' in result))
        return (await save(run, () => ended({ status: 'answered', result })).catch(() => true)) ? result : undefined
      const { continuation, inputRequests } = result
      const waiting: Change = {
        continuation,
        resume: undefined,
        call: { status: 'waiting', question: inputRequests },
      }
      await save(run, () => waiting).catch(() => {})
      return undefined
    } catch (error) {
      stopRenewing()
      const { code, delivery, message } = describe(error)
      const isUnsent = delivery === 'not-executed'
      // An earlier owner has sent it.
      const isUnknown = delivery === 'unknown' || (isRecovery && isUnsent)
      const isAway = /^connect/.test(code) || (isUnsent && code !== 'session-lost')
      // Whoever comes next goes on: this one was closed, or could not reach the server on behalf of an earlier one.
      const isLeft = run.record.resume && (code === 'closed' || (isRecovery && isAway))
      const ending = (): Change => {
        if (question && isUnsent) return question
        if (isLeft) return isRecovery && !closing.aborted ? later(run.record) : { until: 0 }
        const failure = { code, delivery: isUnknown ? ('unknown' as const) : delivery, message }
        return ended({ status: isUnknown ? 'unknown' : 'failed', error: failure })
      }
      if (!(await save(run, ending).catch(() => true))) return undefined
      throw error
    }
  }

  function end(run: Run): void {
    const { key } = run.record
    if (runs.get(key) === run) runs.delete(key)
    onEnd()
    if (closing.aborted && !runs.size) leave()
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

  async function giveUp(run: Run, message: string): Promise<void> {
    const change = ended({ status: 'unknown', error: { code: 'durable', delivery: 'unknown', message } })
    await save(run, () => change).finally(() => end(run))
  }

  function changed(record: JournalRecord, { call, ...rest }: Change): JournalRecord {
    const now = environment.now()
    const { revision } = record
    const next = { ...record.call, ...call, ...(call && { updatedAt: now }) }
    return { ...record, owner: me, until: now + lease, ...rest, revision: revision + 1, call: next }
  }

  function ended(call: Partial<DurableCall>): Change {
    const gone = { resume: undefined, continuation: undefined }
    return { ...gone, expires: environment.now() + keep, call: { question: undefined, ...call } }
  }

  /** All owners wait: otherwise two tabs would take a call from each other without end while the server is away. */
  function later({ failures = 0 }: JournalRecord): Change {
    const pause = Math.min(MAX_PAUSE, 1_000 * 2 ** failures) * (1 + environment.random()) * 0.5
    return { until: 0, failures: failures + 1, notBefore: environment.now() + pause }
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
}

export function closedError(delivery?: Delivery): ClosedError {
  return new ClosedError(CLOSED, { ...(delivery && { delivery }) })
}

export function refuseIfClosed({ aborted }: AbortSignal): void {
  if (aborted) throw closedError('not-executed')
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
