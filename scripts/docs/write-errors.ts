/** `npm run docs:errors`: writes the tables of messages into docs/errors.md. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../test/support/paths.ts'
import { ERRORS_PAGE, withErrors } from './errors-page.ts'

const page = join(root, ERRORS_PAGE)
await writeFile(page, withErrors(await readFile(page, 'utf8')))
