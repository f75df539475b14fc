/** Writes RESULTS.md and the pictures beside it. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packages, peerNames } from '../compared-clients.ts'
import { findPanels } from './headlines.ts'
import { drawPicture } from './picture.ts'
import { formatResults, type Run } from './results.ts'

export async function writeResults(folder: string, run: Run): Promise<void> {
  await writeFile(join(folder, 'RESULTS.md'), formatResults(run))
  const panels = findPanels(run.measured)
  const captions = [
    `Medians of one interleaved run on one machine, ${run.date.toISOString().slice(0, 10)}. Everything else is in bench/RESULTS.md.`,
    `bare: a loop of fetch and JSON.parse, ${peerNames.map((name) => `${name}: ${packages[name]}`).join(', ')}`,
  ]
  for (const theme of ['light', 'dark'] as const) {
    await writeFile(join(folder, `results-${theme}.svg`), drawPicture(panels, theme, captions))
  }
}
