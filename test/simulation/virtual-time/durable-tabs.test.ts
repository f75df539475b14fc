/** Tabs that share a journal: an orphan that nobody can continue yet, and a journal that is closed before its calls end. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createDurable } from '../../../src/durable/durable.ts'
import type { DurableOptions, JournalRecord } from '../../../src/durable/index.ts'
import { createPlay, LEASE, only, type Play, settled } from './durable-play.ts'
import { stubTabs } from './fake-tabs.ts'

const MINUTE = 60_000

afterEach(() => vi.unstubAllGlobals())

/** A call whose process has died, with a stream that can be resumed. */
async function leaveOrphan(play: Play, journal: Partial<DurableOptions>): Promise<void> {
  const first = await play.start({}, undefined, journal)
  void first.calls.callTool('count', {}, { id: 'one' }).catch(() => {})
  await play.world.advance(1_500)
  first.isDead = true
}

describe('an orphan whose server is away', () => {
  test('is tried by all tabs together ever more rarely, and continued when the server is back', async () => {
    const { messages } = stubTabs()
    const journal = { ownership: 'lease' } as const
    const play = createPlay('2025-11-25')
    const { world, network } = play
    await leaveOrphan(play, journal)
    network.isDown = true
    const tabs = await Promise.all([1, 2, 3].map(() => play.start({}, undefined, journal)))
    await world.advance(2 * LEASE)
    const [requests, sent] = [network.requests, messages()]
    await world.advance(10 * MINUTE)
    // Once a minute at most, and one connection is up to three requests.
    expect(network.requests - requests).toBeGreaterThan(5)
    expect(network.requests - requests).toBeLessThan(60)
    expect(messages() - sent).toBeLessThan(60)
    expect((await only(play)).call.status).toBe('running')
    network.isDown = false
    const results = await world.until(Promise.all(tabs.map(({ calls }) => calls.result('one'))))
    expect(results).toMatchObject(tabs.map(() => ({ content: [{ text: 'counted' }] })))
    expect(play.executions()).toBe(1)
    expect((await only(play)).notBefore).toBeUndefined()
    await world.until(Promise.all(tabs.map(({ calls }) => calls.close())))
    await world.end()
  })

  test('ends as unknown after a week, and not before', async () => {
    const play = createPlay('2025-11-25')
    const { world, network, store } = play
    const journal = { ownership: 'exclusive', maxAge: 60 * MINUTE } as const
    await leaveOrphan(play, journal)
    network.isDown = true
    const second = await play.start({}, undefined, journal)
    await world.advance(59 * MINUTE)
    expect((await only(play)).call.status).toBe('running')
    await world.advance(3 * MINUTE)
    expect((await only(play)).call).toMatchObject({ status: 'unknown', error: { delivery: 'unknown' } })
    expect(await store.list('')).toHaveLength(1)
    await world.until(second.calls.close())
    await world.end()
  })

  test('is never said to have failed before it was sent', async () => {
    const play = createPlay('2025-11-25')
    const { world, store } = play
    await leaveOrphan(play, {})
    const second = await play.start({ headers: () => Promise.reject(new TypeError('sign in first')) })
    await world.advance(5 * MINUTE)
    expect((await store.list(''))[0]!.call.status).toBe('running')
    await world.until(second.calls.close())
    await world.end()
  })
})

describe('a journal of a client that the application opened', () => {
  async function startShared() {
    stubTabs()
    const play = createPlay('2025-11-25')
    const { world, store, server } = play
    const fetch = server.fetch
    const client = await world.until(
      world.connectAny({ url: server.url, fetch, versions: ['2025-11-25'], keepAlive: false }),
    )
    const durable = createDurable(world.environment, (() => {}) as never)
    const calls = durable(client, { store, principal: 'ada', lease: LEASE })
    const outcome = settled(calls.callTool('count', {}, { id: 'one' }))
    await world.advance(1_500)
    return { ...play, client, calls, outcome }
  }

  test('is closed while a call runs: its caller gets the answer, which is in the journal', async () => {
    const { world, calls, outcome, store } = await startShared()
    await world.until(calls.close())
    const answered = { content: [{ type: 'text', text: 'counted' }] }
    expect(await world.until(outcome)).toMatchObject({ result: answered })
    expect((await store.list(''))[0]!.call).toMatchObject({ status: 'answered', result: answered })
    await expect(calls.callTool('count')).rejects.toMatchObject({ code: 'closed', delivery: 'not-executed' })
    await world.end()
  })

  test('leaves its call to the next tab when that client is closed', async () => {
    const { world, calls, client, outcome, store, executions, start } = await startShared()
    await world.until(Promise.all([calls.close(), client.detach()]))
    expect(await world.until(outcome)).toMatchObject({ code: 'closed' })
    expect((await store.list(''))[0]).toMatchObject({ call: { status: 'running' }, until: 0 })
    const second = await start()
    expect(await world.until(second.calls.result('one'))).toMatchObject({ content: [{ text: 'counted' }] })
    expect(executions()).toBe(1)
    await world.until(second.calls.close())
    await world.end()
  })
})

test('a call that is being written down while its principal signs out is not sent, and not kept', async () => {
  stubTabs()
  const play = createPlay('2026-07-28')
  const { world, store, server } = play
  let write = () => {}
  const written = new Promise<void>((resolve) => {
    write = resolve
  })
  const slow = {
    ...store,
    put: (record: JournalRecord, expected: number | undefined) => written.then(() => store.put(record, expected)),
  }
  const client = await world.until(world.connectAny({ url: server.url, fetch: server.fetch }))
  const calls = createDurable(world.environment, (() => {}) as never)(client, { store: slow, principal: 'ada' })
  const outcome = settled(calls.callTool('count'))
  await world.settle()
  const out = calls.signOut()
  await world.settle()
  write()
  await world.until(out)
  expect(await world.until(outcome)).toMatchObject({ code: 'durable', reason: 'missing' })
  expect(await store.list('')).toEqual([])
  expect(server.journal.calls('tools/call')).toEqual([])
  await world.end()
})

test('tenants in the query of the URL have journals of their own', async () => {
  const play = createPlay('2026-07-28')
  const { world, server } = play
  const [a, b] = await Promise.all(
    ['a', 'b'].map((tenant) => play.start({ url: `${server.url}?tenant=${tenant}` } as never)),
  )
  await world.until(a!.calls.callTool('count', {}, { id: 'one' }))
  expect(await world.until(b!.calls.list())).toEqual([])
  expect(await world.until(a!.calls.list())).toHaveLength(1)
  await world.until(Promise.all([a!.calls.close(), b!.calls.close()]))
  await world.end()
})
