/** Removes what the last build left, so that no file of it is published by accident. */
import { rm } from 'node:fs/promises'

await rm(new URL('../dist', import.meta.url), { recursive: true, force: true })
