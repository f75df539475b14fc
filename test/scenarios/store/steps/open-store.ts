/** A store for the server of a scenario, disposed of when the scenario's steps are over. */
import { createMcpStore, type McpStore, type McpStoreOptions, type McpView } from '../../../../src/store/index.ts'
import type { World } from '../../scenario.ts'
import { eventually } from '../../steps/calls.ts'

export interface UsedStore {
  store: McpStore
  /** Every view, the first one too. */
  views: McpView[]
  /** Ends the subscription that `views` comes from. */
  unsubscribe(): void
  /** Waits until the status is this one. */
  until(status: McpView['status']): Promise<McpView>
}

/** Subscribes to a new store, runs the steps, and disposes of the store. */
export async function useStore(
  world: World,
  { url = world.server.url, ...options }: McpStoreOptions & { url?: string },
  run: (used: UsedStore) => Promise<void>,
): Promise<void> {
  const store = createMcpStore(url, { eraCache: new Map(), ...options })
  const views = [store.get()]
  const unsubscribe = store.subscribe(() => views.push(store.get()))
  const until: UsedStore['until'] = async (status) => {
    await eventually(world, () => store.get().status === status)
    return store.get()
  }
  try {
    await run({ store, views, unsubscribe, until })
  } finally {
    await store.dispose()
  }
}

/** The statuses of the views, without repetitions. */
export function statusesOf(views: readonly McpView[]): string[] {
  return views.map(({ status }) => status).filter((status, index, all) => status !== all[index - 1])
}

export const namesOf = (items: readonly { name: string }[]): string[] => items.map(({ name }) => name)
