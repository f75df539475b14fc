/** Runs the plan of an application run and returns the evidence. */

import { advanceBy, advanceUntil, LONGEST_CALL, RECOVERY_TIME } from '../advance-time.ts'
import { createSlowStore } from '../eras/recording-stores.ts'
import { NO_FAULTS } from '../network/faults.ts'
import { createNetwork } from '../network/network.ts'
import { createRandomChoices } from '../random-choices.ts'
import { createVirtualWorld, type VirtualWorld } from '../virtual-time/virtual-world.ts'
import { type Credentials, createCredentials } from './credentials.ts'
import type { ApplicationEvidence } from './evidence.ts'
import { createFront, type Front } from './front.ts'
import type { ApplicationAct, ApplicationPlan } from './plan.ts'
import { createTab, type Tab } from './tab.ts'
import { createView, type View } from './view.ts'

/** Milliseconds of silence after which a gateway cuts a connection. */
const GATEWAY_LIMIT = 60_000

/** Milliseconds in which a client notices a change, even if it has to open its stream again for that. */
const NOTICE_TIME = 20_000

interface Setup {
  world: VirtualWorld
  front: Front
  credentials: Credentials
  tabs: Tab[]
  views: View[]
  /** When the server can be reached again. */
  outageEnd: number
  evidence: ApplicationEvidence
}

export async function runApplicationPlan(plan: ApplicationPlan): Promise<ApplicationEvidence> {
  const setup = await createSetup(plan)
  const { world, tabs, views, evidence } = setup
  const [{ evidence: run }] = tabs as [Tab]
  for (const tab of tabs) await tab.connect()
  await advanceUntil(world, run, () => views.every((view) => view.isReady()))
  for (const tab of tabs) tab.start()
  for (const { at, act } of plan.acts) {
    world.clock.schedule(at, () => void perform(setup, act))
    if ('outage' in act) setup.outageEnd = world.clock.now() + at + act.outage
  }
  await advanceUntil(world, run, () => tabs.every(({ isDone }) => isDone()))
  await recover(setup)
  let isClosed = false
  void Promise.all([...tabs, ...views].map((shown) => shown.close())).then(() => {
    isClosed = true
  })
  await advanceUntil(world, run, () => isClosed)
  // A failed connect() does not wait for its DELETE, which has two seconds.
  if (tabs.some((tab) => tab.evidence.connectError)) await advanceBy(world, run, 2_500)
  run.timersLeft = world.timers()
  await advanceBy(world, run, LONGEST_CALL)
  evidence.journal = await world.server.journal()
  evidence.mostRenewals = setup.credentials.mostRenewals
  await world.server.act({ restart: true })
  return evidence
}

async function createSetup(plan: ApplicationPlan): Promise<Setup> {
  const world = createVirtualWorld({ seed: plan.seed })
  const { clock, server } = world
  const credentials = createCredentials(clock, plan.storeDelay, plan.refreshFails)
  const front = createFront(world, plan, credentials)
  await front.setOffer(plan.offer)
  const stores = { eraCache: new Map(), cache: createSlowStore(clock, plan.storeDelay) }
  const idleLimit = plan.hasGateway ? GATEWAY_LIMIT : undefined
  const tabs = plan.tabs.map((tab, index) => {
    const random = createRandomChoices(~plan.seed + index)
    const owner = `tab-${index}-`
    const network = createNetwork({ clock, server, fetch: front.fetch, random, faults: plan.faults, idleLimit, owner })
    return createTab({ world, plan, tab, name: `tab-${index}`, network, credentials, stores })
  })
  const views = plan.views.map((kind) => {
    const random = createRandomChoices(0)
    const network = createNetwork({ clock, server, fetch: front.fetch, random, faults: NO_FAULTS })
    return createView(kind, world, network, { headers: credentials.createHeaders(() => {}), keepAlive: plan.keepAlive })
  })
  const evidence: ApplicationEvidence = {
    plan,
    tabs: tabs.map((tab) => tab.evidence),
    views: views.map((view) => view.evidence),
    announcedAt: undefined,
    journal: [],
    users: credentials.users,
    mostRenewals: 0,
    sleeps: [],
    offers: front.offers,
  }
  return { world, front, credentials, tabs, views, outageEnd: 0, evidence }
}

/** What is set or changed by these is not an excuse for a call to fail. */
const HARMLESS = ['setClock', 'signIn']

async function perform(setup: Setup, act: ApplicationAct): Promise<void> {
  const { world, front, credentials, tabs, views, evidence } = setup
  const [[name, value]] = Object.entries(act) as [[string, unknown]]
  if (!HARMLESS.includes(name)) {
    for (const { network } of tabs) network.disturbances.push(`${name} ${JSON.stringify(value)} @ applications`)
  }
  if ('offer' in act) await front.setOffer(act.offer)
  else if ('signIn' in act) credentials.signIn(act.signIn)
  else if ('expireToken' in act) credentials.expire()
  else if ('setClock' in act) world.setClock(act.setClock)
  else if ('sleep' in act) {
    for (const { network } of tabs) network.killConnections()
    world.sleep(act.sleep, act.isCounted)
    if (act.isCounted) evidence.sleeps.push(world.clock.now())
  } else if ('outage' in act) {
    const end = world.clock.now() + act.outage
    for (const { network } of [...tabs, ...views]) network.refuseUntil(end)
    await world.server.act({ closeStreams: 'all' })
  } else await world.server.act(act)
}

/** Gives the clients time to recover; then a call must work, and a change must reach the listeners. */
async function recover(setup: Setup): Promise<void> {
  const { world, front, credentials, tabs, views, evidence } = setup
  const [{ evidence: run }] = tabs as [Tab]
  // A client that gave up, since it got no new token, leaves no timer that would bring the end of the outage.
  await advanceBy(world, run, Math.max(0, setup.outageEnd - world.clock.now()))
  for (const { network } of tabs) network.stopFaults()
  credentials.repair()
  const isSse = front.offers.at(-1)!.offer.overSse
  if (views.length > 0 || tabs.some((tab) => tab.isOpen)) {
    await advanceBy(world, run, isSse ? RECOVERY_TIME.sse : RECOVERY_TIME.streamable)
  }
  for (const tab of tabs) if (tab.isOpen && !run.stuck) await tab.makeFinalCall()
  for (const view of views) view.record()
  if (views.length === 0 && !evidence.tabs.some(({ listener }) => listener)) return
  evidence.announcedAt = world.clock.now()
  for (const tab of evidence.tabs) tab.announcedAt = evidence.announcedAt
  await world.server.act({ notify: { method: 'notifications/tools/list_changed' } })
  await advanceBy(world, run, NOTICE_TIME)
}
