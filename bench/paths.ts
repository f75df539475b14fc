/** The directories of the bench. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const benchDir: string = fileURLToPath(new URL('.', import.meta.url))
export const rootDir: string = join(benchDir, '..')
export const peersDir: string = join(benchDir, 'peers')
/** The build output of this run. Inside the repository, so that packages are found; ignored by Git and Biome. */
export const cacheDir: string = join(benchDir, '.cache', String(process.pid))
