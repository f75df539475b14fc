/** The time that the command takes, from its start to its end, over that of a Node which does nothing. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startWithoutCors } from '../../test/browser/relay/servers.ts'
import { cacheDir } from '../paths.ts'
import { nodePath } from '../processes.ts'
import { spread } from '../statistics.ts'
import { showStatus } from '../status.ts'
import type { Measure } from './measure.ts'

const run = promisify(execFile)

export const commandStartMeasure: Measure = {
  name: 'command-start',
  section: 'Command',
  async run({ plan, names }) {
    if (!names.includes('ours')) return []
    const server = await startWithoutCors()
    const program = join(cacheDir, 'node_modules/mcp-over-fetch/bin/mcp-over-fetch.mjs')
    const programs: [string, number, string[]][] = [
      ['command, --help', 100, [program, '--help']],
      ['command, call on a local server', 250, [program, 'call', server.url, 'echo', 'text=hello']],
    ]
    try {
      const rounds: number[][] = []
      // The first round fills the cache of compiled code.
      for (let round = -1; round < plan.startUp.rounds; round++) {
        showStatus(`round ${round + 1} of ${plan.startUp.rounds}`)
        const bare = await measure(['-e', '0'])
        const added: number[] = []
        for (const [, , args] of programs) added.push((await measure(args)) - bare)
        if (round >= 0) rounds.push(added)
      }
      return programs.map(([title, most], index) => {
        const { median, low, high } = spread(rounds.map((added) => added[index]!))
        return {
          title,
          unit: 'ms more than node -e 0',
          cells: new Map([['ours', `${median.toFixed(0)} (${low.toFixed(0)}…${high.toFixed(0)})`] as const]),
          goal: { wanted: `at most ${most} ms`, reached: median <= most },
        }
      })
    } finally {
      server.close()
    }
  },
}

/** Milliseconds until the process has ended. */
async function measure(args: readonly string[]): Promise<number> {
  const started = performance.now()
  await run(nodePath, args)
  return performance.now() - started
}
