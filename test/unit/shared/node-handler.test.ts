/** A handler of `fetch` requests as the listener of a Node server, on real connections. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type NodeHandlerOptions, toNodeHandler } from '../../../src/shared/node-handler.ts'
import { sendOddRequests } from '../../package/examples/odd-requests.ts'

let server: Server | undefined
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

async function serve(handler: Parameters<typeof toNodeHandler>[0], options?: NodeHandlerOptions): Promise<string> {
  server = createServer(toNodeHandler(handler, options)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const portOf = (url: string): number => Number(new URL(url).port)

test('requests and responses pass with their method, URL, headers and body', async () => {
  const origin = await serve(async (request) => {
    const { method, url, headers } = request
    const text = JSON.stringify([method, url, headers.get('x-a'), await request.text()])
    return new Response(text, { status: 201, headers: { 'x-b': '2' } })
  })
  const init = { method: 'POST', headers: { 'x-a': '1' }, body: 'some text' }
  const response = await fetch(`${origin}//path?query=1`, init)
  expect(response.status).toBe(201)
  expect(response.headers.get('x-b')).toBe('2')
  expect(await response.json()).toEqual(['POST', `${origin}//path?query=1`, '1', 'some text'])
})

test('each cookie of a response has a header of its own', async () => {
  const headers: [string, string][] = [
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
  ]
  const origin = await serve(() => new Response(null, { headers }))
  expect((await fetch(origin)).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})

test('chunks arrive as they are sent, and headers before them', async () => {
  let controller!: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given
    },
  })
  const origin = await serve(() => new Response(body))
  const reader = (await fetch(origin)).body!.getReader()
  for (const text of ['one', 'two']) {
    controller.enqueue(new TextEncoder().encode(text))
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(text)
  }
  controller.close()
  expect((await reader.read()).done).toBe(true)
})

test('a client that reads nothing holds up the stream, and nothing is lost', async () => {
  const size = 65_536
  let chunks = 0
  const body = () =>
    new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (chunks === 300) controller.close()
          else controller.enqueue(new Uint8Array(size).fill(++chunks % 256))
        },
      },
      { highWaterMark: 0 },
    )
  const origin = await serve(() => new Response(body()))
  const incoming: IncomingMessage = (await once(request(origin).end(), 'response'))[0]
  let before = -1
  // It stands still as soon as the buffers are full.
  await vi.waitFor(() => {
    const isStill = chunks === before
    before = chunks
    expect(isStill).toBe(true)
  })
  expect(chunks).toBeLessThan(300)
  let bytes = 0
  for await (const chunk of incoming) bytes += chunk.length
  expect(bytes).toBe(300 * size)
})

test('the signal of the request aborts and the body is canceled when the client leaves', async () => {
  const cancel = vi.fn()
  let signal: AbortSignal | undefined
  const onError = vi.fn()
  const origin = await serve(
    (request) => {
      signal = request.signal
      return new Response(new ReadableStream({ cancel, pull: (c) => c.enqueue(new Uint8Array(1)) }))
    },
    { onError },
  )
  const stop = new AbortController()
  await fetch(origin, { signal: stop.signal })
  stop.abort()
  await vi.waitFor(() => expect(cancel).toHaveBeenCalled())
  expect(signal?.aborted).toBe(true)
  expect(onError).not.toHaveBeenCalled()
})

test('a refusal without reading the request reaches the client', async () => {
  const origin = await serve(async (request) => {
    await request.body?.cancel()
    return new Response('too large', { status: 413 })
  })
  const response = await fetch(origin, { method: 'POST', body: 'x'.repeat(100_000) })
  expect([response.status, await response.text()]).toEqual([413, 'too large'])
})

describe('nothing ends the server:', () => {
  const answers = async (origin: string) => expect(await (await fetch(origin)).text()).toBe('fine')

  test('requests that fetch cannot express', async () => {
    const seen: string[] = []
    const origin = await serve(({ url }) => {
      seen.push(url)
      return new Response('fine')
    })
    const lines = await sendOddRequests(portOf(origin))
    expect(lines).toHaveLength(6)
    // An absolute target is valid HTTP.
    expect(lines.map((line) => Number(line.split(' ')[1]))).toEqual([400, 200, 400, 400, 400, 400])
    expect(seen).toEqual(['http://elsewhere.example/'])
    await answers(origin)
  })

  test.for<[what: string, handler: () => Response | Promise<Response>, status: number]>([
    [
      'a handler that throws',
      () => {
        throw new Error('bug')
      },
      500,
    ],
    ['a handler that rejects', () => Promise.reject(new Error('bug')), 500],
    ['a response that cannot be sent', () => Response.error(), 500],
    ['no response at all', () => undefined as unknown as Response, 500],
  ])('%s', async ([, handler, status]) => {
    const onError = vi.fn()
    let isOdd = true
    const origin = await serve(() => (isOdd ? handler() : new Response('fine')), { onError })
    const response = await fetch(origin)
    expect([response.status, await response.text()]).toEqual([status, 'The server failed\n'])
    expect(onError).toHaveBeenCalledOnce()
    isOdd = false
    await answers(origin)
  })

  test('a body that fails', async () => {
    const onError = vi.fn()
    let isOdd = true
    const body = () =>
      new ReadableStream({
        start: (controller) => controller.enqueue(new Uint8Array(1)),
        pull: () => Promise.reject(new Error('bug')),
      })
    const origin = await serve(() => new Response(isOdd ? body() : 'fine'), { onError })
    await expect(fetch(origin).then((response) => response.text())).rejects.toThrow()
    expect(onError).toHaveBeenCalledOnce()
    isOdd = false
    await answers(origin)
  })
})
