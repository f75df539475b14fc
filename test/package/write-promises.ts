/** `npm run docs:promises`: writes docs/promises.md. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../runtimes/paths.ts'
import { formatPromises, PAGE } from './promises.ts'

await writeFile(join(root, PAGE), await formatPromises())
