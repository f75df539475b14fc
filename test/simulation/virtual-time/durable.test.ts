/** Journaled calls on a virtual clock: owners that are paused or gone, leases that end, and every moment of their death. */
import { describe, expect, test } from 'vitest'
import type { CallToolResult, Client, ConnectOptions } from '../../../src/core/index.ts'
import { createDurable } from '../../../src/durable/durable.ts'
import { DurableError, type JournalRecord, type JournalStore, memoryStore } from '../../../src/durable/index.ts'
import { tasks } from '../../../src/tasks/index.ts'
import { createMockServer, type MockServer } from '../../../src/testing/index.ts'
import { completed, creates, polled } from '../../scenarios/tasks/steps/tasks.ts'
import { createVirtualWorld, type VirtualWorld } from './virtual-world.ts'

const LEASE = 15_000

/** A process: its timers and its network stand still while it is paused, and for good once it is dead. */
interface Process {
  calls: ReturnType<ReturnType<typeof createDurable>>
  /** Stops before the operation of the network or the store with this number. */
  stopAt: number
  operations: number
  isDead: boolean
  /** It has called `fetch` with the call. */
  handed: boolean
  resume(): void
}

interface Play {
  world: VirtualWorld
  server: MockServer
  store: JournalStore
  executions: () => number
  start(options?: ConnectOptions, stopAt?: number): Promise<Process>
}

function createPlay(version: string, run?: Parameters<typeof createMockServer>[0]): Play {
  const world = createVirtualWorld({ seed: 3 })
  const store = memoryStore()
  let executions = 0
  const server = createMockServer({
    clock: world.clock,
    versions: [version],
    tools: {
      count: {
        async run(_args, { progress, wait }) {
          executions++
          for (const step of [1, 2, 3]) {
            await progress(step, 3)
            await wait(1_000)
          }
          return 'counted'
        },
      },
    },
    ...run,
  })
  return { world, server, store, executions: () => executions, start }

  async function start(options: ConnectOptions = {}, stopAt = Number.POSITIVE_INFINITY): Promise<Process> {
    const waiting: (() => void)[] = []
    const process = { stopAt, operations: 0, isDead: false, handed: false } as Process
    process.resume = () => {
      process.stopAt = Number.POSITIVE_INFINITY
      for (const go of waiting.splice(0)) go()
    }
    const isStopped = () => process.isDead || process.operations >= process.stopAt
    /** Every step of the process passes here. */
    const gate = async <T>(work: () => Promise<T>, isCounted = true): Promise<T> => {
      if (isStopped()) await new Promise<void>((resolve) => waiting.push(resolve))
      if (isCounted) process.operations++
      const result = await work()
      if (isStopped()) await new Promise<void>((resolve) => waiting.push(resolve))
      return result
    }
    const environment = {
      ...world.environment,
      setTimer: (run: () => void, milliseconds: number) =>
        world.environment.setTimer(() => (isStopped() ? waiting.push(run) : run()), milliseconds),
    }
    const fetch: NonNullable<ConnectOptions['fetch']> = (url, init) => {
      process.handed ||= !!init.body?.includes('"tools/call"')
      return gate(async () => {
        const response = await server.fetch(url, init)
        if (!response.body) return response
        const reader = response.body.getReader()
        // What comes after its death is not read.
        const body = new ReadableStream<Uint8Array>(
          {
            async pull(controller) {
              const { done, value } = await gate(() => reader.read())
              if (done) controller.close()
              else controller.enqueue(value)
            },
            cancel: (reason) => reader.cancel(reason),
          },
          { highWaterMark: 0 },
        )
        return new Response(body, response)
      })
    }
    const gated: JournalStore = {
      list: (prefix) => gate(() => store.list(prefix), false),
      get: (key) => gate(() => store.get(key), false),
      put: (record, expected) => gate(() => store.put(record, expected)),
      delete: (key) => gate(() => store.delete(key)),
    }
    const { createConnect } = await import('../../../src/core/connect.ts')
    const connect = createConnect(environment)
    const source = { url: server.url, fetch, versions: [version] as never, keepAlive: false as const, ...options }
    process.calls = createDurable(environment, connect)(source, { store: gated, principal: 'ada', lease: LEASE })
    return process
  }
}

const only = async ({ store }: Play): Promise<JournalRecord> => {
  const records = await store.list('')
  expect(records).toHaveLength(1)
  return records[0]!
}

const settled = (promise: Promise<CallToolResult>) =>
  promise.then(
    (result) => ({ result }),
    (error: DurableError) => ({ code: error.code, delivery: error.delivery, reason: error.reason }),
  )

const kinds: [string, string, ConnectOptions, object][] = [
  ['an answer on a stream that cannot be resumed', '2026-07-28', {}, {}],
  ['an answer on a stream with event ids', '2025-11-25', {}, {}],
  ['JSON', '2025-11-25', {}, { transport: 'json' }],
  ['HTTP+SSE', '2024-11-05', {}, { transport: 'http+sse' }],
]

describe.each(kinds)('%s', (_name, version, options, settings) => {
  /** The operations of a whole call. */
  async function countOperations(): Promise<number> {
    const play = createPlay(version, settings as never)
    const process = await play.start(options)
    await play.world.until(process.calls.callTool('count'))
    expect(play.executions()).toBe(1)
    expect((await only(play)).call).toMatchObject({ status: 'answered' })
    await play.world.end()
    return process.operations
  }

  test('whenever its process dies, the call ends once, as the counter of the server says', async () => {
    const total = await countOperations()
    expect(total).toBeGreaterThan(3)
    const seen = new Set<string>()
    for (let stopAt = 0; stopAt <= total; stopAt++) {
      const play = createPlay(version, settings as never)
      const { world, store } = play
      const first = await play.start(options, stopAt)
      void first.calls.callTool('count', {}, { id: 'one' }).catch(() => {})
      await world.advance(10_000)
      first.isDead = true
      const before = play.executions()
      const second = await play.start(options)
      await world.advance(4 * LEASE)
      const records = await store.list('')
      // The intent is stored before anything of the call is sent.
      if (!records.length) expect(play.executions()).toBe(0)
      for (const { call } of records) {
        seen.add(call.status)
        expect(['answered', 'failed', 'unknown'], `at ${stopAt}`).toContain(call.status)
        if (call.status === 'answered') expect(play.executions()).toBe(1)
        expect(second.calls.get().calls).toEqual([call])
      }
      // Whoever comes next sends nothing.
      expect(play.executions()).toBe(before)
      expect(play.executions()).toBeLessThanOrEqual(1)
      await world.until(Promise.all([second.calls.close()]))
      await world.end()
    }
    expect([...seen]).toContain('answered')
    expect([...seen]).toContain('unknown')
  })

  test('a process that was paused for longer than its lease neither sends again nor ends a call twice', async () => {
    const total = await countOperations()
    for (let stopAt = 0; stopAt <= total; stopAt++) {
      const play = createPlay(version, settings as never)
      const { world, store } = play
      const first = await play.start(options, stopAt)
      const outcome = settled(first.calls.callTool('count', {}, { id: 'one' }))
      await world.advance(2_500)
      const second = await play.start(options)
      await world.advance(3 * LEASE)
      const ended = (await store.list(''))[0]?.call
      const before = play.executions()
      const wasHanded = first.handed
      first.resume()
      const { result, delivery } = (await world.until(outcome)) as { result?: object; delivery?: string }
      await world.advance(2 * LEASE)
      expect(play.executions(), `at ${stopAt}`).toBeLessThanOrEqual(1)
      const { call } = await only(play)
      // What others have seen as ended does not change.
      const isEnded = !!ended && ended.status !== 'running'
      if (isEnded) expect(call).toEqual(ended)
      // Only a request that was handed to the network before the pause can arrive after it.
      if (isEnded && play.executions() > before) expect(wasHanded, `at ${stopAt}`).toBe(true)
      expect(call.status).toBe(result ? 'answered' : delivery === 'unknown' ? 'unknown' : 'failed')
      if (result) expect(play.executions()).toBe(1)
      if (call.status === 'failed') expect(play.executions()).toBe(0)
      await world.until(Promise.all([first.calls.close(), second.calls.close()]))
      await world.end()
    }
  })
})

test('a stream with event ids is resumed by the next process, which gets the answer', async () => {
  const play = createPlay('2025-11-25')
  const { world, server } = play
  const first = await play.start()
  void first.calls.callTool('count', {}, { id: 'one' }).catch(() => {})
  await world.advance(1_500)
  first.isDead = true
  server.journal.clear()
  const second = await play.start()
  const result = second.calls.result('one')
  expect(await world.until(result)).toMatchObject({ content: [{ type: 'text', text: 'counted' }] })
  expect(server.journal.calls('tools/call')).toEqual([])
  expect(play.executions()).toBe(1)
  await world.until(second.calls.close())
  await world.end()
})

test('a task is polled by the next process', async () => {
  const play = createPlay('2026-07-28')
  const { world, server } = play
  server.script(creates(), polled({}, 1), polled({}, 2), polled(completed('polled')))
  const extensions = tasks()
  const first = await play.start({ extensions })
  void first.calls.callTool('count', {}, { id: 'one' }).catch(() => {})
  await world.advance(50)
  const [record] = await play.store.list('')
  expect(record!.resume).toEqual({ taskId: expect.any(String) })
  first.isDead = true
  const second = await play.start({ extensions })
  expect(await world.until(second.calls.result('one'))).toMatchObject({ content: [{ text: 'polled' }] })
  expect(server.journal.calls('tools/call')).toHaveLength(1)
  await world.until(second.calls.close())
  await world.end()
})

describe('questions', () => {
  const ask = (): { play: Play; options: ConnectOptions; asked: () => number } => {
    let asked = 0
    const tools = {
      pay: {
        async run(_args: unknown, { elicit }: { elicit(message: string): Promise<{ action: string }> }) {
          const { action } = await elicit('Pay 5 EUR?')
          asked++
          return `paid: ${action}`
        },
      },
    }
    const play = createPlay('2026-07-28', { tools } as never)
    return {
      play,
      asked: () => asked,
      options: { handlers: { elicit: () => ({ action: 'cancel' }) } } as ConnectOptions,
    }
  }

  test('wait in the journal, and any process answers them, once', async () => {
    const { play, options, asked } = ask()
    const { world } = play
    const first = await play.start(options)
    const outcome = settled(first.calls.callTool('pay', {}, { id: 'one' }))
    await world.advance(1_000)
    expect(first.calls.get()).toMatchObject({ running: 0, waiting: 1, calls: [{ question: expect.anything() }] })
    const second = await play.start(options)
    await world.advance(10 * LEASE)
    const [{ question = {} } = {}] = second.calls.get().calls
    const responses = Object.fromEntries(
      Object.keys(question).map((key) => [key, { action: 'accept' as const, content: {} }]),
    )
    const answers = [second, first].map(({ calls }) => settled(calls.answer('one', responses)))
    const [one, other] = await world.until(Promise.all(answers))
    expect(one).toMatchObject({ result: { content: [{ text: 'paid: accept' }] } })
    expect(other).toMatchObject({ code: 'durable', reason: 'taken', delivery: 'not-executed' })
    expect(await world.until(outcome)).toEqual(one)
    expect(asked()).toBe(1)
    await world.until(Promise.all([first.calls.close(), second.calls.close()]))
    await world.end()
  })
})

describe('the journal', () => {
  test('shows a call with the same id once, and sends it once', async () => {
    const play = createPlay('2026-07-28')
    const { world } = play
    const process = await play.start()
    const both = Promise.all([1, 2].map(() => process.calls.callTool('count', {}, { id: 'same' })))
    const views: string[] = []
    process.calls.subscribe(() => views.push(`${process.calls.get().running}`))
    const [one, other] = await world.until(both)
    expect(other).toEqual(one)
    expect(play.executions()).toBe(1)
    expect(views).toContain('1')
    expect(views.at(-1)).toBe('0')
    await world.until(process.calls.close())
    await world.end()
  })

  test('belongs to one principal, and is deleted when that one signs out', async () => {
    const play = createPlay('2026-07-28')
    const { world, store, server } = play
    const connected = async (): Promise<Client> => world.connectAny({ url: server.url, fetch: server.fetch })
    const durable = createDurable(world.environment, (() => {}) as never)
    const client = await world.until(connected())
    const ada = durable(client, { store, principal: 'ada' })
    const eve = durable(client, { store, principal: 'eve' })
    await world.until(ada.callTool('count', {}, { id: 'one' }))
    await world.until(eve.recover())
    expect(eve.get().calls).toEqual([])
    await expect(world.until(eve.result('one'))).rejects.toMatchObject({ reason: 'missing' })
    expect(await store.list('ada ')).toHaveLength(1)
    await world.until(ada.signOut())
    expect(await store.list('')).toEqual([])
    await world.until(eve.close())
    await world.end()
  })

  test('forgets what is old', async () => {
    const play = createPlay('2026-07-28')
    const { world, store } = play
    const process = await play.start()
    await world.until(process.calls.callTool('count'))
    await world.advance(86_400_000 + 60_000)
    await world.until(process.calls.recover())
    expect(await store.list('')).toEqual([])
    expect(process.calls.get().calls).toEqual([])
    await world.until(process.calls.close())
    await world.end()
  })

  test('is written before anything is sent: if it cannot be, nothing is', async () => {
    const play = createPlay('2026-07-28')
    const { world, server } = play
    const client = await world.until(world.connectAny({ url: server.url, fetch: server.fetch }))
    const store = { ...memoryStore(), put: () => Promise.reject(new Error('the disk is full')) }
    const calls = createDurable(world.environment, (() => {}) as never)(client, { store, principal: 'ada' })
    const error = await calls.callTool('count').catch((reason) => reason)
    expect(error).toMatchObject({ code: 'durable', reason: 'store', delivery: 'not-executed' })
    expect(error).toBeInstanceOf(DurableError)
    expect(server.journal.calls('tools/call')).toEqual([])
    await world.until(calls.close())
    await world.end()
  })

  test('refuses Workers KV, and a store that does not say whether it has written', async () => {
    const play = createPlay('2026-07-28')
    const { world, server } = play
    const client = await world.until(world.connectAny({ url: server.url, fetch: server.fetch }))
    const durable = createDurable(world.environment, (() => {}) as never)
    const kv = { ...memoryStore(), getWithMetadata: () => {} }
    expect(() => durable(client, { store: kv, principal: 'ada' })).toThrow('Workers KV has no compare-and-swap')
    const calls = durable(client, {
      store: { ...memoryStore(), put: async () => undefined as never },
      principal: 'ada',
    })
    await expect(calls.callTool('count')).rejects.toThrow('must say whether it has written')
    expect(server.journal.calls('tools/call')).toEqual([])
    await world.until(calls.close())
    await world.end()
  })
})
