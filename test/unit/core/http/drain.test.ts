/** Drains: how they end, and how they make room for a request. */
import { describe, expect, test } from 'vitest'
import type { WireEventDetail } from '../../../../src/core/events.ts'
import { createDrains } from '../../../../src/core/http/drain.ts'
import { openBody } from '../../../../src/core/util/body.ts'
import { createManualEnvironment } from '../../manual-environment.ts'

function setUp(limits = { maxMs: 250, maxBytes: 100 }) {
  const environment = createManualEnvironment()
  const events: WireEventDetail[] = []
  const drains = createDrains(environment, limits, (event) => events.push(event))
  const controllers: ReadableStreamDefaultController<Uint8Array>[] = []
  return {
    environment,
    drains,
    outcomes: () => events.map((event) => (event.type === 'drain' ? `${event.request} ${event.outcome}` : event.type)),
    /** Starts to drain a body and returns the controller of its server's side. */
    open(n: number) {
      const stream = new ReadableStream<Uint8Array>({ start: (controller) => void controllers.push(controller) })
      drains.start(n, openBody(new Response(stream), { onEnd: drains.opened() }))
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

  test('is evicted for a request only when five bodies are open, the oldest first, after a moment', async () => {
    const { open, outcomes, environment, drains } = setUp()
    for (const n of [1, 2, 3, 4]) open(n)
    await drains.makeRoom()
    expect(outcomes()).toEqual([])
    open(5)
    const room = drains.makeRoom()
    await settle()
    expect(outcomes()).toEqual([])
    environment.advance(5)
    await room
    await settle()
    expect(outcomes()).toEqual(['1 evicted'])
  })

  test('that ends by itself in that moment is not evicted, and no other is', async () => {
    const { open, outcomes, drains } = setUp()
    const [first] = [1, 2, 3, 4, 5].map(open)
    const room = drains.makeRoom()
    first?.close()
    await room
    await settle()
    expect(outcomes()).toEqual(['1 ended'])
  })

  test('is not waited for where the open bodies are all those of calls', async () => {
    const { drains } = setUp()
    for (let index = 0; index < 9; index++) drains.opened()
    await drains.makeRoom()
  })
})
