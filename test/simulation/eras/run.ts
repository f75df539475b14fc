/** Plays a run about eras, and brings back the evidence. */
import { getEventListeners } from 'node:events'
import type { Client, Snapshot } from '../../../src/core/index.ts'
import { happens, LONGEST, pass } from '../advance-time.ts'
import { arrive } from '../await-connect.ts'
import { RECOVERY } from '../calls/run.ts'
import { isSettled } from '../tracked-operation.ts'
import type { EraEvidence } from './evidence.ts'
import type { EraPlan, PlannedAct } from './plan.ts'
import type { PlannedVerb } from './plan-operation.ts'
import { createScene, prepare, readElsewhere, type Scene } from './setup.ts'
import { startListener } from './started-listener.ts'
import { startVerb } from './started-operation.ts'

/** More changes than may wait to be taken. */
const MANY = 1_010

export async function playEras(plan: EraPlan): Promise<EraEvidence> {
  const scene = createScene(plan)
  const { world, stage, evidence, user } = scene
  const snapshot = await prepare(scene)
  await stage.speak(plan.offer)
  evidence.startedAt = world.clock.now()
  const client = await enter(scene, snapshot)
  if (client) await perform(scene, client)
  // A failed connect() does not wait for its farewell, which has two seconds.
  if (!client) await pass(world, evidence, 2_500)
  evidence.timersLeft = world.timers()
  evidence.questionsLeft = [...user.pending].filter(({ aborted }) => !aborted).length
  await pass(world, evidence, LONGEST)
  evidence.journal = await world.server.journal()
  await world.server.act({ restart: true })
  return evidence
}

function enter({ world, network, memory, store, user, evidence }: Scene, snapshot?: Snapshot) {
  const connecting = world.connectAny({
    fetch: network.fetch,
    eraCache: memory,
    cache: store,
    keepAlive: evidence.plan.keepAlive,
    timeout: 20_000,
    maxTimeout: 40_000,
    handlers: { elicit: user.elicit },
    partition: () => evidence.partitions.at(-1)!.partition,
    onEvent(event) {
      if (event.type === 'era' || event.type === 'warning') evidence.events.push({ at: world.clock.now(), event })
    },
    ...(snapshot && { snapshot }),
  })
  return arrive(world, network, evidence, connecting)
}

async function perform(scene: Scene, client: Client): Promise<void> {
  const { world, network, evidence } = scene
  const { clock } = world
  const { plan, verbs, listeners } = evidence
  const shared = new AbortController()
  let closed: boolean | undefined
  const begin = (verb: PlannedVerb) => startVerb(clock, client, verb, shared.signal, closed !== undefined)
  for (const verb of plan.verbs) clock.schedule(verb.at, () => verbs.push(begin(verb)))
  for (const listener of plan.listeners) {
    clock.schedule(listener.at, () => closed === undefined && listeners.push(startListener(clock, client, listener)))
  }
  for (const { at, act } of plan.acts) clock.schedule(at, () => void direct(scene, act))
  const leave = readElsewhere(scene)
  if (plan.closeAt !== undefined) clock.schedule(plan.closeAt, close)
  await happens(world, evidence, () => verbs.length === plan.verbs.length && verbs.every(isSettled))
  network.calm()
  if (closed === undefined) await recover(scene, client, () => closed === undefined && begin(QUIET))
  for (const { plan, take } of listeners) if (plan.lazy) take()
  await clock.settle()
  if (closed === undefined) close()
  let isAlone = false
  void leave().then(() => {
    isAlone = true
  })
  await happens(world, evidence, () => closed === true && isAlone)
  evidence.signalListeners = getEventListeners(shared.signal, 'abort').length

  function close(): void {
    closed = false
    evidence.closedAt = clock.now()
    void client.close().then(() => {
      closed = true
      evidence.closeTook = clock.now() - evidence.closedAt
    })
  }
}

async function direct({ world, stage, network, evidence }: Scene, act: PlannedAct): Promise<void> {
  const isHarmless = 'partition' in act || 'update' in act || 'announce' in act
  if (!isHarmless) network.struck.push(`${Object.entries(act)[0]!.join(' ')} @ eras`)
  if ('partition' in act) evidence.partitions.push({ at: world.clock.now(), partition: act.partition })
  else await stage.act(act)
}

/** The dust settles; then everything has to work again. */
async function recover(
  { world, stage, evidence }: Scene,
  client: Client,
  begin: () => ReturnType<typeof startVerb> | false,
): Promise<void> {
  await pass(world, evidence, stage.offer.overSse ? RECOVERY.sse : RECOVERY.streamable)
  const last = !evidence.stuck && begin()
  if (!last) return
  evidence.last = last
  if (evidence.listeners.some(({ plan }) => plan.lazy)) await stage.act({ announce: MANY })
  await happens(world, evidence, () => isSettled(last))
  evidence.connection = client.connection
  await stage.act({ announce: 1 })
  await pass(world, evidence, 2_000)
}

/** Something that nothing disturbs. */
const QUIET: PlannedVerb = {
  at: 0,
  tag: 'last',
  kind: 'call',
  tool: 'echo',
  args: { tag: 'last', text: 'last' },
  expected: 'last',
  progress: false,
  harmless: true,
  retry: 'never',
  fresh: false,
  timeout: 20_000,
  abortAt: undefined,
}
