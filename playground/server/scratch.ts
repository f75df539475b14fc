/** Directories that are gone when nobody needs them any more. */
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './at-exit.ts'

export interface Scratch {
  path: string
  dispose(): Promise<void>
}

export async function createScratch(): Promise<Scratch> {
  const path = await mkdtemp(join(tmpdir(), 'mcp-over-fetch-'))
  const forget = atEnd(() => rmSync(path, { recursive: true, force: true }))
  return {
    path,
    async dispose() {
      await rm(path, { recursive: true, force: true })
      forget()
    },
  }
}
