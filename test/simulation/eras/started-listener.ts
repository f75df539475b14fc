/** A subscription of an era run, with every change that it delivered. */
import type { Change, Client } from '../../../src/core/index.ts'
import type { VirtualClock } from '../../../src/testing/index.ts'
import type { PlannedListener } from './plan.ts'

export interface StartedListener {
  plan: PlannedListener
  startedAt: number
  items: { at: number; change: Change }[]
  /** When the iteration ended. */
  endedAt: number | undefined
  /** What the iteration threw, if it did. */
  error: unknown
  /** When the subscription was closed by its owner. */
  closedAt: number | undefined
  /** Starts the iteration of a listener with `readsLate`. */
  read(): void
}

export function startListener(
  clock: VirtualClock,
  client: Client,
  plan: PlannedListener,
  onChange = () => {},
): StartedListener {
  const { filter, reopen, closeAt } = plan
  const subscription = client.listen(filter, { reopen })
  const started: StartedListener = {
    plan,
    startedAt: clock.now(),
    items: [],
    endedAt: undefined,
    error: undefined,
    closedAt: undefined,
    read: () => void read(),
  }
  if (closeAt !== undefined) {
    clock.schedule(closeAt, () => {
      started.closedAt = clock.now()
      subscription.close()
    })
  }
  if (!plan.readsLate) void read()
  return started

  async function read(): Promise<void> {
    try {
      for await (const change of subscription) {
        started.items.push({ at: clock.now(), change })
        onChange()
      }
    } catch (error) {
      started.error = error
    }
    started.endedAt = clock.now()
  }
}
