/** How CPU time and memory per unit grow, over a `fetch` in memory, beside the bare loop. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ProgramName } from '../compared-clients.ts'
import { type Curve, curves, type Point } from '../growth/curves.ts'
import { cacheDir } from '../paths.ts'
import { nodePath } from '../processes.ts'
import type { Counts } from '../series.ts'
import { spread } from '../statistics.ts'
import { showStatus } from '../status.ts'
import type { Measure } from './measure.ts'

const run = promisify(execFile)
const repetitions = 2
/** A curve is called linear if its last unit takes at most so many times the cheapest, from this count on. */
const fewest = 100
const linear = 2

export const growthMeasures: readonly Measure[] = curves.map((curve) => ({
  name: `growth-${curve.name}`,
  section: `How cost grows: ${curve.title}`,
  async run({ names, plan }) {
    const compared = names.filter((name) => name === 'bare' || name === 'ours')
    const most = curve.counts.at(-1)! / plan.growth.divisor
    const rows: Counts[] = []
    const ours: { count: number; point: Point }[] = []
    for (const count of curve.counts.filter((count) => count <= most)) {
      const cells = new Map<ProgramName, string>()
      for (const name of compared) {
        showStatus(`${count.toLocaleString('en')}, ${name}`)
        const point = await measurePoint(name, curve, count)
        // What few units keep is lost in the noise of the heap.
        const memory = curve.keeps && count < fewest ? '' : ` · ${number(point.bytes / 1000)} kB`
        cells.set(name, `${number(point.microseconds)} µs CPU${memory}`)
        if (name === 'ours') ours.push({ count, point })
      }
      const last = count === most && ours.length > 0
      const title = `${count.toLocaleString('en')} ${curve.title}`
      rows.push({
        title,
        unit: `per ${curve.unit}, ${curve.keeps ? 'kept' : 'peak'}`,
        cells,
        ...(last && { goal: goalOf(ours) }),
      })
    }
    return rows
  },
}))

async function measurePoint(name: ProgramName, curve: Curve, count: number): Promise<Point> {
  const points: Point[] = []
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const args = ['--no-warnings', '--expose-gc', join(cacheDir, `growth-${name}.mjs`), curve.name, String(count)]
    const { stdout } = await run(nodePath, args, { timeout: 120_000 })
    points.push(JSON.parse(stdout))
  }
  const median = (key: keyof Point) => spread(points.map((point) => point[key])).median
  return { microseconds: median('microseconds'), bytes: median('bytes') }
}

function goalOf(points: readonly { count: number; point: Point }[]): Counts['goal'] {
  const times = points.filter(({ count }) => count >= fewest).map(({ point }) => point.microseconds)
  const factor = times.length ? times.at(-1)! / Math.min(...times) : 1
  const wanted = `at most ${linear} times the CPU of the cheapest unit from ${fewest} on, got ${factor.toFixed(1)}`
  return { wanted, reached: factor <= linear }
}

function number(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 })
}
