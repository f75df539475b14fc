/** `npm run docs:errors`: writes docs/errors.md. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../runtimes/paths.ts'
import { ERRORS_PAGE, formatErrors } from './errors-page.ts'

await writeFile(join(root, ERRORS_PAGE), formatErrors())
