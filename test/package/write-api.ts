/** `npm run docs:api`: writes docs/api from the declarations of the built package. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../runtimes/paths.ts'
import { API_FOLDER, formatApi } from './api-reference/pages.ts'
import { readApi } from './api-reference/read-api.ts'
import installPeers from './install-peers.ts'
import { dist } from './modules.ts'

await installPeers()
const folder = join(root, API_FOLDER)
await rm(folder, { recursive: true, force: true })
await mkdir(folder)
for (const [file, text] of formatApi(readApi(dist))) await writeFile(join(folder, file), text)
