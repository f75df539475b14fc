/** Bodies on their way through a relay: chunk by chunk, within limits, and ended when one side leaves. */
import { describe, expect, test } from 'vitest'
import type { Fetch } from '../../../src/core/index.ts'
import { MESSAGE, refusal, startRelay } from './steps.ts'

const EVENTS = { headers: { 'content-type': 'text/event-stream' } }

/** A server whose body the test writes. */
function streamingServer() {
  const server = {
    controller: undefined as ReadableStreamDefaultController<Uint8Array> | undefined,
    cancelled: undefined as unknown,
    signal: undefined as AbortSignal | undefined,
    pulls: 0,
    write: (text: string) => server.controller!.enqueue(new TextEncoder().encode(text)),
    fetch: (async (_url, { signal }) => {
      server.signal = signal
      const body = new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            server.controller = controller
          },
          pull: () => {
            server.pulls++
          },
          cancel: () => {
            server.cancelled = true
          },
        },
        { highWaterMark: 0 },
      )
      return new Response(body, EVENTS)
    }) as Fetch,
  }
  return server
}

const read = async (reader: ReadableStreamDefaultReader<Uint8Array>) => {
  const { done, value } = await reader.read()
  return done ? undefined : new TextDecoder().decode(value)
}

describe('a response', () => {
  test('passes event by event, each before the next is written', async () => {
    const server = streamingServer()
    const { ask, logged } = startRelay({}, server.fetch)
    const reader = (await ask()).body!.getReader()
    for (const event of ['data: 1\n\n', 'data: 2\n\n', ': comment\n\n']) {
      server.write(event)
      expect(await read(reader)).toBe(event)
    }
    expect(logged).toEqual([])
    server.controller!.close()
    expect(await read(reader)).toBe(undefined)
    expect(logged).toMatchObject([{ status: 200, bytes: 29, ended: 'read', target: 'https://tools.example.com/mcp' }])
  })

  test('is not read before the page reads it', async () => {
    const server = streamingServer()
    const response = await startRelay({}, server.fetch).ask()
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(server.pulls).toBe(0)
    await response.body!.cancel()
  })

  test('that the page cancels is cancelled at the server, and its request is aborted', async () => {
    const server = streamingServer()
    const { ask, logged } = startRelay({}, server.fetch)
    const reader = (await ask()).body!.getReader()
    server.write('data: 1\n\n')
    await read(reader)
    await reader.cancel()
    expect([server.cancelled, server.signal?.aborted]).toEqual([true, true])
    expect(logged).toMatchObject([{ ended: 'cancelled', bytes: 9 }])
  })

  test('ends at the server when the page aborts its request, while it waits and while it streams', async () => {
    const waiting = new AbortController()
    let signal: AbortSignal | undefined
    const deaf: Fetch = (_url, init) => {
      signal = init.signal
      return new Promise(() => {})
    }
    const { ask, logged } = startRelay({}, deaf)
    const pending = ask({ signal: waiting.signal })
    await expect.poll(() => signal).toBeDefined()
    waiting.abort()
    expect(await refusal(await pending)).toMatchObject({ error: 'no-response', delivery: 'unknown' })
    expect([signal?.aborted, logged[0]?.refused]).toEqual([true, 'no-response'])
    const streaming = new AbortController()
    const server = streamingServer()
    const reader = (await startRelay({}, server.fetch).ask({ signal: streaming.signal })).body!.getReader()
    const next = read(reader)
    streaming.abort()
    expect(await next).toBe(undefined)
    expect([server.cancelled, server.signal?.aborted]).toEqual([true, true])
  })

  test('that breaks off breaks off for the page too, and says nothing about why', async () => {
    const server = streamingServer()
    const { ask, logged } = startRelay({}, server.fetch)
    const reader = (await ask()).body!.getReader()
    server.controller!.error(new Error('secret reason'))
    await expect(read(reader)).rejects.toThrow(/^The relay lost the response of the server$/)
    expect(logged).toMatchObject([{ ended: 'failed' }])
  })

  test('without a byte for the idle time fails; how long the page takes to read does not count', async () => {
    const server = streamingServer()
    const { ask, logged } = startRelay({ limits: { idleTimeout: 30 } }, server.fetch)
    const reader = (await ask()).body!.getReader()
    server.write('data: 1\n\n')
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(await read(reader)).toBe('data: 1\n\n')
    await expect(read(reader)).rejects.toThrow()
    expect(logged).toMatchObject([{ ended: 'failed', bytes: 9 }])
    expect(server.signal?.aborted).toBe(true)
  })

  test('that lasts longer than allowed fails, also if bytes keep coming', async () => {
    const server = streamingServer()
    const { ask } = startRelay({ limits: { maxDuration: 30 } }, server.fetch)
    const reader = (await ask()).body!.getReader()
    const beat = setInterval(() => server.signal?.aborted || server.write(': beat\n\n'), 5)
    const all = (async () => {
      while (await read(reader));
    })()
    await expect(all).rejects.toThrow()
    clearInterval(beat)
  })

  test('over the limit is refused by its length, or cut; event streams have no such limit', async () => {
    const limits = { responseBytes: 10 }
    const long = startRelay({ limits }, async () => {
      return new Response('x'.repeat(11), { headers: { 'content-length': '11' } })
    })
    expect(await refusal(await long.ask())).toMatchObject({ status: 502, error: 'too-large', delivery: 'unknown' })
    const lying = startRelay({ limits }, async () => new Response('x'.repeat(11)))
    await expect((await lying.ask()).text()).rejects.toThrow()
    expect(lying.logged).toMatchObject([{ ended: 'failed' }])
    const events = startRelay({ limits }, async () => new Response('data: 123456789\n\n', EVENTS))
    expect(await (await events.ask()).text()).toBe('data: 123456789\n\n')
  })

  test('that does not come in time is a 504, also from a fetch that ignores its signal', async () => {
    let late: ((response: Response) => void) | undefined
    const cancelled: string[] = []
    const slow: Fetch = () =>
      new Promise((resolve) => {
        late = resolve
      })
    const { ask } = startRelay({ limits: { idleTimeout: 20 } }, slow)
    expect(await refusal(await ask())).toEqual({
      status: 504,
      error: 'timeout',
      message: 'https://tools.example.com did not answer within 20 ms',
      delivery: 'unknown',
    })
    late?.(new Response(new ReadableStream({ cancel: () => void cancelled.push('late') })))
    await expect.poll(() => cancelled).toEqual(['late'])
  })

  test.for<[string, unknown, object]>([
    [
      'refused',
      Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }),
      { code: ' (ECONNREFUSED)', delivery: 'not-executed' },
    ],
    [
      'reset',
      Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } }),
      { code: ' (ECONNRESET)', delivery: 'unknown' },
    ],
    [
      'with words',
      new TypeError('error sending request for url (https://tools.example.com/mcp?key=secret)'),
      { code: '', delivery: 'unknown' },
    ],
  ])('that never comes is a 502 with the code of the runtime and no other words: %s', async ([, error, expected]) => {
    const { code, delivery } = expected as Record<string, string>
    const { ask } = startRelay({}, () => Promise.reject(error))
    expect(await refusal(await ask())).toEqual({
      status: 502,
      error: 'no-response',
      message: `https://tools.example.com gave no response${code}`,
      delivery,
    })
  })
})

describe('a request', () => {
  test.for([true, false])('over the limit is a 413, and nothing is sent (with its length: %s)', async (withLength) => {
    const { ask, sent } = startRelay({ limits: { requestBytes: 100 } })
    const text = JSON.stringify({ jsonrpc: '2.0', method: 'x'.repeat(100) })
    const body = withLength ? text : new Blob([text]).stream()
    const headers: Record<string, string> = withLength ? { 'content-length': `${text.length}` } : {}
    expect(await refusal(await ask({ body, headers }))).toMatchObject({ status: 413, error: 'too-large' })
    expect(sent).toEqual([])
  })

  test('arrives as it was, whatever its characters and its chunks', async () => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { text: 'ü€😀\u2028' } })
    const bytes = new TextEncoder().encode(text)
    const chunks = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]))
        controller.close()
      },
    })
    const { ask, sent } = startRelay()
    await ask({ body: chunks })
    expect(sent[0]?.init.body).toBe(text)
    await ask({ body: MESSAGE })
    expect(sent[1]?.init.body).toBe(MESSAGE)
  })
})

describe('a request that does not arrive', () => {
  /** The beginning of a message, whose rest never comes, or comes byte by byte. */
  const slow = (every: number | undefined) =>
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"jsonrpc":')),
      async pull(controller) {
        await new Promise((resolve) => every && setTimeout(resolve, every))
        controller.enqueue(new TextEncoder().encode(' '))
      },
    })

  test.for<[what: string, every: number | undefined, limits: object]>([
    ['no further byte comes', undefined, { idleTimeout: 20 }],
    ['bytes keep coming for too long', 2, { maxDuration: 40 }],
  ])('is given up when %s', async ([, every, limits]) => {
    const { ask, sent } = startRelay({ limits })
    expect(await refusal(await ask({ body: slow(every) }))).toMatchObject({
      status: 408,
      error: 'timeout',
      delivery: 'not-executed',
    })
    expect(sent).toEqual([])
  })
})
