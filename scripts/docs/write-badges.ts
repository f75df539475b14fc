/** `npm run docs:badges`: writes docs/badges from the sizes of the built package. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../test/support/paths.ts'
import { BADGES, formatBadges } from './badges.ts'

const folder = join(root, BADGES)
await rm(folder, { recursive: true, force: true })
await mkdir(folder)
for (const [file, text] of await formatBadges()) await writeFile(join(folder, file), text)
