/** Where the bench keeps what it builds, and where the things are that it builds from. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const benchDir: string = fileURLToPath(new URL('.', import.meta.url))
export const rootDir: string = join(benchDir, '..', '..')
export const peersDir: string = join(benchDir, 'peers')
/** Of this run alone; ignored by version control and by the linter. Inside the tree, so that packages are found. */
export const cacheDir: string = join(benchDir, '.cache', String(process.pid))
