/** Every kind of request and response that a fetch knows survives a tape. */
import { describe, expect, test } from 'vitest'
import { record, replay, type Tape } from '../../../src/testing/index.ts'

const ADDRESS = 'https://tools.example.com/mcp'

/** A body that breaks off after this text. */
function broken(text: string): ReadableStream<Uint8Array> {
  let isSent = false
  return new ReadableStream({
    pull(controller) {
      if (isSent) controller.error(new TypeError('terminated'))
      else controller.enqueue(new TextEncoder().encode(text))
      isSent = true
    },
  })
}

function hiddenRedirect(): Response {
  return Object.defineProperties(new Response(null), {
    status: { value: 0 },
    ok: { value: false },
    type: { value: 'opaqueredirect' },
  })
}

/** What a client sees of a response. */
async function view(response: Response): Promise<unknown> {
  const { status, ok, type, url, redirected } = response
  const text = await response.text().catch((error: Error) => `${error.name}: ${error.message}`)
  return {
    status,
    ok,
    isHidden: type === 'opaqueredirect',
    url,
    redirected,
    text,
    media: response.headers.get('content-type'),
  }
}

async function playAgain(response: Response): Promise<{ tape: Tape; seen: unknown }> {
  const recording = record(async () => Object.defineProperty(response, 'url', { value: response.url || ADDRESS }))
  const seen = await view(await recording.fetch(ADDRESS))
  const tape = await recording.tape()
  expect(await view(await replay(tape)(ADDRESS))).toEqual(seen)
  return { tape, seen }
}

describe('a response', () => {
  test.for([
    ['without a body', () => new Response(null, { status: 202 })],
    ['that may have no body', () => new Response(null, { status: 204 })],
    ['that has not changed', () => new Response(null, { status: 304 })],
    ['that is a page', () => new Response('<h1>é</h1>', { status: 502, headers: { 'content-type': 'text/html' } })],
    [
      'with a JSON text that is no object',
      () => new Response('"x"', { headers: { 'content-type': 'application/json' } }),
    ],
    ['with a list', () => Response.json([{ a: 1 }])],
    ['with an empty stream', () => new Response('', { headers: { 'content-type': 'text/event-stream' } })],
    ['that a browser hides', hiddenRedirect],
  ] as const)('%s is replayed', async ([, create]) => {
    await playAgain(create())
  })

  test('that was redirected keeps its address', async () => {
    const properties = { url: { value: 'https://tools.example.com/other' }, redirected: { value: true } }
    const { tape } = await playAgain(Object.defineProperties(new Response('x'), properties))
    expect(tape.entries[0]!.response!.url).toBe('https://tools.example.com/other')
  })

  test('that breaks off in the middle of JSON is replayed up to there', async () => {
    const { tape } = await playAgain(
      new Response(broken('{"jsonrpc":"2.0","i'), { headers: { 'content-type': 'application/json' } }),
    )
    expect(tape.entries[0]!.response).toMatchObject({ text: '{"jsonrpc":"2.0","i', ended: 'cut' })
    const { body } = await replay(tape)(ADDRESS)
    const reader = body!.getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('{"jsonrpc":"2.0","i')
    await expect(reader.read()).rejects.toThrow(TypeError)
  })

  test('that is still open when the tape is written stays open', async () => {
    const open = new ReadableStream<Uint8Array>({
      start: (stream) => stream.enqueue(new TextEncoder().encode('data: x\n\n')),
    })
    const recording = record(async () => new Response(open, { headers: { 'content-type': 'text/event-stream' } }))
    const recorded = (await recording.fetch(ADDRESS)).body!.getReader()
    await recorded.read()
    const tape = await recording.tape()
    expect(tape.entries[0]!.response).toMatchObject({ events: [{ text: 'x' }], ended: 'open' })
    await recorded.cancel()
    expect((await recording.tape()).entries[0]!.response).toMatchObject({ ended: 'cancelled' })

    const stop = new AbortController()
    const played = (await replay(tape)(ADDRESS, { signal: stop.signal })).body!.getReader()
    expect(new TextDecoder().decode((await played.read()).value)).toBe('data: x\n\n')
    const next = played.read()
    stop.abort(new Error('enough'))
    await expect(next).rejects.toThrow('enough')
  })

  test('that never came is waited for until the client gives up', async () => {
    const recording = record(() => new Promise(() => {}))
    recording.fetch(ADDRESS)
    const tape = await recording.tape()
    expect(tape.entries[0]!.unanswered).toBe('open')
    const stop = new AbortController()
    const response = replay(tape)(ADDRESS, { signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(response).rejects.toThrow('enough')
  })
})

describe('a request', () => {
  const stream = (): ReadableStream<Uint8Array> => new Response('{"a":1}').body!
  test.for([
    ['a string', (): Parameters<typeof fetch> => [ADDRESS, { method: 'post', body: '{"a":1}' }]],
    ['a URL', () => [new URL(ADDRESS), { method: 'POST', body: '{"a":1}' }]],
    ['a Request', () => [new Request(ADDRESS, { method: 'POST', body: '{"a":1}' })]],
    ['bytes', () => [ADDRESS, { method: 'POST', body: new TextEncoder().encode('{"a":1}') }]],
    ['a stream', () => [ADDRESS, { method: 'POST', body: stream(), duplex: 'half' } as RequestInit]],
  ] as const)('is recorded from %s, and reaches the server whole', async ([, args]) => {
    const received: unknown[] = []
    const recording = record(async (...given: Parameters<typeof fetch>) => {
      const request = new Request(...given)
      received.push(request.method, await request.text())
      return new Response('ok')
    })
    await (await recording.fetch(...(args() as Parameters<typeof fetch>))).text()
    expect(received).toEqual(['POST', '{"a":1}'])
    const tape = await recording.tape()
    expect(tape.entries[0]!.request).toMatchObject({ method: 'POST', url: ADDRESS, json: { a: 1 } })
    const replayed = replay(tape)
    expect(await (await replayed(...(args() as Parameters<typeof fetch>))).text()).toBe('ok')
    replayed.expectDone()
  })
})
