/** The servers that run: one for all gentle combinations of a mode, another one for those that kill it. */
import type { Combination } from './combinations.ts'
import type { Control } from './control.ts'
import type { Pulse } from './pulse.ts'
import { type ServerProcess, startServer } from './server-process.ts'

export interface Servers {
  /** Starts it unless it runs; it ends when it is not used for a while. */
  use<T>(combination: Combination, run: (server: ServerProcess) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

interface Running {
  started: Promise<ServerProcess>
  users: number
  unfollow(): void
  /** Ends it unless somebody takes it before. */
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Milliseconds without a user after which a server ends. */
const IDLE = 5_000

export function createServers(control: Control, pulse: Pulse): Servers {
  const running = new Map<string, Running>()
  /** One server starts at a time. */
  let starting: Promise<unknown> = Promise.resolve()
  return { use, stop }

  async function use<T>(combination: Combination, run: (server: ServerProcess) => Promise<T>): Promise<T> {
    const key = keyOf(combination)
    const entry = running.get(key) ?? start(combination)
    entry.users += 1
    clearTimeout(entry.timer)
    try {
      return await run(await entry.started)
    } finally {
      entry.users -= 1
      if (entry.users === 0) entry.timer = setTimeout(() => void end(key, entry), IDLE)
    }
  }

  function start({ mode, fault }: Combination): Running {
    const started = starting.then(() => startServer(mode, control.origin))
    const entry: Running = { started, users: 0, unfollow: () => {}, timer: undefined }
    started.then(
      ({ port }) => {
        entry.unfollow = pulse.follow(port)
      },
      () => {},
    )
    starting = started.catch(() => {})
    running.set(keyOf({ mode, fault }), entry)
    return entry
  }

  async function end(key: string, entry: Running): Promise<void> {
    running.delete(key)
    clearTimeout(entry.timer)
    entry.unfollow()
    await entry.started.then(({ kill }) => kill()).catch(() => {})
  }

  async function stop(): Promise<void> {
    await Promise.all([...running].map(([key, entry]) => end(key, entry)))
  }
}

const keyOf = ({ mode, fault }: Pick<Combination, 'mode' | 'fault'>) => `${mode.name} ${fault.endsServer ?? false}`
