/** `npm run build`: builds the published package into `dist`. */
import { dist } from '../../test/package/modules.ts'
import { buildPackage } from './build-package.ts'
import { BUNDLE } from './entries.ts'

try {
  const { integrity } = await buildPackage(dist)
  console.log(`dist/${BUNDLE} ${integrity}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
