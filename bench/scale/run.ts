/**
 * What many clients cost a server: `npx tsx --expose-gc bench/scale/run.ts`. Clients of this process, isolates of Workers in
 * Miniflare, and, on a virtual clock, a server that restarts. `--only clients,isolates,restart` leaves out the others,
 * and `--listening 1000` says how many clients listen during the restart.
 */
import { parseArgs } from 'node:util'
import { measureClients } from './clients.ts'
import { measureIsolates } from './isolates.ts'
import { measureRestart } from './restart.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'clients,isolates,restart' },
    // Of the simulated restart. 10,000 take minutes.
    listening: { type: 'string', default: '1000,10000' },
  },
})
const counts = values.listening.split(',').map(Number)
const parts = values.only.split(',')

if (parts.includes('clients')) {
  console.log(
    '| clients | revision | cold: requests per client | probes | warm: requests per call | connections | kB each |',
  )
  console.log('|---:|---|---:|---:|---:|---:|---:|')
  for (const version of ['2026-07-28', '2025-11-25']) {
    for (const count of [1, 10, 100, 1_000]) {
      const row = await measureClients(count, version)
      const { cold, probes, warm, connections, kilobytes } = row
      console.log(`| ${count} | ${version} | ${cold} | ${probes} | ${warm} | ${connections} | ${kilobytes} |`)
    }
  }
}
if (parts.includes('isolates')) {
  console.log('\n| isolates | stores | probes | lists | calls |\n|---:|---|---:|---:|---:|')
  for (const count of [1, 10, 100]) {
    for (const stores of ['memory', 'KV'] as const) {
      const { probes, lists, calls } = await measureIsolates(count, stores)
      console.log(`| ${count} | ${stores} | ${probes} | ${lists} | ${calls} |`)
    }
  }
}
if (parts.includes('restart')) {
  for (const version of ['2025-11-25', '2026-07-28'] as const) {
    for (const outage of [0, 10_000, 120_000]) {
      for (const clients of counts) {
        const { histogram, largest, waitingCall = Number.NaN } = await measureRestart({ clients, version, outage })
        const seconds = histogram.map(([second, returned]) => `${second} s: ${returned}`).join(', ')
        const share = (100 * largest).toFixed(0)
        console.log(
          `\n${version}: ${clients} idle clients, gone for ${outage / 1_000} s: at most ${share} % in one second; a waiting call after ${Math.round(waitingCall)} ms`,
        )
        console.log(seconds)
      }
    }
  }
}
process.exit()
