/** A store or a group that shows the server of an application run, over a network without faults. */
import { createConnect } from '../../../src/core/connect.ts'
import type { ConnectOptions } from '../../../src/core/index.ts'
import { createConnectGroup } from '../../../src/group/connect-group.ts'
import type { Group } from '../../../src/group/index.ts'
import { createStoreFactory } from '../../../src/store/create-store.ts'
import type { Network } from '../network/network.ts'
import type { VirtualWorld } from '../virtual-time/virtual-world.ts'
import type { ViewEvidence } from './evidence.ts'
import type { ViewKind } from './plan.ts'

export interface View {
  network: Network
  evidence: ViewEvidence
  /** Whether it is connected; connects again where that failed. */
  isReady(): boolean
  /** Keeps what it shows now. */
  record(): void
  close(): Promise<unknown>
}

interface Shown {
  status: string | undefined
  error?: unknown
}

interface Opened {
  show(): Shown
  /** What the application calls for a server that could not be connected to. */
  retry(): void
  close(): Promise<unknown>
}

const OPEN: Record<ViewKind, (world: VirtualWorld, options: ConnectOptions) => Opened> = {
  store({ environment, server }, options) {
    const create = createStoreFactory(environment, createConnect(environment))
    const store = create(server.url, { ...options, lists: ['tools'] })
    const unsubscribe = store.subscribe(() => {})
    return {
      show: () => store.get(),
      retry: store.retry,
      close() {
        unsubscribe()
        return store.dispose()
      },
    }
  },
  group({ environment, server }, options) {
    const connectGroup = createConnectGroup(environment, createConnect(environment))
    const opening = connectGroup({ one: { url: server.url, ...options } }, { lists: ['tools'] })
    let opened: Group | undefined
    void opening.then((group) => {
      opened = group
    })
    return {
      show: () => (opened ? (opened.get().servers.one ?? { status: undefined }) : { status: 'connecting' }),
      retry: () => void opened?.retry('one'),
      close: () => opening.then((group) => group.close()),
    }
  },
}

export function createView(kind: ViewKind, world: VirtualWorld, network: Network, options: ConnectOptions): View {
  const { show, retry, close } = OPEN[kind](world, {
    ...options,
    fetch: network.fetch,
    cache: false,
    eraCache: new Map(),
  })
  const evidence: ViewEvidence = { kind, exchanges: network.exchanges, status: undefined, error: undefined }
  return {
    network,
    evidence,
    isReady() {
      const { status, error } = show()
      // The faults of a tab may take the sessions of all clients. A first connection that failed is the application's to retry.
      if (status === 'failed' && (error as { retryable?: boolean } | undefined)?.retryable) retry()
      return status === 'ready'
    },
    record() {
      const { status, error } = show()
      Object.assign(evidence, { status, error })
    },
    close,
  }
}
