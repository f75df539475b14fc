/** Drains: how they end, and how they make room for a request. */
import { describe, expect, test } from 'vitest'
import type { WireEventDetail } from '../../../../src/core/events.ts'
import { createDrains } from '../../../../src/core/http/drain.ts'
import { openBody } from '../../../../src/core/util/body.ts'
import { createManualEnvironment } from '../../manual-environment.ts'

function setUp(inPage = false, limits = { maxMs: 250, maxBytes: 100 }) {
  const environment = createManualEnvironment()
  const events: WireEventDetail[] = []
  const drains = createDrains(environment, limits, (event) => events.push(event), inPage)
  const controllers: ReadableStreamDefaultController<Uint8Array>[] = []
  return {
    environment,
    drains,
    outcomes: () => events.map((event) => (event.type === 'drain' ? `${event.request} ${event.outcome}` : event.type)),
    /** Starts to drain a body and returns the controller of its server's side. */
    open(n: number) {
      const stream = new ReadableStream<Uint8Array>({ start: (controller) => void controllers.push(controller) })
      drains.start(n, openBody(new Response(stream), { onEnd: drains.opened() }), true)
      return controllers.at(-1)!
    },
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('a drain', () => {
  test('reads to the end and leaves no timer', async () => {
    const { open, outcomes, environment } = setUp()
    const server = open(1)
    server.enqueue(new Uint8Array(10))
    server.close()
    await settle()
    expect(outcomes()).toEqual(['1 ended'])
    expect(environment.pending()).toBe(0)
  })

  test('ends by its time, its bytes, an error or close, with one event', async () => {
    const { open, outcomes, environment, drains } = setUp()
    open(1)
    environment.advance(250)
    const many = open(2)
    many.enqueue(new Uint8Array(60))
    many.enqueue(new Uint8Array(60))
    open(3).error(new Error('reset'))
    open(4)
    await settle()
    drains.close()
    open(5)
    await settle()
    environment.advance(1000)
    await settle()
    expect(outcomes()).toEqual(['1 time', '3 failed', '2 bytes', '4 closed', '5 closed'])
    expect(environment.pending()).toBe(0)
  })

  test('of a body that was read to its end with the answer is over at once', async () => {
    const { drains, outcomes, environment } = setUp()
    const body = openBody(new Response('{}'))
    while (await body.read());
    drains.start(1, body, false)
    expect(outcomes()).toEqual(['1 ended'])
    expect(environment.pending()).toBe(0)
  })
})

describe('in a page, a request that finds five bodies open', () => {
  test('waits at most 100 ms for the oldest drain of an unknown server, then cancels it; after that 5 ms', async () => {
    const { open, outcomes, environment, drains } = setUp(true)
    for (const n of [1, 2, 3, 4]) open(n)
    expect(drains.makeRoom()).toBeUndefined()
    open(5)
    const room = drains.makeRoom()
    environment.advance(99)
    await settle()
    expect(outcomes()).toEqual([])
    environment.advance(1)
    await room
    await settle()
    expect(outcomes()).toEqual(['1 evicted'])
    open(6)
    const next = drains.makeRoom()
    environment.advance(5)
    await next
    await settle()
    expect(outcomes()).toEqual(['1 evicted', '2 evicted'])
  })

  test('waits twice as long as this server took lately to end a stream', async () => {
    const { open, outcomes, environment, drains } = setUp(true)
    for (let n = 1; n <= 30; n++) {
      const quick = open(n)
      environment.advance(20)
      quick.close()
      await settle()
    }
    for (const n of [31, 32, 33, 34, 35]) open(n)
    environment.advance(10)
    const room = drains.makeRoom()
    environment.advance(29)
    await settle()
    expect(outcomes().slice(30)).toEqual([])
    environment.advance(1)
    await room
    await settle()
    expect(outcomes().slice(30)).toEqual(['31 evicted'])
  })

  test('does not cancel a drain that ends by itself in that time, nor any other', async () => {
    const { open, outcomes, drains } = setUp(true)
    const [first] = [1, 2, 3, 4, 5].map(open)
    const room = drains.makeRoom()
    first?.close()
    await room
    await settle()
    expect(outcomes()).toEqual(['1 ended'])
  })

  test('does not wait if the open bodies are all those of calls', () => {
    const { drains } = setUp(true)
    for (let index = 0; index < 9; index++) drains.opened()
    expect(drains.makeRoom()).toBeUndefined()
  })
})

describe('outside of pages', () => {
  test('64 drains may be open, and the oldest is cancelled for the next request', async () => {
    const { open, outcomes, environment, drains } = setUp()
    for (let n = 1; n < 64; n++) open(n)
    const free = drains.makeRoom()
    environment.advance(30)
    await free
    open(64)
    const room = drains.makeRoom()
    environment.advance(5)
    await room
    await settle()
    expect(outcomes()).toEqual(['1 evicted'])
  })

  test('a request that finds 48 drains open waits for the oldest, at most 30 ms, and cancels nothing', async () => {
    const { open, outcomes, environment, drains } = setUp()
    const servers = Array.from({ length: 47 }, (_, index) => open(index + 1))
    expect(drains.makeRoom()).toBeUndefined()
    open(48)
    const first = drains.makeRoom()
    servers[0]!.close()
    await first
    expect(outcomes()).toEqual(['1 ended'])
    open(49)
    const second = drains.makeRoom()
    environment.advance(30)
    await second
    // That was in vain, so the next does not wait until another stream has ended.
    expect(drains.makeRoom()).toBeUndefined()
    open(50)
    servers[1]!.close()
    await settle()
    expect(drains.makeRoom()).toBeInstanceOf(Promise)
    expect(outcomes()).toEqual(['1 ended', '2 ended'])
  })

  test('a request that finds 48 drains open does not wait if the last stream ended long after its answer', async () => {
    const { open, outcomes, environment, drains } = setUp()
    const late = open(1)
    environment.advance(100)
    late.close()
    await settle()
    for (let n = 2; n < 50; n++) open(n)
    environment.advance(69)
    expect(drains.makeRoom()).toBeUndefined()
    environment.advance(1)
    const room = drains.makeRoom()
    expect(room).toBeInstanceOf(Promise)
    environment.advance(30)
    await room
    expect(outcomes()).toEqual(['1 ended'])
  })

  test('once a drain has timed out, five bodies may be open', async () => {
    const { open, outcomes, environment, drains } = setUp()
    open(1)
    environment.advance(250)
    await settle()
    for (const n of [2, 3, 4, 5]) open(n)
    expect(drains.makeRoom()).toBeUndefined()
    open(6)
    const room = drains.makeRoom()
    environment.advance(5)
    await room
    await settle()
    expect(outcomes()).toEqual(['1 time', '2 evicted'])
  })
})
