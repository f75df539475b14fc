/** The file of a recording. It is written as the tape grows, and always whole: a file from before stays until then. */
import { rename, rm, stat, writeFile } from 'node:fs/promises'
import type { Tape } from 'mcp-over-fetch/testing'
import { CommandError } from '../command/errors.ts'

export interface TapeFile {
  /** There is more to save. */
  touch(): void
  /** Saves the rest; resolves with the number of requests, and leaves the file alone if there are none. */
  end(): Promise<number>
}

/** Milliseconds between two saves: what a crash may cost. */
const PAUSE = 1_000

/** Rejects if nothing can be written there, before anything is recorded. */
export async function createTapeFile(path: string, read: () => Promise<Tape>): Promise<TapeFile> {
  const draft = `${path}.${process.pid}.tmp`
  if ((await stat(path).catch(() => undefined))?.isDirectory()) throw new CommandError(`-o: ${path} is a folder`)
  await write('')
  await rm(draft, { force: true })
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Saves, one after the other. */
  let last: Promise<number> = Promise.resolve(0)
  return {
    touch() {
      timer ??= setTimeout(() => {
        timer = undefined
        // A full disk is reported at the end.
        save().catch(() => {})
      }, PAUSE)
    },
    end() {
      clearTimeout(timer)
      return save()
    },
  }

  function save(): Promise<number> {
    const saved = last.then(async () => {
      const tape = await read()
      if (tape.entries.length === 0) return 0
      await write(`${JSON.stringify(tape, undefined, 2)}\n`)
      await rename(draft, path).catch(fail)
      return tape.entries.length
    })
    last = saved.catch(() => 0)
    return saved
  }

  function write(text: string): Promise<void> {
    return writeFile(draft, text, { mode: 0o600 }).catch(fail)
  }

  function fail(error: NodeJS.ErrnoException): never {
    throw new CommandError(`-o: ${path} cannot be written (${error.code})`)
  }
}
