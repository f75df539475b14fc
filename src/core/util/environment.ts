/** The clock, timers and randomness: what the client takes from its runtime besides `fetch`. The simulation replaces them. */

/** Runs `run` later; the returned function cancels it. A `background` timer does not keep a process alive. */
export type SetTimer = (run: () => void, milliseconds: number, background?: boolean) => () => void

/** The network is back, the page was frozen or in the back/forward cache and runs again, or its tab is shown again. */
export type PageEvent = 'online' | 'restored' | 'visible'

export interface Environment {
  /** Milliseconds since the epoch, for dates. People and time servers set this clock. */
  now(): number
  /** Milliseconds since some start, for durations: this clock is never set. It may stand still while the machine sleeps. */
  monotonic(): number
  setTimer: SetTimer
  random(): number
  /** Whether a browser sends the requests, which limits the connections to one server. */
  inPage?(): boolean
  /** Calls the listener for each of these events where they exist. The returned function ends that. */
  watchPage?(listener: (event: PageEvent) => void): () => void
}

/** The longest delay of `setTimeout`; a longer one overflows and fires at once. */
const MAX_DELAY = 2 ** 31 - 1

export const setTimer: SetTimer = (run, milliseconds, background) => {
  const timer = setTimeout(run, Math.min(milliseconds, MAX_DELAY))
  // Node, Deno and Bun return an object that can be unreferenced; elsewhere it is a number.
  if (background) (timer as { unref?(): void }).unref?.()
  return () => clearTimeout(timer)
}

export const systemEnvironment: Environment = {
  // Functions of its own: bundlers keep an unused object that reads members of globals.
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimer,
  random: () => Math.random(),
  inPage: () => !!(globalThis as { location?: unknown }).location,
  watchPage,
}

/** Shared by all clients that cannot watch a page. */
const unwatched = () => {}

/** Web workers have the first event only, and other runtimes have none. */
function watchPage(listener: (event: PageEvent) => void): () => void {
  if (!('ononline' in globalThis)) return unwatched
  const { document } = globalThis as { document?: EventTarget & { visibilityState?: string } }
  const ends = [
    on(globalThis, 'online', () => listener('online')),
    on(globalThis, 'pageshow', (event) => (event as { persisted?: boolean }).persisted && listener('restored')),
    // In Chromium, a response that was open when the page was frozen may never bring another byte.
    on(document, 'resume', () => listener('restored')),
    on(document, 'visibilitychange', () => document!.visibilityState === 'visible' && listener('visible')),
  ]
  return () => {
    for (const end of ends) end()
  }
}

function on(target: Partial<EventTarget> | undefined, type: string, listener: (event: Event) => void): () => void {
  // Other runtimes have `addEventListener` too, but not the events.
  if (!target || !(`on${type}` in target)) return () => {}
  target.addEventListener!(type, listener)
  return () => target.removeEventListener!(type, listener)
}
