/** The tasks on the main thread of a page that take long, by the clock: what somebody who uses it waits for. */
import type { PlaygroundPage } from './page-object.ts'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds by the clock. */
  dur?: number
  args?: { name?: string }
}

/** The longest main-thread tasks of any page while `act` runs, longest first, in milliseconds by the clock. */
export async function longTasks({ page }: PlaygroundPage, act: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories: ['-*', 'toplevel', '__metadata'] })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const named = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const main = new Set(named.map(threadOf))
  const tasks = traceEvents.filter((event) => event.ph === 'X' && event.dur !== undefined && main.has(threadOf(event)))
  if (tasks.length < 20) throw new Error(`Expected a trace of many tasks, got ${tasks.length}`)
  return tasks.map(({ dur }) => dur! / 1_000).toSorted((one, other) => other - one)
}
