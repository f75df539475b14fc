/** Journaled calls on a virtual clock: owners that are paused or gone, leases that end, and every moment of their death. */
import { describe, expect, test } from 'vitest'
import type { ConnectOptions } from '../../../src/core/index.ts'
import { tasks } from '../../../src/tasks/index.ts'
import { completed, creates, polled } from '../../scenarios/tasks/steps/tasks.ts'
import { createPlay, LEASE, only, settled } from './durable-play.ts'

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
