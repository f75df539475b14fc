/** Journaled calls of a process that is killed by SIGKILL at every event of the wire; the next process goes on. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createScratch } from '../../../playground/server/scratch.ts'
import { type JournalRecord, type JournalStore, memoryStore } from '../../../src/durable/index.ts'
import { createMockServer, type MockServer, toNodeHandler } from '../../../src/testing/index.ts'

let scratch: Awaited<ReturnType<typeof createScratch>>
let program: string
let http: Server
let server: MockServer
let store: JournalStore
let executions = 0
let events = 0
let onEvent: (event: number) => unknown = () => {}
const tick = () => onEvent(++events)

beforeAll(async () => {
  scratch = await createScratch()
  program = join(scratch.path, 'process.mjs')
  const entry = fileURLToPath(new URL('process.ts', import.meta.url))
  await build({
    entryPoints: [entry],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
  })
  const serve = toNodeHandler(async (request) => {
    if (new URL(request.url).pathname !== '/store') {
      await tick()
      return server.handle(request)
    }
    const [operation, one, other] = (await request.json()) as [keyof JournalStore, never, number | null]
    // Reads change nothing.
    if (operation === 'put') await tick()
    const result =
      operation === 'put'
        ? await store.put(one as JournalRecord, other ?? undefined)
        : await store[operation as 'get'](one)
    return Response.json({ result })
  })
  http = createServer(serve as never)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
})

afterAll(async () => {
  http.closeAllConnections()
  http.close()
  await scratch.dispose()
})

function reset(version: string): void {
  executions = 0
  events = 0
  onEvent = () => {}
  store = memoryStore()
  server = createMockServer({
    versions: [version],
    tools: {
      count: {
        async run(_args, { progress }) {
          executions++
          for (const step of [1, 2]) {
            await progress(step, 2)
            await tick()
          }
          return 'counted'
        },
      },
    },
  })
}

function start(version: string, role: 'first' | 'second'): ChildProcess {
  const ORIGIN = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const env = { ...process.env, ORIGIN, VERSION: version, ROLE: role }
  return spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

describe.each(['2025-11-25', '2026-07-28'])('a process with journaled calls (%s)', (version) => {
  test('that is killed at any event: its call ends once, as the counter of the server says', async () => {
    reset(version)
    await once(start(version, 'first'), 'exit')
    expect((await store.list(''))[0]!.call).toMatchObject({ status: 'answered' })
    const total = events
    const seen: string[] = []
    let resumed = 0
    for (let at = 1; at <= total; at++) {
      reset(version)
      const first = start(version, 'first')
      onEvent = (event) => {
        if (event !== at) return undefined
        first.kill('SIGKILL')
        return once(first, 'exit')
      }
      if (first.exitCode === null && first.signalCode === null) await once(first, 'exit')
      await once(start(version, 'second'), 'exit')
      if (server.journal.requests.some(({ httpMethod, headers }) => httpMethod === 'GET' && headers['last-event-id'])) {
        resumed++
      }
      const [record] = await store.list('')
      // Killed before the intent was stored: nothing was sent.
      if (!record) expect(executions).toBe(0)
      const { status = 'none' } = record?.call ?? {}
      seen.push(status)
      expect(['none', 'answered', 'unknown'], `at ${at}`).toContain(status)
      expect(executions, `at ${at}`).toBeLessThanOrEqual(1)
      if (status === 'answered') expect(executions).toBe(1)
      expect(server.journal.calls('tools/call').length).toBeLessThanOrEqual(1)
    }
    expect(seen).toContain('unknown')
    // Killed after the first event of the stream, whose position is stored, the next process gets the answer.
    if (version === '2025-11-25') expect(seen.slice(-2)).toEqual(['answered', 'answered'])
    if (version === '2025-11-25') expect(resumed).toBeGreaterThan(0)
  })
})
