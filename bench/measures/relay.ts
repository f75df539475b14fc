/** The latency that a relay in a process of its own adds to each report of progress, compared with a direct connection. */
import { join } from 'node:path'
import { connect } from '../../src/core/index.ts'
import { relayed } from '../../src/relay/index.ts'
import type { MockServerOptions, ToolContext } from '../../src/testing/index.ts'
import { PAGE, startWithoutCors } from '../../test/browser/relay/servers.ts'
import { startCommand } from '../../test/browser/relay/start-command.ts'
import { cacheDir } from '../paths.ts'
import type { Measure } from './measure.ts'

const EVENTS = 300
/** Milliseconds between two events, so that each is alone on its way. */
const EVERY = 5

/** Each report says when it was sent. */
const stamp = {
  run: async (_: unknown, { progress, wait }: ToolContext) => {
    for (let step = 1; step <= EVENTS; step++) {
      await wait(EVERY)
      await progress(step, EVENTS, String(performance.now()))
    }
    return 'done'
  },
}

export const relayMeasure: Measure = {
  name: 'relay',
  section: 'Relay',
  async run() {
    const server = await startWithoutCors({ tools: { stamp } } as MockServerOptions)
    // The installed package: its command imports it by its name.
    const program = join(cacheDir, 'node_modules/mcp-over-fetch/bin/mcp-over-fetch.mjs')
    const relay = await startCommand(process.execPath, program, server.url, '--page', PAGE)
    const fromPage = relayed(relay.address, {
      fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, origin: PAGE } }),
    })
    try {
      await measure(server.url)
      await measure(server.url, fromPage)
      const direct = await measure(server.url)
      const through = await measure(server.url, fromPage)
      const row = (title: string, value: (latencies: number[]) => number) => {
        const added = value(through) - value(direct)
        return {
          title,
          unit: 'ms more than direct',
          cells: new Map([['ours', added.toFixed(2)] as const]),
          goal: { wanted: 'at most 50 ms', reached: added <= 50 },
        }
      }
      return [
        row('relay, event, median', (latencies) => at(latencies, 0.5)),
        row('relay, event, 99 %', (latencies) => at(latencies, 0.99)),
        row('relay, event, worst', (latencies) => at(latencies, 1)),
      ]
    } finally {
      await relay.stop('SIGTERM')
      server.close()
    }
  },
}

/** The milliseconds from sending to receiving of each event, the shortest first. */
async function measure(url: string, through?: ReturnType<typeof relayed>): Promise<number[]> {
  const client = await connect(url, { eraCache: new Map(), ...(through && { fetch: through }) })
  const latencies: number[] = []
  await client.callTool(
    'stamp',
    {},
    { onProgress: ({ message }) => latencies.push(performance.now() - Number(message)) },
  )
  await client.close()
  if (latencies.length !== EVENTS) throw new Error(`${latencies.length} of ${EVENTS} events arrived`)
  return latencies.sort((a, b) => a - b)
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
