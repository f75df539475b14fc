/** Proves that the simulation finds mistakes: plants them one at a time. `npx tsx test/simulation/planted.ts [words]` */
import { pathToFileURL } from 'node:url'
import { bundleSimulation } from '../bundle.ts'
import type { RunResult } from '../run.ts'
import { tryMany } from '../run-seeds.ts'
import type { Finding } from '../seed-worker.ts'
import { PLANTED_FAULTS } from './call-faults.ts'
import type { PlantedFault } from './planted-fault.ts'

const MOST_SEEDS = 20_000

/** Passed are the faults that were found; `words` chooses among their names. */
export async function runPlanted(words = ''): Promise<RunResult> {
  const wanted = PLANTED_FAULTS.filter(({ name }) => name.includes(words))
  const lines: string[] = []
  let passed = 0
  const sound = await bundleSimulation()
  try {
    for (const fault of wanted) {
      const found = await seek(fault, sound.path)
      if (found) passed++
      lines.push(`${fault.name}: ${found ? `found by seed ${found.seed}, ${found.broken[0]}` : 'NOT FOUND'}`)
    }
  } finally {
    await sound.dispose()
  }
  return { passed, failed: wanted.length - passed, lines }
}

/** The first seed that fails with the fault and passes without it. */
async function seek({ changes }: PlantedFault, sound: string): Promise<Finding | undefined> {
  const planted = await bundleSimulation(changes)
  try {
    for (let from = 1; from <= MOST_SEEDS; ) {
      const { findings } = await tryMany(planted.path, { from, to: MOST_SEEDS + 1, stopAtFailure: true })
      const [finding] = findings
      if (!finding) return undefined
      const { seed } = finding
      const { findings: without } = await tryMany(sound, { from: seed, to: seed + 1 })
      if (without.length === 0) return finding
      from = seed + 1
    }
    return undefined
  } finally {
    await planted.dispose()
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { failed, lines } = await runPlanted(process.argv[2])
  for (const line of lines) console.log(line)
  process.exitCode = failed > 0 ? 1 : 0
}
