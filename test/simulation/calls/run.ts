/** Plays what a seed stands for, and brings back the evidence. */
import { getEventListeners } from 'node:events'
import type { Client } from '../../../src/core/index.ts'
import { createVirtualWorld, type VirtualWorld } from '../../virtual-time/virtual-world.ts'
import { happens, LONGEST, pass } from '../advance-time.ts'
import { arrive } from '../await-connect.ts'
import { createNetwork, type Network } from '../network/network.ts'
import { createDice } from '../random-choices.ts'
import { isSettled } from '../tracked-operation.ts'
import { countExecutions } from './count-executions.ts'
import { createEvidence, type Evidence } from './evidence.ts'
import type { Plan, PlannedCall } from './plan.ts'
import { createStoreRecord } from './recording-store.ts'
import { leftBehind, resumeElsewhere } from './resume-elsewhere.ts'
import { startCall } from './started-call.ts'

/** Long enough for every wait of a client that heals; with HTTP+SSE it must first notice that a stream is dead. */
export const RECOVERY = { streamable: 75_000, sse: 400_000 }

export async function play(plan: Plan): Promise<Evidence> {
  const record = createStoreRecord()
  const world = createVirtualWorld({ seed: plan.seed, store: record.store })
  const { clock, server } = world
  await server.configure(plan.server)
  const network = createNetwork({
    clock,
    server,
    fetch: world.fetch,
    dice: createDice(~plan.seed),
    faults: plan.faults,
  })
  const evidence = createEvidence(plan, clock.now(), network, record)
  const client = await enter(world, network, evidence)
  if (client) await perform(world, network, evidence, client)
  // A failed connect() does not wait for its farewell, which has two seconds.
  if (!client) await pass(world, evidence, 2_500)
  evidence.timersLeft = world.timers()
  const left = leftBehind(evidence)
  const elsewhere = createNetwork({ clock, server, fetch: world.fetch, dice: createDice(0), faults: NO_FAULTS })
  if (left.length > 0) evidence.resumed = await resumeElsewhere(world, elsewhere.fetch, left)
  await pass(world, evidence, LONGEST)
  evidence.journal = await server.journal()
  evidence.executions = await countExecutions(world, plan)
  await server.act({ restart: true })
  return evidence
}

function enter(world: VirtualWorld, network: Network, evidence: Evidence): Promise<Client | undefined> {
  const { client: options } = evidence.plan
  const url = options.transport === 'sse' ? world.server.sseUrl : world.server.url
  return arrive(world, network, evidence, world.connect({ ...options, url, fetch: network.fetch }))
}

async function perform(world: VirtualWorld, network: Network, evidence: Evidence, client: Client): Promise<void> {
  const { clock, server } = world
  const { plan, calls } = evidence
  const shared = new AbortController()
  let closed: boolean | undefined
  const begin = (call: PlannedCall) => startCall(clock, client, call, shared.signal, closed !== undefined)
  for (const call of plan.calls) clock.schedule(call.at, () => calls.push(begin(call)))
  for (const { at, act } of plan.acts) {
    clock.schedule(at, () => {
      network.struck.push(`${Object.entries(act)[0]!.join(' ')} @ ${stateOf(evidence)}`)
      void server.act(act)
    })
  }
  if (plan.closeAt !== undefined) clock.schedule(plan.closeAt, close)
  await happens(world, evidence, () => calls.length === plan.calls.length && calls.every(isSettled))
  network.calm()
  if (closed === undefined && !evidence.stuck) {
    await pass(world, evidence, plan.client.transport === 'sse' ? RECOVERY.sse : RECOVERY.streamable)
  }
  if (closed === undefined && !evidence.stuck) {
    evidence.last = begin(QUIET)
    await happens(world, evidence, () => isSettled(evidence.last!))
    evidence.lastStatus = client.connection.status
  }
  if (closed === undefined) close()
  await happens(world, evidence, () => closed === true)
  evidence.listeners = getEventListeners(shared.signal, 'abort').length

  function close(): void {
    network.struck.push(`close @ ${stateOf(evidence)}`)
    closed = false
    evidence.closedAt = clock.now()
    const left = plan.keep ? client.detach() : client.close()
    void left.then(() => {
      closed = true
      evidence.closeTook = clock.now() - evidence.closedAt
    })
  }
}

export const NO_FAULTS: Plan['faults'] = { rate: 0, kinds: [], afterConnecting: true }

/** A call with nothing to disturb it. */
const QUIET: PlannedCall = {
  at: 0,
  tag: 'last',
  tool: 'echo',
  args: { tag: 'last', text: 'last' },
  expected: 'last',
  progress: false,
  timeout: 20_000,
  abortAt: undefined,
}

/** What the client is at, as far as the network can tell. */
function stateOf({ exchanges, calls }: Evidence): string {
  const open = exchanges.filter(({ endedAt }) => endedAt === undefined)
  if (open.some(({ phase }) => phase === 'healing')) return 'healing'
  const waiting = calls.filter((call) => !isSettled(call)).length
  const served = open.filter(({ phase }) => phase === 'calling' || phase === 'resuming').length
  if (waiting > served) return 'waiting for a reconnect'
  if (waiting > 0) return 'in flight'
  return served > 0 ? 'draining' : 'idle'
}
