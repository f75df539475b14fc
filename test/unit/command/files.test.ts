/** Files of the command: logins count with a token only, and tapes are replaced by whole ones only. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLoginStore, hasLogin, loginPath } from '../../../bin/connection/login-file.ts'
import { createTapeFile } from '../../../bin/recording/tape-file.ts'
import type { Tape } from '../../../src/testing/index.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-over-fetch-files-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('hasLogin()', () => {
  const server = new URL('https://tools.example/mcp')

  test('is true only when there is an access token', async () => {
    const env = { MCP_OVER_FETCH_HOME: folder }
    expect(await hasLogin(server, env)).toBe(false)
    const store = createLoginStore(server, env)
    await store.set('client', { clientId: 'registered' })
    expect(await hasLogin(server, env)).toBe(false)
    await store.set('token', { accessToken: 'sk-live', tokenType: 'bearer' })
    expect(await hasLogin(server, env)).toBe(true)
    await writeFile(loginPath(server, env), '{"values":')
    expect(await hasLogin(server, env)).toBe(false)
  })
})

describe('the file of a recording', () => {
  const tapeOf = (count: number) =>
    ({ version: 1, entries: Array.from({ length: count }, () => ({})) }) as unknown as Tape

  test('stays as it was until something is recorded', async () => {
    const path = join(folder, 'tape.json')
    await writeFile(path, 'precious')
    let count = 0
    const file = await createTapeFile(path, async () => tapeOf(count))
    expect(await readFile(path, 'utf8')).toBe('precious')
    expect(await file.end()).toBe(0)
    expect(await readFile(path, 'utf8')).toBe('precious')
    count = 2
    expect(await file.end()).toBe(2)
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(tapeOf(2))
    expect(await readdir(folder)).toEqual(['tape.json'])
  })

  test('grows while the recording goes on', async () => {
    const path = join(folder, 'tape.json')
    let count = 1
    const file = await createTapeFile(path, async () => tapeOf(count))
    const saved = () =>
      readFile(path, 'utf8').then(
        (text) => (JSON.parse(text) as Tape).entries.length,
        () => 0,
      )
    file.touch()
    await expect.poll(saved, { timeout: 10_000 }).toBe(1)
    count = 3
    file.touch()
    await expect.poll(saved, { timeout: 10_000 }).toBe(3)
    await file.end()
  })

  test('is checked before anything is recorded', async () => {
    await mkdir(join(folder, 'there'))
    await expect(createTapeFile(join(folder, 'there'), async () => tapeOf(1))).rejects.toThrow('is a folder')
    await expect(createTapeFile(join(folder, 'none/tape.json'), async () => tapeOf(1))).rejects.toThrow(
      'cannot be written (ENOENT)',
    )
  })
})
