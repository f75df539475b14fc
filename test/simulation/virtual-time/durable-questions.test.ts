/** Questions in the journal: they survive whoever asked, and whoever could not send the answer. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ConnectOptions } from '../../../src/core/index.ts'
import type { DurableOptions } from '../../../src/durable/index.ts'
import { createPlay, LEASE, only, type Play, type Process, settled } from './durable-play.ts'
import { stubTabs } from './fake-tabs.ts'

const WEEK = 7 * 86_400_000
const options: ConnectOptions = { handlers: { elicit: () => ({ action: 'cancel' }) } }

interface Elicits {
  elicit(message: string): Promise<{ action: string }>
}

function createShop(): Play & { paid: () => number } {
  let paid = 0
  const pay = {
    async run(_args: unknown, { elicit }: Elicits) {
      const { action } = await elicit('Pay 5 EUR?')
      paid++
      return `paid: ${action}`
    },
  }
  return { ...createPlay('2026-07-28', { tools: { pay } } as never), paid: () => paid }
}

/** An answer to all that the only call asks for. */
function yes({ calls }: Process): Parameters<Process['calls']['answer']> {
  const [{ question = {} } = {}] = calls.get().calls
  return ['one', Object.fromEntries(Object.keys(question).map((key) => [key, { action: 'accept', content: {} }]))]
}

async function ask(shop: Play, journal?: Partial<DurableOptions>) {
  const first = await shop.start(options, undefined, journal)
  const leaving = new AbortController()
  const outcome = settled(first.calls.callTool('pay', {}, { id: 'one', signal: leaving.signal }))
  await shop.world.advance(1_000)
  expect(first.calls.get()).toMatchObject({ running: 0, waiting: 1, calls: [{ question: expect.anything() }] })
  return { first, outcome, leaving }
}

afterEach(() => vi.unstubAllGlobals())

describe.each(['lease', 'locks', 'exclusive'] as const)('a question (%s)', (ownership) => {
  const journal = { ownership }

  test('waits in the journal, and any process answers it, once', async () => {
    stubTabs()
    const shop = createShop()
    const { world, paid } = shop
    const { first, outcome } = await ask(shop, journal)
    const second = await shop.start(options, undefined, journal)
    await world.advance(10 * LEASE)
    const [one, other] = await world.until(
      Promise.all([second, first].map((process) => settled(process.calls.answer(...yes(second))))),
    )
    expect(one).toMatchObject({ result: { content: [{ text: 'paid: accept' }] } })
    expect(other).toMatchObject({ code: 'durable', reason: 'taken', delivery: 'not-executed' })
    expect(await world.until(outcome)).toEqual(one)
    expect(paid()).toBe(1)
    await world.until(Promise.all([first.calls.close(), second.calls.close()]))
    await world.end()
  })

  test.each(['close', 'abort'] as const)('survives whoever asked: %s', async (end) => {
    stubTabs()
    const shop = createShop()
    const { world, paid } = shop
    const { first, outcome, leaving } = await ask(shop, journal)
    if (end === 'abort') leaving.abort(new Error('the view is gone'))
    else await world.until(first.calls.close())
    expect(await world.until(outcome)).toHaveProperty('code', end === 'close' ? 'closed' : undefined)
    expect((await only(shop)).call).toMatchObject({ status: 'waiting', question: expect.anything() })
    const second = await shop.start(options, undefined, journal)
    await world.settle()
    const answered = await world.until(second.calls.answer(...yes(second)))
    expect(answered).toMatchObject({ content: [{ text: 'paid: accept' }] })
    expect(paid()).toBe(1)
    await world.until(Promise.all([first.calls.close(), second.calls.close()]))
    await world.end()
  })

  test('waits again if the answer cannot be sent', async () => {
    stubTabs()
    const shop = createShop()
    const { world, network } = shop
    const { first, outcome } = await ask(shop, journal)
    const answer = yes(first)
    network.isDown = true
    expect(await world.until(settled(first.calls.answer(...answer)))).toMatchObject({ delivery: 'not-executed' })
    expect(first.calls.get()).toMatchObject({ waiting: 1, calls: [{ question: expect.anything() }] })
    network.isDown = false
    const answered = await world.until(settled(first.calls.answer(...answer)))
    expect(answered).toMatchObject({ result: { content: [{ text: 'paid: accept' }] } })
    expect(await world.until(outcome)).toEqual(answered)
    await world.until(first.calls.close())
    await world.end()
  })

  test('that nobody has answered in a week ends as unknown, and then is forgotten', async () => {
    stubTabs()
    const shop = createShop()
    const { world, store } = shop
    const { first, outcome } = await ask(shop, journal)
    await world.advance(WEEK)
    expect(await world.until(outcome)).toMatchObject({ code: 'durable', reason: 'unknown', delivery: 'unknown' })
    const { call, continuation } = await only(shop)
    expect([call.status, call.question, continuation]).toEqual(['unknown', undefined, undefined])
    expect(call.error?.message).toContain('too old')
    await world.advance(86_400_000)
    await world.until(first.calls.recover())
    expect(await store.list('')).toEqual([])
    await world.until(first.calls.close())
    await world.end()
  })
})

test('a question is written once: nothing renews it while it waits', async () => {
  const shop = createShop()
  const { first, outcome } = await ask(shop)
  const { revision } = await only(shop)
  await shop.world.advance(10 * LEASE)
  expect((await only(shop)).revision).toBe(revision)
  await shop.world.until(first.calls.close())
  await outcome
  await shop.world.end()
})
