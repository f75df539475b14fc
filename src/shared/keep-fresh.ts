/** Keeps the lists of a server fresh, for as long as its client is open: listens to it, and reads what may have changed. */
import { backoff } from '../core/util/backoff.ts'
import type { Environment } from '../core/util/environment.ts'

/** What is needed of a client. */
export interface FreshClient {
  readonly server: { readonly capabilities?: object | undefined }
  readonly connection: { readonly status: string; readonly reachable: boolean; readonly listening: string }
  subscribe(listener: () => void): () => void
  listen(filter: object, options: { reopen: true }): AsyncIterable<{ type: string }>
  ping(): Promise<void>
}

export interface FreshListsOptions<Name extends string> {
  names: readonly Name[]
  /** Whether to listen, and to ask a server out of reach whether it is back. */
  isActive: boolean
  /** Reads a list. Resolves with whether it changed, or rejects. */
  read(name: Name): Promise<boolean>
  /** Called with the reason when listening ends, and without one when it works. */
  onListening(error?: unknown): void
}

export interface FreshLists<Name extends string> {
  /** Reads all lists for the first time, as soon as no change can be missed. `isKnown`: they were read before. */
  start(isKnown?: boolean): Promise<void>
  /** Reads these lists soon, but not too often. */
  request(names: readonly Name[]): void
  /** Reads all lists now, and listens again if that failed. Never rejects. */
  refresh(): Promise<void>
  stop(): void
}

export function keepFresh<Name extends string>(
  environment: Environment,
  client: FreshClient,
  { names, isActive, read, onListening }: FreshListsOptions<Name>,
): FreshLists<Name> {
  /** Milliseconds to wait for a subscription before the first read; one that starts later makes the lists read again. */
  const maxWait = 250
  const { setTimer, random } = environment
  const { capabilities } = client.server as { capabilities?: Record<string, { listChanged?: boolean } | undefined> }
  // Without capabilities the server may support anything.
  const reported = names.filter((name) => isActive && (!capabilities || capabilities[name]?.listChanged))
  const failed = new Set<Name>()
  const reads = new Map(names.map((name) => [name, createPacedReads(environment, () => readOnce(name))]))
  let isStarted = false
  let isStopped = false
  let isListening = false
  let wasReachable = true
  let pings = 0
  let stopPing: (() => void) | undefined
  /** The ends of the delays that run. */
  const waits = new Set<() => void>()
  let setListening = () => {}
  const listening = new Promise<void>((resolve) => {
    setListening = resolve
  })
  const unsubscribe = client.subscribe(check)
  if (reported.length) void listen().finally(setListening)
  else setListening()
  return { start, request, refresh, stop }

  async function start(isKnown?: boolean): Promise<void> {
    isStarted = !!isKnown
    if (isKnown) return
    // A change between a read and the start of the subscription would be missed.
    await wait(maxWait, listening)
    isStarted = true
    await readAll()
  }

  function request(asked: readonly Name[]): void {
    for (const name of asked) if (!isStopped) reads.get(name)?.request()
  }

  async function readAll(): Promise<void> {
    await Promise.all([...reads.values()].map((one) => one.now()))
  }

  async function refresh(): Promise<void> {
    wake()
    await readAll()
  }

  function stop(): void {
    isStopped = true
    unsubscribe()
    stopPing?.()
    wake()
    for (const one of reads.values()) one.stop()
  }

  async function readOnce(name: Name): Promise<boolean> {
    try {
      failed.delete(name)
      return await read(name)
    } catch {
      failed.add(name)
      return false
    }
  }

  /** Ends with the client. */
  async function listen(): Promise<void> {
    const filter = Object.fromEntries(reported.map((name) => [`${name}ListChanged`, true]))
    for (let retries = 0; !isStopped; retries++) {
      try {
        isListening = true
        for await (const { type } of client.listen(filter, { reopen: true })) {
          if (isStopped) return
          retries = 0
          onListening()
          setListening()
          if (names.includes(type as Name)) request([type as Name])
          else if (isStarted && type !== 'closed') request(names)
        }
        return
      } catch (error) {
        if (isStopped || client.connection.status === 'closed') return
        onListening(error)
        setListening()
        await wait((error as { retryable?: boolean } | null)?.retryable ? delayOf(retries) : undefined)
      } finally {
        isListening = false
      }
    }
  }

  /** Waits so long, or for the promise, or until somebody wakes it. */
  async function wait(milliseconds: number | undefined, until?: Promise<void>): Promise<void> {
    let stopTimer: (() => void) | undefined
    const woken = new Promise<void>((resolve) => {
      waits.add(resolve)
      if (milliseconds !== undefined) stopTimer = setTimer(resolve, milliseconds)
      void until?.then(resolve)
    })
    await woken
    stopTimer?.()
  }

  function wake(): void {
    for (const end of waits) end()
    waits.clear()
  }

  function delayOf(retries: number): number {
    return backoff(retries, 1_000, 2, 60_000) * (0.8 + 0.2 * random())
  }

  /** A server that is back is noticed: by the client, if it listens, else by asking. */
  function check(): void {
    const { status, reachable, listening } = client.connection
    if (reachable && !wasReachable) {
      wake()
      request([...failed])
    }
    wasReachable = reachable
    const isNoticed = isListening && (listening === 'degraded' || status !== 'connected')
    const isAway = (!reachable || status === 'failed') && !isNoticed && isActive
    if (!isAway) {
      pings = 0
      stopPing?.()
      stopPing = undefined
    } else
      stopPing ??= setTimer(
        () => {
          const sent = client.ping().catch(() => {})
          void sent.then(() => {
            stopPing = undefined
            if (!isStopped) check()
          })
        },
        delayOf(pings++),
        true,
      )
  }
}

/**
 * Reads something again when it may have changed: at most once a second, and ever more rarely while it stays the same.
 */
interface PacedReads {
  /** Reads soon. */
  request(): void
  /** Reads now; if a read is under way, once more after it. Resolves after that. Never rejects. */
  now(): Promise<void>
  /** Forgets what was requested. */
  stop(): void
}

/** `read` resolves with whether something changed, and never rejects. */
function createPacedReads({ monotonic, setTimer }: Environment, read: () => Promise<boolean>): PacedReads {
  /** Milliseconds between two reads: some servers report a change whenever something is read. */
  const minInterval = 1_000
  const maxInterval = 60_000
  let interval = minInterval
  let readAt = -Infinity
  let running: Promise<void> | undefined
  let isWanted = false
  let stopTimer: (() => void) | undefined
  return {
    request() {
      if (running) isWanted = true
      else if (!stopTimer) plan()
    },
    async now() {
      await running
      await (running ?? run())
    },
    stop() {
      isWanted = false
      stopTimer?.()
      stopTimer = undefined
    },
  }

  function plan(): void {
    const wait = readAt + interval - monotonic()
    // A server that was quiet for that long reports changes that are worth a look.
    if (wait <= 0) interval = minInterval
    stopTimer = setTimer(() => void run(), Math.max(wait, 0), true)
  }

  function run(): Promise<void> {
    stopTimer?.()
    stopTimer = undefined
    readAt = monotonic()
    isWanted = false
    running = read().then((isChanged) => {
      running = undefined
      interval = isChanged ? minInterval : Math.min(maxInterval, 2 * interval)
      if (isWanted) plan()
    })
    return running
  }
}
