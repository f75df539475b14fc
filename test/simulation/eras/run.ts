/** Runs the plan of an era run and returns the evidence. */
import { getEventListeners } from 'node:events'
import type { Client, Snapshot } from '../../../src/core/index.ts'
import { advanceBy, advanceUntil, LONGEST_CALL, RECOVERY_TIME } from '../advance-time.ts'
import { awaitConnect } from '../await-connect.ts'
import { isSettled } from '../tracked-operation.ts'
import type { EraEvidence } from './evidence.ts'
import type { EraPlan, PlannedAct } from './plan.ts'
import type { PlannedOperation } from './plan-operation.ts'
import { createEraSetup, type EraSetup, startSecondReader, takeSnapshot } from './setup.ts'
import { startListener } from './started-listener.ts'
import { type StartedOperation, startOperation } from './started-operation.ts'

/** More changes than a subscription may queue. */
const MANY_CHANGES = 1_010

export async function runEraPlan(plan: EraPlan): Promise<EraEvidence> {
  const setup = createEraSetup(plan)
  const { world, server, evidence, user } = setup
  const snapshot = await takeSnapshot(setup)
  await server.setOffer(plan.offer)
  evidence.startedAt = world.clock.now()
  const client = await connectClient(setup, snapshot)
  if (client) await runOperations(setup, client)
  // A failed connect() does not wait for its DELETE, which has two seconds.
  if (!client) await advanceBy(world, evidence, 2_500)
  evidence.timersLeft = world.timers()
  evidence.pendingElicitations = [...user.unanswered].filter(({ aborted }) => !aborted).length
  await advanceBy(world, evidence, LONGEST_CALL)
  evidence.journal = await world.server.journal()
  await world.server.act({ restart: true })
  return evidence
}

function connectClient(
  { world, network, eraCache, cacheStore, user, evidence }: EraSetup,
  snapshot: Snapshot | undefined,
): Promise<Client | undefined> {
  const connecting = world.connectAny({
    fetch: network.fetch,
    eraCache,
    cache: cacheStore,
    keepAlive: evidence.plan.keepAlive,
    ...(evidence.plan.probeTimeout && { probeTimeout: evidence.plan.probeTimeout }),
    timeout: 20_000,
    maxTotalTimeout: 40_000,
    handlers: { elicit: user.elicit },
    cachePartition: () => evidence.partitions.at(-1)!.partition,
    onEvent(event) {
      if (event.type === 'era' || event.type === 'warning') evidence.events.push({ at: world.clock.now(), event })
    },
    ...(snapshot && { snapshot }),
  })
  return awaitConnect(world, network, evidence, connecting)
}

async function runOperations(setup: EraSetup, client: Client): Promise<void> {
  const { world, network, evidence } = setup
  const { clock } = world
  const { plan, operations, listeners } = evidence
  const shared = new AbortController()
  let closed: 'no' | 'closing' | 'yes' = 'no'
  const start = (operation: PlannedOperation) =>
    startOperation(clock, client, operation, shared.signal, closed !== 'no')
  for (const operation of plan.operations) clock.schedule(operation.at, () => operations.push(start(operation)))
  for (const listener of plan.listeners) {
    clock.schedule(listener.at, () => closed === 'no' && listeners.push(startListener(clock, client, listener)))
  }
  for (const { at, act } of plan.acts) clock.schedule(at, () => void perform(setup, act))
  const closeSecondReader = startSecondReader(setup)
  if (plan.closeAt !== undefined) clock.schedule(plan.closeAt, close)
  const isDone = () => operations.length === plan.operations.length && operations.every(isSettled)
  await advanceUntil(world, evidence, isDone)
  network.stopFaults()
  if (closed === 'no') await recover(setup, client, () => (closed === 'no' ? start(FINAL_CALL) : undefined))
  for (const listener of listeners) if (listener.plan.readsLate) listener.read()
  await clock.settle()
  if (closed === 'no') close()
  let isSecondClosed = false
  void closeSecondReader().then(() => {
    isSecondClosed = true
  })
  await advanceUntil(world, evidence, () => closed === 'yes' && isSecondClosed)
  evidence.signalListeners = getEventListeners(shared.signal, 'abort').length

  function close(): void {
    closed = 'closing'
    evidence.closedAt = clock.now()
    void client.close().then(() => {
      closed = 'yes'
      evidence.closeTook = clock.now() - evidence.closedAt
    })
  }
}

async function perform({ world, server, network, evidence }: EraSetup, act: PlannedAct): Promise<void> {
  const isHarmless = 'partition' in act || 'update' in act || 'announce' in act
  if (!isHarmless) network.disturbances.push(`${Object.entries(act)[0]!.join(' ')} @ eras`)
  if ('partition' in act) evidence.partitions.push({ at: world.clock.now(), partition: act.partition })
  else await server.act(act)
}

/** Milliseconds in which a client notices a change, even if it has to open its stream again for that. */
const NOTICE_TIME = 20_000

/** Gives the client time to recover; then a call must work, and a change must reach the listeners. */
async function recover(
  { world, server, evidence }: EraSetup,
  client: Client,
  startFinalCall: () => StartedOperation | undefined,
): Promise<void> {
  await advanceBy(world, evidence, server.offer.overSse ? RECOVERY_TIME.sse : RECOVERY_TIME.streamable)
  const finalCall = evidence.stuck ? undefined : startFinalCall()
  if (!finalCall) return
  evidence.finalCall = finalCall
  if (evidence.listeners.some(({ plan }) => plan.readsLate)) await server.act({ announce: MANY_CHANGES })
  await advanceUntil(world, evidence, () => isSettled(finalCall))
  evidence.connection = client.connection
  await server.act({ announce: 1 })
  // A stream with a fault from before may break only now, with the first bytes that it carries.
  await advanceBy(world, evidence, NOTICE_TIME)
  evidence.listeningAtEnd = client.connection.listening
}

const FINAL_CALL: PlannedOperation = {
  at: 0,
  tag: 'last',
  kind: 'call',
  tool: 'echo',
  args: { tag: 'last', text: 'last' },
  expected: 'last',
  progress: false,
  harmless: true,
  retry: 'never',
  cacheMode: 'default',
  timeout: 20_000,
  abortAt: undefined,
}
