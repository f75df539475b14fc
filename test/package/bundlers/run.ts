/** `npm run test:bundlers [-- --only next]`: builds and runs the application everywhere, and writes docs/bundlers.md. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPackage } from '../../../scripts/build/build-package.ts'
import { root } from '../../support/paths.ts'
import { installPeers } from '../install-peers.ts'
import { dist } from '../modules.ts'
import { bundlers } from './all.ts'
import { type Bundler, folderOf, greeting } from './bundler.ts'
import { BUNDLERS_PAGE, formatTable, type Outcome } from './table.ts'
import { createWorkbench } from './workbench.ts'

const { values } = parseArgs({
  options: {
    /** Only rows whose name contains this; the page stays as it is. */
    only: { type: 'string' },
  },
})
const chosen = bundlers.filter(({ name }) => name.toLowerCase().includes((values.only ?? '').toLowerCase()))

await buildPackage(dist)
await installPeers(folderOf('rollup'))
const workbench = await createWorkbench()
const outcomes: Outcome[] = []
try {
  for (const bundler of chosen) outcomes.push(await examine(bundler))
} finally {
  await workbench.dispose()
}
if (values.only === undefined) await writeFile(join(root, BUNDLERS_PAGE), formatTable(outcomes))
process.exitCode = outcomes.some(({ problem }) => problem !== undefined) ? 1 : 0

async function examine(bundler: Bundler): Promise<Outcome> {
  const started = performance.now()
  const said = await bundler.run(workbench).catch((error: Error) => error.stack ?? error.message)
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`
  if (said === greeting(bundler.name)) {
    console.log(`${bundler.name} ${bundler.version} works, ${seconds}`)
    return { bundler }
  }
  console.log(`${bundler.name} ${bundler.version} does not work, ${seconds}\n${said}`)
  return { bundler, problem: said }
}
