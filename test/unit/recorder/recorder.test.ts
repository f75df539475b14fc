/** The flight recorder: its limit, what stays, and how errors lead to it. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Client, connect, type Fetch, type FetchInit, isMcpError } from '../../../src/core/index.ts'
import { recorder, saveOnError, toHar } from '../../../src/recorder/index.ts'
import { createMockServer, replay } from '../../../src/testing/index.ts'

const signal = new AbortController().signal
const init = (body: string): FetchInit => ({
  method: 'POST',
  headers: {},
  body,
  signal,
  redirect: 'manual',
  credentials: 'omit',
})

async function readAll(response: Response): Promise<void> {
  const reader = response.body!.getReader()
  while (!(await reader.read()).done);
}

const sizeOf = (value: unknown) => JSON.stringify(value).length

describe('the limit of bytes', () => {
  test('drops the oldest exchanges, but never the handshake', async () => {
    const flight = recorder({ bytes: 20_000, fetch: async () => new Response('y'.repeat(500)) })
    await readAll(await flight.fetch('https://a.example/', init('{"jsonrpc":"2.0","id":1,"method":"initialize"}')))
    for (let n = 0; n < 1_000; n++) await readAll(await flight.fetch('https://a.example/', init(`{"n":${n}}`)))
    const { wire } = flight.recording()
    expect(wire[0]!.body).toContain('initialize')
    expect(wire.at(-1)!.body).toBe('{"n":999}')
    expect(wire[1]!.body).toBe(`{"n":${1_001 - wire.length}}`)
    expect(wire.length).toBeGreaterThan(10)
    expect(sizeOf(wire)).toBeLessThan(40_000)
  })

  test('keeps the end of a stream that goes on for hours', async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let n = 0; n < 5_000; n++) controller.enqueue(new TextEncoder().encode(`data: ${n}\n\n`))
      },
    })
    const headers = { 'content-type': 'text/event-stream' }
    const flight = recorder({ bytes: 5_000, fetch: async () => new Response(body, { headers }) })
    const reader = (await flight.fetch('https://a.example/', init('{}'))).body!.getReader()
    for (let n = 0; n < 5_000; n++) await reader.read()
    const { parts = [], lost = 0, ended } = flight.recording().wire[0]!
    expect(parts.at(-1)![1]).toBe('data: 4999\n\n')
    expect(lost).toBeGreaterThan(40_000)
    expect(ended).toBeUndefined()
    expect(sizeOf(parts)).toBeLessThan(20_000)
  })

  const never = new Promise<never>(() => {})
  const body = () => new Response('y'.repeat(500))

  test.each<[string, () => Promise<Response>, (response: Response) => unknown]>([
    ['are canceled without being read', async () => body(), (response) => response.body!.cancel()],
    ['are never read', async () => body(), () => {}],
    ['have no response', () => never, () => {}],
    ['are read slowly', async () => body(), (response) => response.body!.getReader().read()],
  ])('holds for exchanges that %s', async (_, answer, use) => {
    const flight = recorder({ bytes: 20_000, fetch: answer })
    for (let n = 0; n < 300; n++) {
      void flight.fetch('https://a.example/', init(`{"n":${n},"text":"${'x'.repeat(500)}"}`)).then(use)
    }
    // All that needs no time.
    await new Promise((resolve) => setTimeout(resolve))
    const { wire } = flight.recording()
    expect(wire.at(-1)!.body).toContain('"n":299')
    expect(sizeOf(wire)).toBeLessThan(40_000)
  })

  test('holds for large headers, handshakes and messages', async () => {
    const large = 'z'.repeat(100_000)
    const flight = recorder({
      bytes: 20_000,
      fetch: async () => new Response(large, { headers: { 'x-trace': large } }),
    })
    const handshake = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":"${large}"}`
    for (const text of [handshake, '{}', `"${large}"`, handshake]) {
      const request = { ...init(text), headers: { 'x-large': large } }
      await readAll(await flight.fetch('https://a.example/', request))
      expect(sizeOf(flight.recording().wire)).toBeLessThan(40_000)
    }
  })

  test('a body that is canceled has ended', async () => {
    const flight = recorder({ fetch: async () => body() })
    const response = await flight.fetch('https://a.example/', init('{}'))
    await response.body!.cancel()
    expect(flight.recording().wire[0]).toMatchObject({ ended: 'cancelled' })
  })
})

describe('an error', () => {
  test('leads to the recording, which fails again when it is replayed', async () => {
    const server = createMockServer()
    server.fault('ends-early', { on: 'tools/call' })
    const flight = recorder({ fetch: server.fetch })
    const client = await connect(server.url, { fetch: flight.fetch })
    const error = await client.callTool('echo', { text: 'x' }).catch((reason) => reason)
    expect(isMcpError(error)).toBe(true)
    const tape = error.recording()
    expect(Object.keys(error)).not.toContain('recording')
    const again = await connect(server.url, { fetch: replay(JSON.parse(JSON.stringify(tape))) })
    await expect(again.callTool('echo', { text: 'x' })).rejects.toMatchObject({
      code: error.code,
      delivery: error.delivery,
      message: error.message,
    })
  })

  test('of connect() leads to it too, and without a recorder to nothing', async () => {
    const fetch = async () => new Response('', { status: 500 })
    const recorded = await connect('https://a.example/', { fetch: recorder({ fetch }).fetch }).catch((reason) => reason)
    expect(recorded.recording().wire[0]).toMatchObject({ method: 'POST', status: 500, ended: 'closed' })
    const plain = await connect('https://a.example/', { fetch }).catch((reason) => reason)
    expect(plain.recording).toBeUndefined()
  })
})

test.each<[string, (client: Client) => AsyncIterator<unknown>]>([
  ['a page iterator', (client) => client.listPages('tools')],
  ['listen()', (client) => client.listen({ toolsListChanged: true })],
])('an error of %s leads to the recording', async (_, iterate) => {
  const server = createMockServer({ versions: ['2026-07-28'] })
  const fetch: Fetch = async (url, init) => {
    const isRefused = /"method":"(tools\/list|subscriptions\/listen)"/.test(init.body ?? '')
    return isRefused ? new Response('no', { status: 403 }) : server.fetch(url, init)
  }
  const client = await connect(server.url, { fetch: recorder({ fetch }).fetch })
  const error = await iterate(client)
    .next()
    .catch((reason) => reason)
  expect(error.recording().wire.at(-1)).toMatchObject({ status: 403 })
  await client.close()
})

test('the members of the recorded fetch are kept', async () => {
  const fetch = Object.assign(async () => new Response(), {
    cachePartition: () => 'ada',
    redact: (text: string) => text,
  })
  const { cachePartition, redact } = recorder({ fetch }).fetch
  expect({ cachePartition, redact }).toEqual({ ...fetch })
})

test('a recording is an HTTP Archive', async () => {
  const server = createMockServer({ versions: ['2026-07-28'] })
  const flight = recorder({ fetch: server.fetch })
  const client = await connect(`${server.url}?page=2`, { fetch: flight.fetch })
  await client.callTool('echo', { text: 'x' })
  const { log } = toHar(flight.recording())
  expect(log.version).toBe('1.2')
  const call = log.entries.at(-1) as Record<string, Record<string, unknown>>
  expect(call).toMatchObject({
    startedDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    request: {
      method: 'POST',
      queryString: [{ name: 'page', value: '[redacted]' }],
      postData: { mimeType: 'application/json' },
    },
    response: { status: 200, content: { mimeType: 'text/event-stream' } },
  })
  expect((call.response!.content as { text: string }).text).toContain('"result"')
})

describe('in a page', () => {
  const page = new EventTarget()
  afterEach(() => vi.unstubAllGlobals())

  test('an error that nobody handles saves the recording, once in a while', () => {
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
    const saved: unknown[] = []
    const stop = saveOnError(recorder(), ({ kind }, error) => saved.push([kind, error]))
    page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'lost' }))
    page.dispatchEvent(Object.assign(new Event('error'), { error: 'again' }))
    expect(saved).toEqual([['flight', 'lost']])
    stop()
  })
})
