/** `npm run docs:conformance`: writes docs/conformance.md. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../test/support/paths.ts'
import { CONFORMANCE_PAGE, findMissing, formatConformance } from './conformance-page.ts'

const missing = await findMissing()
if (missing.length > 0) throw new Error(missing.join('\n'))
await writeFile(join(root, CONFORMANCE_PAGE), formatConformance())
