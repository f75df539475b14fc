/** The journal of calls: whose it is, when it forgets, and what happens if it cannot be written. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../../../src/core/index.ts'
import { createDurable } from '../../../src/durable/durable.ts'
import { DurableError, memoryStore } from '../../../src/durable/index.ts'
import { createPlay } from './durable-play.ts'

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
