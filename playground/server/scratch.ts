/** Temporary directories that are removed at the latest when the process exits. */
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atExit } from './at-exit.ts'

export interface Scratch {
  path: string
  dispose(): Promise<void>
}

export async function createScratch(): Promise<Scratch> {
  const path = await mkdtemp(join(tmpdir(), 'mcp-over-fetch-'))
  const unregister = atExit(() => rmSync(path, { recursive: true, force: true }))
  return {
    path,
    async dispose() {
      await rm(path, { recursive: true, force: true })
      unregister()
    },
  }
}
