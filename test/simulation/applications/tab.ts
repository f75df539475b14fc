/** One tab of an application: a client whose callbacks make calls themselves. */
import { getEventListeners } from 'node:events'
import type { Client, ConnectOptions } from '../../../src/core/index.ts'
import { advanceUntil } from '../advance-time.ts'
import { awaitConnect } from '../await-connect.ts'
import { WATCHED_URI } from '../eras/plan.ts'
import { startListener } from '../eras/started-listener.ts'
import { startOperation } from '../eras/started-operation.ts'
import type { Network } from '../network/network.ts'
import { isSettled } from '../tracked-operation.ts'
import type { VirtualWorld } from '../virtual-time/virtual-world.ts'
import type { Credentials } from './credentials.ts'
import { createDialogs } from './dialogs.ts'
import type { TabEvidence } from './evidence.ts'
import { type ApplicationPlan, type Callback, INNER_CALLS, type PlannedTab } from './plan.ts'
import { innerCall } from './plan-call.ts'

export interface Tab {
  network: Network
  evidence: TabEvidence
  connect(): Promise<void>
  /** Starts everything that is planned. */
  start(): void
  isDone(): boolean
  readonly isOpen: boolean
  makeFinalCall(): Promise<void>
  close(): Promise<void>
}

export interface TabOptions {
  world: VirtualWorld
  plan: ApplicationPlan
  tab: PlannedTab
  name: string
  network: Network
  credentials: Credentials
  stores: Pick<ConnectOptions, 'eraCache' | 'cache'>
}

export function createTab({ world, plan, tab, name, network, credentials, stores }: TabOptions): Tab {
  const { clock } = world
  const { exchanges, disturbances } = network
  const shared = new AbortController()
  const waiting = new Set(tab.callsFrom)
  let client: Client | undefined
  let closing: Promise<void> | undefined
  let inner = 0
  const { dialogs, elicit } = createDialogs(clock, plan.user, () => callFrom('question'))
  const startedAt = clock.now()
  const evidence: TabEvidence = {
    plan: tab,
    startedAt,
    connectedAt: startedAt,
    closedAt: startedAt,
    connectError: undefined,
    operations: [],
    listener: undefined,
    dialogs,
    finalCall: undefined,
    connection: undefined,
    announcedAt: undefined,
    exchanges,
    disturbances,
    closeTook: 0,
    timersLeft: 0,
    signalListeners: 0,
    stuck: undefined,
  }
  const start = (operation: PlannedTab['operations'][number]) =>
    startOperation(clock, client!, operation, shared.signal, closing !== undefined)
  return {
    network,
    evidence,
    connect,
    start: startAll,
    isDone: () =>
      !client || (evidence.operations.length >= tab.operations.length && evidence.operations.every(isSettled)),
    get isOpen() {
      return client !== undefined && closing === undefined
    },
    async makeFinalCall() {
      const finalCall = start(innerCall(`${name}-last`))
      evidence.finalCall = finalCall
      await advanceUntil(world, evidence, () => isSettled(finalCall))
      evidence.connection = client?.connection
    },
    close,
  }

  async function connect(): Promise<void> {
    evidence.startedAt = clock.now()
    const total = plan.hasGateway ? 100_000 : 40_000
    const connecting = world.connectAny({
      ...stores,
      fetch: network.fetch,
      headers: credentials.createHeaders(() => callFrom('headers')),
      ...(plan.partition === 'store' && { cachePartition: credentials.read }),
      keepAlive: plan.keepAlive,
      timeout: plan.hasGateway ? 90_000 : 20_000,
      maxTotalTimeout: total,
      handlers: { elicit },
      onEvent: () => callFrom('event'),
      onNotification: () => callFrom('notification'),
    })
    client = await awaitConnect(world, network, evidence, connecting)
    client?.subscribe(() => {
      if (client?.connection.status === 'reconnecting') callFrom('status')
    })
  }

  /** Only the first time. */
  function callFrom(callback: Callback): void {
    if (!client || closing || !waiting.delete(callback)) return
    for (let count = 0; count < INNER_CALLS; count++) {
      evidence.operations.push(start(innerCall(`${name}-${callback}-${++inner}`)))
    }
  }

  function startAll(): void {
    if (!client) return
    for (const operation of tab.operations) {
      clock.schedule(operation.at, () => {
        const started = start(operation)
        evidence.operations.push(started)
        if (operation.progress) started.onProgress = () => callFrom('progress')
      })
    }
    if (tab.listens) {
      const tag = `test://${name}`
      const filter = { toolsListChanged: true, resourceSubscriptions: [tag, WATCHED_URI] }
      const listener = { at: 0, tag, filter, reopen: true, closeAt: undefined, readsLate: false }
      evidence.listener = startListener(clock, client, listener, () => callFrom('change'))
    }
    if (tab.closeAt !== undefined) clock.schedule(tab.closeAt, () => void close())
  }

  function close(): Promise<void> {
    closing ??= client ? closeClient(client) : Promise.resolve()
    return closing
  }

  async function closeClient(client: Client): Promise<void> {
    evidence.closedAt = clock.now()
    await client.close()
    evidence.closeTook = clock.now() - evidence.closedAt
    evidence.signalListeners = getEventListeners(shared.signal, 'abort').length
  }
}
