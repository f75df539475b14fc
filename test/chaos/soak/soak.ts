/** A soak: rounds of many clients on disturbed servers. After each round all is judged, and what may not grow is measured. */
import { setTimeout as wait } from 'node:timers/promises'
import { createRandomChoices } from '../../simulation/random-choices.ts'
import { createDisturbances } from './faults.ts'
import { createLedger } from './ledger.ts'
import { compareHandles, countHandles, createWatchedSignal, measureMemory, trendOf } from './measure.ts'
import { createSoakServer, KINDS, type SoakServer } from './servers.ts'
import { createSoakClient } from './soak-client.ts'
import { runGroup } from './soak-group.ts'

export interface SoakOptions {
  seed: number
  /** Rounds, of which a third at the beginning is the warm-up of the measurement. */
  rounds: number
  /** Milliseconds of one round. */
  roundLength: number
  /** Milliseconds between two calls of a client, on average. */
  pace: number
}

export interface SoakReport {
  seed: number
  clients: number
  calls: number
  outcomes: Record<string, number>
  faults: Record<string, number>
  /** Bytes in use after each round. */
  memory: number[]
  /** After the warm-up: the end over the beginning, and bytes per round. */
  ratio: number
  slope: number
  handles: string[]
  listeners: number
  /** Of the process, with their stacks. They are printed, and are no violations. */
  warnings: string[]
  violations: string[]
}

/** Clients of each kind; the first one lives as long as the soak. With the group they are 64. */
const CLIENTS_OF_KIND = 4
const GROUP_KINDS = [0, 4, 5, 14]
/** Of memory, the end over what it was after the warm-up. In short runs the engine still compiles and optimises. */
const MAX_GROWTH = 1.05
const MAX_GROWTH_SHORT = 1.15
/** Rounds from which on a run is not short. */
const LONG = 60
/** Milliseconds in which everything must come to its end after a round. */
const MAX_SETTLING = 6_000
/** Milliseconds that the servers need for what clients have given up. */
const REST = 400
/** Milliseconds between two disturbances of a server. */
const DISTURBANCE = 150

export async function soak({ seed, rounds, roundLength, pace }: SoakOptions): Promise<SoakReport> {
  const random = createRandomChoices(seed)
  const ledger = createLedger()
  const disturbances = createDisturbances(random)
  const { signal: shared, listeners } = createWatchedSignal()
  const handles = countHandles()
  const violations: string[] = []
  const memory: number[] = []
  const warmUp = Math.ceil(rounds / 3)
  process.on('unhandledRejection', (reason) => ledger.add(`unhandled rejection: ${(reason as Error)?.stack ?? reason}`))
  const warnings: string[] = []
  process.on('warning', ({ name, message, stack }) => {
    if (name === 'MaxListenersExceededWarning') ledger.add(`${name}: ${message}`)
    else warnings.push(stack ?? `${name}: ${message}`)
  })

  /** Servers by the clients that use them: the one that stays, and the others of its kind. */
  const staying: SoakServer[] = []
  const passing: SoakServer[] = []
  const grouped: SoakServer[] = []
  const common = { ledger, random, shared, pace }
  const clients = KINDS.flatMap((kind, index) =>
    Array.from({ length: CLIENTS_OF_KIND }, (_, number) => {
      // The tokens of a server that was replaced are worth nothing, and there is nobody to sign in again.
      const stays = number === 0 && kind.with !== 'oauth'
      const server = () => (stays ? staying : passing)[index]!
      return { stays, client: createSoakClient({ ...common, name: `${kind.name} ${number}`, kind, server }) }
    }),
  )

  let firstListeners = 0
  for (let round = 1; round <= rounds; round++) {
    await runRound(round)
    memory.push(await measureMemory())
    if (round === warmUp) firstListeners = listeners()
  }
  for (const { client } of clients) await client.close()
  await expectNoStreams(staying, 'after the last round')
  for (const server of staying) await server.close()
  await wait(REST)
  violations.push(...ledger.judge())
  const left = compareHandles(handles, countHandles())
  violations.push(...left)
  if (listeners() > Math.max(1, firstListeners)) {
    violations.push(`listeners on the signal of the callers grew from ${firstListeners} to ${listeners()}`)
  }
  const { ratio, slope } = trendOf(memory.slice(warmUp - 1))
  if (ratio > (rounds < LONG ? MAX_GROWTH_SHORT : MAX_GROWTH))
    violations.push(`memory grew to ${ratio.toFixed(3)} of what it was after the warm-up`)
  return {
    seed,
    clients: clients.length + GROUP_KINDS.length,
    calls: ledger.calls,
    outcomes: Object.fromEntries([...ledger.outcomes].sort()),
    faults: Object.fromEntries([...disturbances.hits].sort()),
    memory,
    ratio,
    slope,
    handles: left,
    listeners: listeners(),
    warnings,
    violations,
  }

  async function runRound(round: number): Promise<void> {
    const retired = KINDS.flatMap((kind, index) => {
      const old = staying[index]
      const origin = `https://server-${index}.example`
      staying[index] = createSoakServer(kind, ledger, origin)
      passing[index] = createSoakServer(kind, ledger, origin)
      return old ? [old] : []
    })
    for (const [index, kind] of GROUP_KINDS.entries()) {
      grouped[index] = createSoakServer(KINDS[kind]!, ledger, `https://group-${index}.example`)
    }
    for (const server of retired) await server.close()

    const end = performance.now() + roundLength
    const isOver = () => performance.now() >= end
    const servers = GROUP_KINDS.map((kind, index) => ({ kind: KINDS[kind]!, server: grouped[index]! }))
    const running = Promise.all([
      ...clients.map(({ client, stays }) => client.runRound(isOver, stays)),
      runGroup({ ...common, name: 'group', servers }, isOver),
    ])
    const all = [...staying, ...passing, ...grouped]
    while (!isOver()) {
      for (const server of all) if (random.chance(DISTURBANCE / 1_000)) disturbances.disturb(server)
      await wait(DISTURBANCE)
    }
    const settling = new AbortController()
    await Promise.race([running, wait(MAX_SETTLING, undefined, settling).catch(() => {})])
    settling.abort()
    disturbances.stop()
    await expectNoStreams([...passing, ...grouped], `after round ${round}`)
    for (const server of [...passing, ...grouped]) await server.close()
    await wait(REST)
    violations.push(...ledger.judge().map((violation) => `round ${round}: ${violation}`))
  }

  async function expectNoStreams(servers: readonly SoakServer[], when: string): Promise<void> {
    await Promise.all(
      servers.map(({ journal, url }) =>
        journal.expectNoOpenStreams().catch((error: Error) => violations.push(`${when}: ${url}: ${error.message}`)),
      ),
    )
  }
}
