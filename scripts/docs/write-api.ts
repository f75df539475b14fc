/** `npm run docs:api`: writes docs/api from the declarations of the built package. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import installPeers from '../../test/package/install-peers.ts'
import { dist } from '../../test/package/modules.ts'
import { root } from '../../test/support/paths.ts'
import { API_FOLDER, formatApi } from './api-reference/pages.ts'
import { readApi } from './api-reference/read-api.ts'

await installPeers()
const folder = join(root, API_FOLDER)
await rm(folder, { recursive: true, force: true })
await mkdir(folder)
for (const [file, text] of formatApi(readApi(dist))) await writeFile(join(folder, file), text)
