/** `npm run docs:features`: writes the table of features into docs/architecture.md. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../test/support/paths.ts'
import { FEATURES_PAGE, featureCosts, withFeatures } from './features-table.ts'

const page = join(root, FEATURES_PAGE)
await writeFile(page, withFeatures(await readFile(page, 'utf8'), await featureCosts()))
