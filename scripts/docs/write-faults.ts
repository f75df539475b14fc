/** `npm run docs:faults`: writes the table of faults into docs/testing.md. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../test/support/paths.ts'
import { TESTING_PAGE, withFaults } from './faults-table.ts'

const page = join(root, TESTING_PAGE)
await writeFile(page, withFaults(await readFile(page, 'utf8')))
