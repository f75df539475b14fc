/** How long the page was busy at a stretch. */
import type { Visitor } from './visitor.ts'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds of processor time: what else the machine does is not the page's fault. */
  tdur?: number
  args?: { name?: string }
}

/** Of all tasks on the main threads of pages while `act` runs, the longest, in milliseconds of processor time. */
export async function longestTask({ page }: Visitor, act: () => Promise<void>): Promise<number> {
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
