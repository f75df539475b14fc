/** The ledger of a soak: what each call came to at the client, and how often its tool ran at the server. */
import { isMcpError } from '../../../src/core/index.ts'

export interface Entry {
  key: string
  /** How often the tool ran. */
  executions: number
  /** The tool may run again when it is unknown whether it ran. */
  mayRunAgain: boolean
  /** The values of progress that were delivered. */
  progress: number[]
  outcome: Outcome | undefined
  /** The error, in words. */
  detail: string
}

/** `aborted` is a call that rejected with the reason of its own signal. */
export type Outcome = 'result' | 'aborted' | 'not-executed' | 'answered' | 'unknown' | 'untyped'

export interface Ledger {
  open(who: string, mayRunAgain?: boolean): Entry
  /** Called by the tools of the servers. */
  execute(key: string): void
  /** Waits for the call, and writes down what it came to. `reason` is that of its own signal. */
  settle(entry: Entry, call: Promise<unknown>, reason?: unknown): Promise<void>
  /** The same for what runs no tool: only its errors are judged. */
  watch(what: string, call: Promise<unknown>, reason?: unknown): Promise<boolean>
  /** Judges all calls so far, and forgets them. To be called when nothing runs. */
  judge(): string[]
  calls: number
  outcomes: Map<string, number>
  add(violation: string): void
}

/** How often a tool must have run, by outcome: at least and at most. */
const EXECUTIONS: Readonly<Record<Outcome, readonly [number, number]>> = {
  result: [1, 1],
  // None where a server refuses the request itself.
  answered: [0, 1],
  'not-executed': [0, 0],
  unknown: [0, 1],
  aborted: [0, 1],
  untyped: [0, 1],
}

export function createLedger(): Ledger {
  let entries = new Map<string, Entry>()
  /** What is neither a call of a tool nor settled. */
  const pending = new Set<string>()
  let violations: string[] = []
  const outcomes = new Map<string, number>()
  const ledger: Ledger = { open, execute, settle, watch, judge, calls: 0, outcomes, add }
  return ledger

  function open(who: string, mayRunAgain = false): Entry {
    ledger.calls += 1
    const key = `${who} #${ledger.calls}`
    const entry: Entry = { key, executions: 0, mayRunAgain, progress: [], outcome: undefined, detail: '' }
    entries.set(entry.key, entry)
    return entry
  }

  function execute(key: string): void {
    const entry = entries.get(key)
    if (entry) entry.executions += 1
    else add(`${key} ran after its call was judged`)
  }

  async function settle(entry: Entry, call: Promise<unknown>, reason?: unknown): Promise<void> {
    const outcome = await call.then(
      () => 'result' as const,
      (error) => {
        entry.detail = describe(error)
        return classify(error, reason)
      },
    )
    if (entry.outcome) add(`${entry.key} settled twice: ${entry.outcome} and ${outcome}`)
    entry.outcome = outcome
    count(outcome === 'result' || outcome === 'aborted' ? outcome : `${codeOf(entry.detail)} ${outcome}`)
    if (outcome === 'untyped') add(`${entry.key} failed with an error that is not typed: ${entry.detail}`)
  }

  async function watch(what: string, call: Promise<unknown>, reason?: unknown): Promise<boolean> {
    ledger.calls += 1
    const key = `${what} #${ledger.calls}`
    pending.add(key)
    try {
      await call
      return true
    } catch (error) {
      if (classify(error, reason) === 'untyped')
        add(`${key} failed with an error that is not typed: ${describe(error)}`)
      return false
    } finally {
      pending.delete(key)
    }
  }

  function judge(): string[] {
    for (const { key, executions, mayRunAgain, progress, outcome, detail } of entries.values()) {
      if (!outcome) {
        add(`${key} never settled`)
        continue
      }
      const [least, most] = EXECUTIONS[outcome]
      if (executions < least || (executions > most && !mayRunAgain)) {
        add(`${key} ran ${executions} times at the server, but the client says ${outcome}: ${detail}`)
      }
      if (!mayRunAgain && new Set(progress).size < progress.length) add(`${key} got progress twice: ${progress}`)
    }
    for (const key of pending) add(`${key} never settled`)
    entries = new Map()
    pending.clear()
    const found = [...new Set(violations)]
    violations = []
    return found
  }

  function count(outcome: string): void {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }

  function add(violation: string): void {
    violations.push(violation)
  }
}

function classify(error: unknown, reason: unknown): Outcome {
  if (reason !== undefined && error === reason) return 'aborted'
  return isMcpError(error) ? error.delivery : 'untyped'
}

function describe(error: unknown): string {
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown }
  const because = cause instanceof Error ? ` (${cause.message})` : ''
  return `${code ?? (error as Error)?.name ?? typeof error}: ${message ?? error}${because}`
}

function codeOf(detail: string): string {
  return detail.slice(0, detail.indexOf(':'))
}
