/** A recording of the flight recorder is played by `replay()`: every fault of the mock server ends as it did. */
import { describe, expect, test } from 'vitest'
import { createConnect } from '../../../src/core/connect.ts'
import type { Client, ConnectOptions, Fetch } from '../../../src/core/index.ts'
import { type FlightTape, recorder } from '../../../src/recorder/index.ts'
import { type FaultName, faultTable as faults } from '../../../src/testing/faults/table.ts'
import { createMockServer, replay } from '../../../src/testing/index.ts'
import { createVirtualWorld, type VirtualWorld } from '../../simulation/virtual-time/virtual-world.ts'

const CANARIES = ['canary-bearer-7f3a9c1', 'canary-key-7f3a9c2', 'canary-password-7f3a9c4']
const [BEARER, KEY, PASSWORD] = CANARIES as [string, string, string]

interface Outcome {
  code?: string
  delivery?: string
  result?: unknown
}

/** Connects, calls a tool twice, and says what became of both calls. */
async function act(world: VirtualWorld, url: string, fetch: Fetch, options: ConnectOptions): Promise<Outcome[]> {
  const headers = { authorization: `Bearer ${BEARER}`, 'x-api-key': KEY }
  const connect = createConnect(world.environment)
  const work = (async () => {
    const outcomes: Outcome[] = []
    const client = await connect(url, { headers, ...options, fetch, eraCache: new Map(), cache: false })
    for (const text of ['one', 'two']) {
      const call = client.callTool('repeat', { text, password: PASSWORD }, { timeout: 5_000, maxTotalTimeout: 20_000 })
      outcomes.push(await call.then((result) => ({ result: result.content }), describeError))
    }
    outcomes.push(await client.ping({ timeout: 5_000 }).then(() => ({}), describeError))
    await client.close()
    return outcomes
  })()
  return world.until(work.catch((error) => [describeError(error)]))
}

const describeError = ({ code, delivery, message }: { code?: string; delivery?: string; message: string }): Outcome => {
  expect(code, message).toBeDefined()
  return { code: code!, delivery: delivery! }
}

async function record(fault: FaultName, version: string) {
  const world = createVirtualWorld({ seed: 3 })
  const repeat = ({ text }: { text?: string }) => `${text}: you sent ${BEARER}, ${KEY} and ${PASSWORD}`
  const tools = { repeat: { run: repeat } }
  const server = createMockServer({ clock: world.clock, versions: [version], tools })
  const flight = recorder({ fetch: server.fetch, now: world.clock.now, bytes: 100_000_000 })
  const { on } = faults[fault] as { on?: object }
  // Resumptions meet a fault of GET; other faults meet the call, or whatever they are about.
  if (fault === 'replays-too-much') server.fault('closes-to-be-polled', { on: 'tools/call' })
  server.fault(fault, on ? {} : { on: 'tools/call', ...(fault === 'huge-message' && { bytes: 300_000 }) })
  const outcomes = await act(world, server.url, flight.fetch, { versions: [version] as never })
  const tape = flight.recording()
  await server.close()
  await world.end()
  return { outcomes, tape }
}

async function play(tape: FlightTape, version: string): Promise<Outcome[]> {
  const world = createVirtualWorld({ seed: 8 })
  const fetch = replay(JSON.parse(JSON.stringify(tape)), { clock: world.clock })
  const outcomes = await act(world, 'https://mock.example/mcp', fetch, { versions: [version] as never })
  fetch.expectDone()
  await world.end()
  return outcomes
}

const errorsOf = (outcomes: readonly Outcome[]) => outcomes.map(({ code, delivery }) => [code, delivery])

describe.each(['2026-07-28', '2025-11-25'])('a recording of %s', (version) => {
  test.for(Object.keys(faults) as FaultName[])('of the fault %s is replayed with the same errors', async (fault) => {
    const { outcomes, tape } = await record(fault, version)
    const text = JSON.stringify(tape)
    expect(CANARIES.filter((canary) => text.includes(canary))).toEqual([])
    const again = await play(tape, version)
    expect(errorsOf(again)).toEqual(errorsOf(outcomes))
    // Texts differ only in what was hidden.
    const visible = (found: readonly Outcome[]) => JSON.stringify(found).replaceAll(/canary-\w+-\w+|__[\w-]+__/g, '…')
    expect(visible(again)).toBe(visible(outcomes))
  })
})

test('most faults are errors', async () => {
  const failed = await Promise.all(
    (['ends-early', 'http-500', 'network-error', 'wrong-id', 'malformed-json', 'falls-silent'] as const).map(
      async (fault) => (await record(fault, '2026-07-28')).outcomes[0],
    ),
  )
  expect(failed.map((outcome) => outcome?.code)).toEqual([
    'connection',
    'http',
    'connection',
    'connection',
    'connection',
    'timeout',
  ])
})

/** Something that is not a call of a tool. */
const operations: Record<string, (client: Client) => Promise<unknown>> = {
  'tools/list': (client) => client.listTools(),
  'resources/list': async (client) => {
    for await (const page of client.listPages('resources')) void page
  },
  'prompts/get': (client) => client.getPrompt('greeting', { name: 'Ada' }),
}

describe.each(Object.entries(operations))('an error of %s', (method, operate) => {
  const names: FaultName[] = ['http-500', 'network-error', 'ends-early', 'malformed-json']
  const options = { versions: ['2026-07-28'], eraCache: new Map(), cache: false } as const

  test.for(names)('by the fault %s leads to a recording that fails again', async (fault) => {
    const world = createVirtualWorld({ seed: 3 })
    const server = createMockServer({ clock: world.clock, versions: ['2026-07-28'] })
    const flight = recorder({ fetch: server.fetch, now: world.clock.now })
    const connect = createConnect(world.environment)
    server.fault(fault, { on: method })
    const client = await world.until(connect(server.url, { ...options, fetch: flight.fetch }))
    const error = await world.until(operate(client).then(String, (reason) => reason))
    expect(error.code).toBeDefined()
    const fetch = replay(JSON.parse(JSON.stringify(error.recording())), { clock: world.clock })
    const again = await world.until(connect(server.url, { ...options, fetch }))
    const failed = await world.until(operate(again).then(String, (reason) => reason))
    expect([failed.code, failed.delivery]).toEqual([error.code, error.delivery])
    await world.until(Promise.all([client.close(), again.close()]))
    await server.close()
    await world.end()
  })
})

describe('a recording that has dropped its oldest exchanges', () => {
  test.each(['2026-07-28', '2025-11-25'] as const)('fails again with `loose` (%s)', async (version) => {
    const world = createVirtualWorld({ seed: 3 })
    const run = ({ text }: { text?: string }) => `${text}`
    const server = createMockServer({ clock: world.clock, versions: [version], tools: { repeat: { run } } })
    const flight = recorder({ fetch: server.fetch, now: world.clock.now, bytes: 20_000 })
    const connect = createConnect(world.environment)
    const options = { versions: [version], eraCache: new Map(), cache: false as const }
    const client = await world.until(connect(server.url, { ...options, fetch: flight.fetch }))
    for (let n = 0; n < 100; n++) await world.until(client.callTool('repeat', { text: `${n}` }))
    server.fault('http-500', { on: 'tools/call' })
    const error = await world.until(client.callTool('repeat', { text: 'last' }).catch((reason) => reason))
    const tape: FlightTape = JSON.parse(JSON.stringify(error.recording()))
    expect(tape.wire.length).toBeLessThan(60)
    const again = async (settings: { loose?: boolean }) => {
      const fetch = replay(tape, { clock: world.clock, ...settings })
      const client = await world.until(connect(server.url, { ...options, fetch, eraCache: new Map() }))
      return world.until(client.callTool('repeat', { text: 'last' }).catch((reason) => reason))
    }
    const { code, delivery } = await again({ loose: true })
    expect([code, delivery]).toEqual([error.code, error.delivery])
    // The calls before it are in the tape, so that its order cannot be kept.
    expect((await again({})).message).not.toBe(error.message)
    await world.until(client.close())
    await server.close()
    await world.end()
  })
})
