/** Silent streams: a call whose packets vanish does not wait for its timeout, and a slow one keeps its stream. */
import { describe, expect, test } from 'vitest'
import type { Fetch, ResumeToken } from '../../../src/core/index.ts'
import type { Rule, Step } from '../../../src/testing/index.ts'
import { callsIn, cursorsIn, onGet, textsOf } from '../../scenarios/steps/calls.ts'
import { count, expectBetween, outcomeOf } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'
import { createVirtualWorld, type VirtualWorld } from './virtual-world.ts'

const world = useVirtualWorld()

const onCall = (...steps: Step[]): Rule => ({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, ...steps] })

const cutCall = (prime: { id?: string; retry?: number }, ...rest: Step[]): Rule =>
  onCall({ prime }, { closeConnection: true }, ...rest)

/** A network that loses all but the first piece of the answers to calls, without a sign. */
const vanishing: Fetch = async (url, init) => {
  const response = await world.fetch(url, init)
  if (!init.body?.includes('"tools/call"')) return response
  let pieces = 0
  const vanish = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (!pieces++) controller.enqueue(chunk)
    },
    flush: () => new Promise(() => {}),
  })
  return new Response(response.body!.pipeThrough(vanish), response)
}

const echo = { content: [{ type: 'text', text: 'x' }] }

test('a silent stream is opened again after 30 s, and the call gets its answer there', async () => {
  await world.server.script(onCall({ prime: { id: 'p1' } }, { delay: 10_000 }, { answer: true, store: true }))
  const client = await world.connect({ fetch: vanishing, keepAlive: false })
  const call = outcomeOf(world, client.callTool('echo', { text: 'x' }))
  const { value, took } = await world.until(call)
  expect(value).toMatchObject(echo)
  expect(took).toBe(30_000)
  const gets = (await world.server.journal()).filter(({ httpMethod }) => httpMethod === 'GET')
  expect(gets.map(({ headers }) => headers['last-event-id'])).toEqual(['p1'])
})

interface Get {
  at: number
  cursor: string | undefined
  isOpen: boolean
}

interface GetStream {
  write(text: string): void
  close(): void
  signal: AbortSignal
  /** The id of the last call. */
  id: number
}

/** What a GET gets instead of the server's answer; undefined: the server answers. */
type Served = Response | ((stream: GetStream) => unknown) | undefined

/** A server that answers GETs in ways of its own, while the stream of the call goes on. Records the GETs. */
function serveGets(...served: Served[]): { fetch: Fetch; gets: Get[] } {
  return serveGetsIn(world, served)
}

function serveGetsIn(world: VirtualWorld, served: Served[]): { fetch: Fetch; gets: Get[] } {
  const gets: Get[] = []
  let id = 0
  const fetch: Fetch = async (url, init) => {
    const { method, headers, signal, body } = init
    if (body?.includes('"tools/call"')) id = JSON.parse(body).id
    if (method !== 'GET') return world.fetch(url, init)
    const get = { at: world.clock.now() - START, cursor: headers['last-event-id'], isOpen: true }
    const serve = served[gets.length % served.length]
    gets.push(get)
    const end = () => {
      get.isOpen = false
    }
    signal.addEventListener('abort', end)
    if (!serve) return world.fetch(url, init)
    if (serve instanceof Response) {
      end()
      return serve.clone()
    }
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        const write = (text: string) => controller.enqueue(new TextEncoder().encode(text))
        const close = () => {
          end()
          controller.close()
        }
        void serve({ write, close, signal, id })
      },
      cancel: end,
    })
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
  }
  return { fetch, gets }
}

const START = 1_000_000_000

const silent: Served = () => {}

const commenting: Served = async ({ write, signal }) => {
  while (!signal.aborted) {
    write(': keepalive\n\n')
    await world.clock.wait(15_000, signal).catch(() => {})
  }
}

const ends: Served = ({ close }) => close()

const primes: Served = ({ write, close }) => {
  write('id: p2\ndata:\n\n')
  close()
}

const answersAfter =
  (milliseconds: number): Served =>
  async ({ write, id }) => {
    await world.clock.wait(milliseconds)
    write(`id: p9\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result: echo })}\n\n`)
  }

const refuses = (status: number): Served => new Response(null, { status })

/** A call whose first stream is silent for 40 s, then has the answer. */
const lateAnswer = () => onCall({ prime: { id: 'p1' } }, { delay: 40_000 }, { answer: true })

test.each<[string, Served]>([
  ['stays silent', silent],
  ['has only comments', commenting],
  ['ends empty', ends],
  ['brings a new event id and ends', primes],
  ['is refused by 404', refuses(404)],
  ['is refused by 405', refuses(405)],
  ['is refused by 409', refuses(409)],
  ['fails with 503', refuses(503)],
  ['is a page', new Response('<html>', { headers: { 'content-type': 'text/html' } })],
])('a stream that answers after 40 s is not given up for an extra one that %s', async (_, served) => {
  await world.server.script(lateAnswer())
  const { fetch, gets } = serveGets(served)
  const client = await world.connect({ fetch, keepAlive: false })
  const { value, took } = await world.until(outcomeOf(world, client.callTool('echo', { text: 'x' })))
  expect(value).toMatchObject(echo)
  expect(took).toBe(40_000)
  expect(gets).toMatchObject([{ at: 30_000, cursor: 'p1' }])
  await world.advance(1_000)
  expect(gets[0]!.isOpen).toBe(false)
  expect(callsIn(await world.server.journal())[0]?.ended).toBe('closed')
})

test('a server that gives all events one id is answered on the stream that it uses', async () => {
  const params = { level: 'info', data: 'works' }
  const log: Step = { notify: { method: 'notifications/message', params }, store: true }
  await world.server.script(onCall(log, { delay: 40_000 }, log, { delay: 1_000 }, { answer: true, store: true }))
  const data = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params })
  const { fetch, gets } = serveGets(({ write }) => write(`id: session\ndata: ${data}\n\n`))
  const oneId: Fetch = async (url, init) => {
    const response = await fetch(url, init)
    if (!init.body?.includes('"tools/call"')) return response
    const rename = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const text = new TextDecoder().decode(chunk).replace(/^id:.*$/gm, 'id: session')
        controller.enqueue(new TextEncoder().encode(text))
      },
    })
    return new Response(response.body!.pipeThrough(rename), response)
  }
  const reasons: unknown[] = []
  const client = await world.connect({
    fetch: oneId,
    keepAlive: false,
    onEvent: (event) => event.type === 'reconnect' && reasons.push([event.reason, event.call]),
  })
  const logs: unknown[] = []
  const onLog = ({ data }: { data?: unknown }) => logs.push(data)
  const { value, took } = await world.until(outcomeOf(world, client.callTool('echo', { text: 'x' }, { onLog })))
  expect(value).toMatchObject(echo)
  expect(took).toBe(41_000)
  expect(gets).toMatchObject([{ at: 30_000, cursor: 'session' }])
  expect(reasons).toEqual([['silent', 1]])
  // The one on the extra stream has the id and the data of an earlier one. The next shows that the id is used again.
  expect(logs).toEqual(['works', 'works'])
})

test('the end of the first stream is not a break while the extra one is open', async () => {
  await world.server.script(onCall({ prime: { id: 'p1' } }, { delay: 35_000 }, { closeConnection: true }))
  const { fetch, gets } = serveGets(answersAfter(15_000))
  const client = await world.connect({ fetch, keepAlive: false })
  const { value, took } = await world.until(outcomeOf(world, client.callTool('echo', { text: 'x' })))
  expect(value).toMatchObject(echo)
  expect(took).toBe(45_000)
  expect(gets).toMatchObject([{ at: 30_000 }])
})

test('a silent call asks again every 30 s, over one extra stream at a time', async () => {
  await world.server.script(onCall({ prime: { id: 'p1' } }, { delay: 130_000 }, { answer: true }))
  const { fetch, gets } = serveGets(silent, silent, ends, commenting)
  const client = await world.connect({ fetch, keepAlive: false })
  const call = outcomeOf(world, client.callTool('echo', { text: 'x' }, { timeout: 200_000 }))
  await world.advance(65_000)
  expect(gets.map(({ isOpen }) => isOpen)).toEqual([false, true])
  expect(await world.until(call)).toMatchObject({ value: echo, took: 130_000 })
  expect(gets.map(({ at }) => at)).toEqual([30_000, 60_000, 90_000, 120_000])
})

test('the answer counts on the extra stream too, and the first one is released', async () => {
  await world.server.script(onCall({ prime: { id: 'p1' } }, { hold: 'forever' }))
  const { fetch } = serveGets(answersAfter(0))
  const client = await world.connect({ fetch, keepAlive: false })
  const { value, took } = await world.until(outcomeOf(world, client.callTool('echo', { text: 'x' })))
  expect(value).toMatchObject(echo)
  expect(took).toBe(30_000)
  await world.advance(1_000)
  expect(callsIn(await world.server.journal())[0]?.ended).toBe('client-left')
})

test('a GET without a response is given up after 30 s, and sent again', async () => {
  await world.server.script(
    cutCall({ id: 'p1' }, { answer: true, store: true }),
    onGet(1, { delay: 500_000 }),
    onGet(2, { delay: 500_000 }),
  )
  const client = await world.connect({ keepAlive: false })
  const call = outcomeOf(world, client.callTool('echo', { text: 'x' }, { timeout: 100_000 }))
  const { value, took } = await world.until(call)
  expect(value).toMatchObject(echo)
  expectBetween(took, 62_000, 64_000)
})

test('a server that refuses the extra stream by 409 twice believes the first one alive: that is closed, then resumed', async () => {
  await world.server.script(
    onCall({ prime: { id: 'p1' } }, { delay: 10_000 }, { answer: true, store: true }),
    ...[1, 2, 3].map((nth) => onGet(nth, { respond: { status: 409 } })),
  )
  const client = await world.connect({ fetch: vanishing, keepAlive: false })
  const call = outcomeOf(world, client.callTool('echo', { text: 'x' }, { timeout: 100_000 }))
  const { value, took } = await world.until(call)
  expect(value).toMatchObject(echo)
  // The third GET comes a second after the first stream was closed, and the fourth after the delay of a failure.
  expectBetween(took, 62_500, 63_000)
  expect(await count(world, 'GET', 'tools/call', 'notifications/cancelled')).toEqual([4, 1, 0])
})

test('activity on the first stream starts the count of refusals again', async () => {
  await world.server.script(
    onCall({ prime: { id: 'p1' } }, { delay: 35_000 }, { comment: 'alive' }, { delay: 40_000 }, { answer: true }),
  )
  const { fetch, gets } = serveGets(refuses(409))
  const client = await world.connect({ fetch, keepAlive: false })
  const call = outcomeOf(world, client.callTool('echo', { text: 'x' }, { timeout: 200_000 }))
  expect(await world.until(call)).toMatchObject({ value: echo, took: 75_000 })
  expect(gets.map(({ at }) => at)).toEqual([30_000, 65_000])
})

describe('a call that was cut once, and whose resumed stream has only comments', () => {
  const cut = () =>
    world.server.script(cutCall({ id: 'p1', retry: 500 }, { delay: 5_000 }, { answer: true, store: true }))

  test('is answered after the next GET', async () => {
    await cut()
    const { fetch, gets } = serveGets(commenting, undefined)
    const client = await world.connect({ fetch, keepAlive: false })
    const { value, took } = await world.until(outcomeOf(world, client.callTool('echo', { text: 'x' })))
    expect(value).toMatchObject(echo)
    expect(took).toBe(31_000)
    expect(gets.map(({ cursor }) => cursor)).toEqual(['p1', 'p1'])
  })

  test('is rejected within its timeout if no stream has more', async () => {
    await cut()
    const { fetch, gets } = serveGets(commenting)
    const client = await world.connect({ fetch, keepAlive: false })
    const { error, took } = await world.until(outcomeOf(world, client.callTool('echo', { text: 'x' })))
    expect(error).toMatchObject({ code: 'timeout', limit: 'timeout', delivery: 'unknown' })
    // Waiting for `retry` does not count: the server asked for it.
    expect(took).toBe(61_000)
    expect(await count(world, 'notifications/cancelled')).toEqual([1])
    expect(gets.map(({ isOpen }) => isOpen)).toEqual([false, false])
  })

  test('is answered after the next GET where it continues the call of another client', async () => {
    await cut()
    const first = await world.connect({ keepAlive: false })
    let token: ResumeToken | undefined
    const onResumable = (found: ResumeToken) => {
      token = found
    }
    const left = outcomeOf(world, first.callTool('echo', { text: 'x' }, { onResumable }))
    await world.advance(100)
    await first.detach()
    await left
    const { fetch } = serveGets(commenting, undefined)
    const second = await world.connect({ fetch, keepAlive: false })
    const { value, took } = await world.until(outcomeOf(world, second.callTool('echo', {}, { resume: token! })))
    expect(value).toMatchObject(echo)
    expectBetween(took, 31_000, 31_100)
  })
})

test('a server that sends a new event id to everybody who asks does not keep a call from timing out', async () => {
  await world.server.script(onCall({ prime: { id: 'p1' } }, { hold: 'forever' }))
  let id = 1
  const { fetch, gets } = serveGets(({ write }) => write(`id: q${id++}\ndata:\n\n`))
  const client = await world.connect({ fetch, keepAlive: false })
  const call = outcomeOf(world, client.callTool('echo', { text: 'x' }, { timeout: 100_000 }))
  expect(await world.until(call)).toMatchObject({ error: { code: 'timeout', limit: 'timeout' }, took: 100_000 })
  expect(gets.map(({ at, cursor }) => [at, cursor])).toEqual([
    [30_000, 'p1'],
    [60_000, 'q1'],
    [90_000, 'q2'],
  ])
})

test('comments extend the timeout of a call on the connection on which it was sent', async () => {
  const trickle = { trickle: { bytes: 12, every: 15_000, times: 7 } }
  await world.server.script(onCall({ prime: { id: 'p1' } }, trickle, { answer: true }))
  const client = await world.connect({ keepAlive: false })
  const { value, took } = await world.until(outcomeOf(world, client.callTool('echo', { text: 'x' })))
  expect(value).toMatchObject(echo)
  expect(took).toBeGreaterThan(90_000)
  expect(await count(world, 'GET')).toEqual([0])
})

test('a person who takes her time to answer a question is not silence of the server', async () => {
  const params = { message: 'Name?', requestedSchema: { type: 'object', properties: {} } }
  await world.server.script(
    onCall(
      { prime: { id: 'p1' } },
      { serverRequest: { method: 'elicitation/create', params }, wait: true },
      { answer: true },
    ),
  )
  const elicit = async () => {
    await world.clock.wait(300_000)
    return { action: 'decline' } as const
  }
  const client = await world.connect({ keepAlive: false, handlers: { elicit } })
  const { value, took } = await world.until(outcomeOf(world, client.callTool('echo', { text: 'x' })))
  expect(value).toMatchObject(echo)
  expect(took).toBe(300_000)
  expect(cursorsIn(await world.server.journal()).filter(Boolean)).toEqual([])
})

test('in a page, the silent calls to one origin take turns in having an extra stream', async () => {
  const page = createVirtualWorld({ seed: 2 })
  await page.server.script(onCall({ prime: true }, { delay: 170_000 }, { answer: true }))
  const { fetch, gets } = serveGetsIn(page, [silent])
  const clients = await page.until(Promise.all([1, 2].map(() => page.connect({ fetch, keepAlive: false }))))
  const options = { timeout: 400_000 }
  const calls = Promise.all([0, 1, 2].map((nth) => clients[nth % 2]!.callTool('echo', { text: `${nth}` }, options)))
  for (let seconds = 0; seconds < 165; seconds++) {
    await page.advance(1_000)
    expect(gets.filter(({ isOpen }) => isOpen).length).toBe(seconds < 29 ? 0 : 1)
  }
  expect((await page.until(calls)).map(textsOf)).toEqual([['0'], ['1'], ['2']])
  expect(gets.slice(0, 5).map(({ at }) => at)).toEqual([30_000, 60_000, 90_000, 120_000, 150_000])
  expect(new Set(gets.slice(0, 3).map(({ cursor }) => cursor)).size).toBe(3)
  await page.end()
  expect(page.timers()).toBe(0)
})

test('a stream with signs of life, or without an event id, is not opened again', async () => {
  const client = await world.connect({ keepAlive: false })
  const trickle = { trickle: { bytes: 5, every: 20_000, times: 6 } }
  await world.server.script(onCall({ prime: { id: 'p1' } }, trickle, { answer: true }))
  await world.until(client.callTool('echo', { text: 'x' }, { timeout: 50_000 }))
  await world.server.script(onCall({ comment: 'no id' }, { delay: 100_000 }, { answer: true }))
  await world.until(client.callTool('echo', { text: 'x' }, { timeout: 200_000 }))
  expect(await count(world, 'GET', 'tools/call')).toEqual([0, 2])
})

test('the answer may still come on the first stream while the second is being opened', async () => {
  await world.server.script(onCall({ prime: { id: 'p1' } }, { delay: 31_000 }, { answer: true }), {
    on: { httpMethod: 'GET' },
    do: [{ delay: 5_000 }, { pass: true }],
  })
  const client = await world.connect({ keepAlive: false })
  const { value, took } = await world.until(outcomeOf(world, client.callTool('echo', { text: 'x' })))
  expect(value).toMatchObject(echo)
  expect(took).toBe(31_000)
  await world.advance(10_000)
  const get = (await world.server.journal()).find(({ httpMethod }) => httpMethod === 'GET')
  expect(get?.ended).toBeDefined()
})
