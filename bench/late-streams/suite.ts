/** Runs in every runtime: calls back to back, with one client after another, and reports time and counts of each. */
import * as bare from '../clients/bare.ts'
import * as official from '../clients/official.ts'
import * as ours from '../clients/ours.ts'
import { LATE_MS, type LateSample } from './counts.ts'

interface Report {
  name: string
  ok: boolean
  ms: number
  error?: string
  notes?: Record<string, string>
}

const clients = { bare, ours, official }

/** Streams that a client left open have ended by then. */
const settleMs = 400
/** Engines are slow with the first calls. */
const warmUpCalls = 10

/** `filter` is the list of the clients, as many times as each is measured. */
export function createSuite({ url, filter = '' }: { url: string; filter?: string }): {
  names: string[]
  run(index: number): Promise<Report>
  runAll(report: (result: Report) => unknown): Promise<void>
} {
  const names = filter.split(',')
  return { names, run, runAll }

  async function runAll(report: (result: Report) => unknown): Promise<void> {
    for (const index of names.keys()) await report(await run(index))
  }

  async function run(index: number): Promise<Report> {
    const name = names[index] as keyof typeof clients
    try {
      const notes = Object.fromEntries(Object.entries(await measure(name)).map(([key, value]) => [key, `${value}`]))
      return { name, ok: true, ms: 0, notes }
    } catch (error) {
      return { name, ok: false, ms: 0, error: `${error}\n${(error as Error).stack}` }
    }
  }

  async function measure(name: keyof typeof clients): Promise<LateSample> {
    await callBackToBack(name, warmUpCalls)
    const msPerCall = await callBackToBack(name)
    await new Promise((resolve) => setTimeout(resolve, settleMs))
    const counts = await (await fetch(`${url}/counts`)).json()
    return { ...counts, msPerCall }
  }

  /** With a server of its own, so that no connection is shared with an earlier run. Gives the milliseconds per call. */
  async function callBackToBack(name: keyof typeof clients, fewer?: number): Promise<number> {
    const { url: endpoint, calls } = await (await fetch(`${url}/start`)).json()
    const client = await clients[name].open(endpoint)
    const count = fewer ?? calls
    const started = performance.now()
    for (let call = 0; call < count; call++) await client.call('echo', {})
    const msPerCall = (performance.now() - started) / count
    await new Promise((resolve) => setTimeout(resolve, 2 * LATE_MS))
    await client.close()
    return msPerCall
  }
}
