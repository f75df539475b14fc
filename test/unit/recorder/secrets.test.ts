/** No secret is in a recording, wherever it was on the wire, and wherever else it was repeated. */
import { describe, expect, test } from 'vitest'
import type { FetchInit } from '../../../src/core/index.ts'
import { type FlightTape, recorder, toHar } from '../../../src/recorder/index.ts'
import {
  canary,
  type Exchange,
  get,
  json,
  ok,
  places,
  plain,
  repeating,
  rpc,
  URL_OF_SERVER,
  withQuery,
} from '../../mock-server/tape/secret-places.ts'

/** Records these exchanges, one after the other, as the client reads them. */
async function recordAll(exchanges: readonly Exchange[], secrets?: readonly string[]): Promise<FlightTape> {
  const responses = exchanges.map(([, , response]) => response)
  const flight = recorder({ fetch: async () => responses.shift()!, secrets })
  const { signal } = new AbortController()
  for (const [url, init] of exchanges) {
    const headers = Object.fromEntries(new Headers(init.headers))
    const { body } = await flight.fetch(`${url}`, { method: 'GET', ...init, headers, signal } as FetchInit)
    const reader = body?.getReader()
    while (reader && !(await reader.read()).done);
  }
  return flight.recording()
}

/** The secret as it is, and as JSON and URLs write it. */
function findIn(tape: unknown, secret: string): string[] {
  const text = json(tape)
  const variants = [secret, json(secret).slice(1, -1), encodeURIComponent(secret), json(json(secret)).slice(3, -3)]
  return variants.filter((variant) => text.includes(variant))
}

describe('a recording has no secret', () => {
  test.for(Object.entries(places))('%s', async ([, [secret, exchange]]) => {
    const copies = () => exchange[2].clone()
    const twice: Exchange[] = [
      ...repeating(secret),
      [exchange[0], exchange[1], copies()],
      ...repeating(secret).slice(0, 1),
    ]
    const tape = await recordAll(twice)
    expect(tape.wire).toHaveLength(twice.length)
    expect(findIn(tape, secret)).toEqual([])
    expect(findIn(toHar(tape), secret)).toEqual([])
  })

  test('that was named', async () => {
    const secret = canary('named')
    expect(findIn(await recordAll(repeating(secret)), secret)).not.toEqual([])
    expect(findIn(await recordAll(repeating(secret), [secret]), secret)).toEqual([])
  })

  test('of which there are more than a hundred', async () => {
    const all = Array.from({ length: 300 }, (_, n) => plain(`many-${n}-`))
    const tape = await recordAll([
      [URL_OF_SERVER, get(), ok(all.join(' '))],
      ...all.map((secret): Exchange => [URL_OF_SERVER, get({ authorization: `Bearer ${secret}` }), ok()]),
    ])
    expect(all.filter((secret) => json(tape).includes(secret))).toEqual([])
  })

  test('that the error of a failed request repeats', async () => {
    const secret = plain('failed')
    const flight = recorder({
      async fetch() {
        throw new TypeError(`cannot reach https://tools.example.com/mcp?key=${secret}`)
      },
    })
    const { signal } = new AbortController()
    await flight.fetch(`${withQuery('key', secret)}`, { method: 'GET', headers: {}, signal } as never).catch(() => {})
    const tape = flight.recording()
    expect(tape.wire[0]!.failed).toBe('cannot reach https://tools.example.com/mcp?key=[redacted]')
    expect(findIn(tape, secret)).toEqual([])
  })

  test('that only the recorded fetch knows', async () => {
    const secret = plain('below')
    const fetch = Object.assign(async () => ok(`you sent ${secret}`), {
      redact: (text: string) => text.replaceAll(secret, '[redacted]'),
    })
    const flight = recorder({ fetch })
    const { signal } = new AbortController()
    const { body } = await flight.fetch(URL_OF_SERVER, { method: 'GET', headers: {}, signal } as never)
    await body!.getReader().read()
    expect(flight.recording().wire[0]!.parts).toEqual([[expect.any(Number), 'you sent [redacted]']])
  })
})

test('a recording keeps what is no secret', async () => {
  const result = {
    token_type: 'Bearer token',
    maxTokens: 12_345_678,
    nextPageToken: 'page-two-of-many',
    keywords: ['teapot-render'],
    key: 'c-sharp-major',
    name: 'monkey business',
    text: '{"scene":"teapot","size":[1,2]}',
    url: 'https://tools.example.com/render/teapot#part-2',
  }
  const text = json({ jsonrpc: '2.0', id: 1, result })
  const { wire } = await recordAll([[URL_OF_SERVER, rpc({ state: 'California', progressToken: 'x' }), ok(text)]])
  expect(JSON.parse(wire[0]!.parts![0]![1])).toEqual(JSON.parse(text))
  expect(JSON.parse(wire[0]!.body!).params).toEqual({ state: 'California', progressToken: 'x' })
  expect(wire[0]!.requestHeaders).toEqual({ 'content-type': 'application/json' })
})
