/** Runs the plan of a call run and returns the evidence. */
import { getEventListeners } from 'node:events'
import type { Client } from '../../../src/core/index.ts'
import { advanceBy, advanceUntil, LONGEST_CALL, RECOVERY_TIME } from '../advance-time.ts'
import { awaitConnect } from '../await-connect.ts'
import { NO_FAULTS } from '../network/faults.ts'
import { createNetwork, type Network } from '../network/network.ts'
import { createRandomChoices } from '../random-choices.ts'
import { isSettled } from '../tracked-operation.ts'
import { createVirtualWorld, type VirtualWorld } from '../virtual-time/virtual-world.ts'
import { countExecutions } from './count-executions.ts'
import { type CallEvidence, createCallEvidence } from './evidence.ts'
import type { CallPlan, PlannedCall } from './plan.ts'
import { createRecordingStore } from './recording-store.ts'
import { findDetachedCalls, resumeWithSecondClient } from './resume-with-second-client.ts'
import { withHabit } from './server-habits.ts'
import { startCall } from './started-call.ts'

export async function runCallPlan(plan: CallPlan): Promise<CallEvidence> {
  const eventStore = createRecordingStore()
  const world = createVirtualWorld({ seed: plan.seed, store: eventStore.store })
  const { clock, server } = world
  const fetch = withHabit(world.fetch, plan.habit, clock)
  await server.configure(plan.server)
  const random = createRandomChoices(~plan.seed)
  const network = createNetwork({ clock, server, fetch, random, faults: plan.faults })
  const evidence = createCallEvidence(plan, clock.now(), network, eventStore)
  const client = await connectClient(world, network, evidence)
  if (client) await runCalls(world, network, evidence, client)
  // A failed connect() does not wait for its DELETE, which has two seconds.
  if (!client) await advanceBy(world, evidence, 2_500)
  evidence.timersLeft = world.timers()
  const detached = findDetachedCalls(evidence)
  const second = createNetwork({ clock, server, fetch, random: createRandomChoices(0), faults: NO_FAULTS })
  if (detached.length > 0) evidence.resumed = await resumeWithSecondClient(world, second.fetch, detached)
  await advanceBy(world, evidence, LONGEST_CALL)
  evidence.journal = await server.journal()
  evidence.executions = await countExecutions(world, plan)
  await server.act({ restart: true })
  return evidence
}

function connectClient(world: VirtualWorld, network: Network, evidence: CallEvidence): Promise<Client | undefined> {
  const { client: options } = evidence.plan
  const url = options.transport === 'sse' ? world.server.sseUrl : world.server.url
  return awaitConnect(world, network, evidence, world.connect({ ...options, url, fetch: network.fetch }))
}

async function runCalls(world: VirtualWorld, network: Network, evidence: CallEvidence, client: Client): Promise<void> {
  const { clock, server } = world
  const { plan, calls } = evidence
  const shared = new AbortController()
  let closed: 'no' | 'closing' | 'yes' = 'no'
  const isUsable = () => closed === 'no' && !evidence.stuck
  const start = (call: PlannedCall) => startCall(clock, client, call, shared.signal, closed !== 'no')
  for (const call of plan.calls) clock.schedule(call.at, () => calls.push(start(call)))
  for (const { at, act } of plan.acts) {
    clock.schedule(at, () => {
      network.disturbances.push(`${Object.entries(act)[0]!.join(' ')} @ ${describeState(evidence)}`)
      void server.act(act)
    })
  }
  if (plan.pings !== undefined) ping(plan.pings)
  if (plan.closeAt !== undefined) clock.schedule(plan.closeAt, close)
  await advanceUntil(world, evidence, () => calls.length === plan.calls.length && calls.every(isSettled))
  network.stopFaults()
  if (isUsable()) {
    await advanceBy(world, evidence, plan.client.transport === 'sse' ? RECOVERY_TIME.sse : RECOVERY_TIME.streamable)
  }
  if (isUsable()) {
    const finalCall = start(FINAL_CALL)
    evidence.finalCall = finalCall
    await advanceUntil(world, evidence, () => isSettled(finalCall))
    evidence.finalStatus = client.connection.status
  }
  if (closed === 'no') close()
  await advanceUntil(world, evidence, () => closed === 'yes')
  evidence.signalListeners = getEventListeners(shared.signal, 'abort').length

  function ping(interval: number): void {
    if (closed !== 'no' || (calls.length === plan.calls.length && calls.every(isSettled))) return
    void server.act({ serverRequest: { method: 'ping' } })
    clock.schedule(interval, () => ping(interval))
  }

  function close(): void {
    network.disturbances.push(`close @ ${describeState(evidence)}`)
    closed = 'closing'
    evidence.closedAt = clock.now()
    const closing = plan.detach ? client.detach() : client.close()
    void closing.then(() => {
      closed = 'yes'
      evidence.closeTook = clock.now() - evidence.closedAt
    })
  }
}

const FINAL_CALL: PlannedCall = {
  at: 0,
  tag: 'last',
  tool: 'echo',
  args: { tag: 'last', text: 'last' },
  expected: 'last',
  progress: false,
  timeout: 20_000,
  abortAt: undefined,
}

/** What the client is doing, as far as the network can tell. */
function describeState({ exchanges, calls }: CallEvidence): string {
  const open = exchanges.filter(({ endedAt }) => endedAt === undefined)
  if (open.some(({ phase }) => phase === 'replacing session')) return 'replacing session'
  const waiting = calls.filter((call) => !isSettled(call)).length
  const served = open.filter(({ phase }) => phase === 'calling' || phase === 'resuming').length
  if (waiting > served) return 'waiting for a reconnect'
  if (waiting > 0) return 'in flight'
  return served > 0 ? 'draining' : 'idle'
}
