/** The longest task on the main thread of a page. */
import type { PlaygroundPage } from './page-object.ts'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds of CPU time, which other load on the machine does not change. */
  tdur?: number
  args?: { name?: string }
}

/** The longest main-thread task of any page while `act` runs, in milliseconds of CPU time. */
export async function longestTask({ page }: PlaygroundPage, act: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories: ['-*', 'toplevel', '__metadata'] })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const named = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const main = new Set(named.map(threadOf))
  const tasks = traceEvents.filter((event) => event.ph === 'X' && event.tdur !== undefined && main.has(threadOf(event)))
  if (tasks.length < 20) throw new Error(`Expected a trace of many tasks, got ${tasks.length}`)
  return Math.max(...tasks.map(({ tdur }) => tdur!)) / 1_000
}
