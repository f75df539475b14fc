/** Somebody who listens for changes, and all that they were told. */
import type { Change, Client } from '../../../src/core/index.ts'
import type { VirtualClock } from '../../../src/testing/index.ts'
import type { PlannedListener } from './plan.ts'

export interface PlayedListener {
  plan: PlannedListener
  startedAt: number
  items: { at: number; change: Change }[]
  /** When the last was told. */
  endedAt: number | undefined
  /** Why it ended, if it did not end by itself. */
  error: unknown
  /** When it was closed by the one who listens. */
  closedAt: number | undefined
  /** Takes what waits. */
  take(): void
}

export function startListener(clock: VirtualClock, client: Client, plan: PlannedListener): PlayedListener {
  const { filter, reopen, closeAt } = plan
  const listening = client.listen(filter, { reopen })
  const played: PlayedListener = {
    plan,
    startedAt: clock.now(),
    items: [],
    endedAt: undefined,
    error: undefined,
    closedAt: undefined,
    take: () => void take(),
  }
  if (closeAt !== undefined) {
    clock.schedule(closeAt, () => {
      played.closedAt = clock.now()
      listening.close()
    })
  }
  if (!plan.lazy) void take()
  return played

  async function take(): Promise<void> {
    try {
      for await (const change of listening) played.items.push({ at: clock.now(), change })
    } catch (error) {
      played.error = error
    }
    played.endedAt = clock.now()
  }
}
