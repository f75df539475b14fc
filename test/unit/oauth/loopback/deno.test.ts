/** The loopback driver in Deno, with the listener of the runtime. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratch } from '../../../../playground/server/scratch.ts'
import { installed } from '../../../support/paths.ts'
import { runProcess } from '../../../support/processes.ts'
import { bundleProgram, type MockServer, startMockServer } from '../mock-server.ts'

const TIMEOUT = 60_000
const FLAGS = ['--no-prompt', '--no-config', '--no-lock', '--no-remote', '--no-npm', '--allow-net=127.0.0.1']
let mock: MockServer

beforeAll(async () => {
  mock = await startMockServer()
}, TIMEOUT)
afterAll(() => mock.dispose())

test('a program in Deno signs in through its own listener and ends', { timeout: TIMEOUT }, async () => {
  const realm = await mock.createRealm('command-line')
  const scratch = await createScratch()
  try {
    const program = join(scratch.path, 'program.mjs')
    await writeFile(program, await bundleProgram('loopback/deno-program.ts'))
    const output = await runProcess(installed('deno'), ['run', ...FLAGS, program, realm.url], { limit: TIMEOUT })
    const lines = output.trim().split('\n')
    expect(lines[0]?.trim()).toBe('404')
    expect(lines[1]).toMatch(/^200 .*You can close this window/)
    expect(lines.at(-1)).toBe('authorized')
  } finally {
    await scratch.dispose()
    await realm.dispose()
  }
})
