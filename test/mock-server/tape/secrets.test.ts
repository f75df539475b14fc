/** No secret is on a tape, wherever it was on the wire, and wherever else it was repeated. */
import { describe, expect, test } from 'vitest'
import { record, type Tape } from '../../../src/testing/index.ts'

import {
  canary,
  type Exchange,
  form,
  json,
  ok,
  places,
  plain,
  repeating,
  rpc,
  URL_OF_SERVER,
  withQuery,
} from './secret-places.ts'

/** Records these exchanges, one after the other. */
async function recordAll(exchanges: readonly Exchange[], secrets?: readonly string[]): Promise<Tape> {
  const responses = exchanges.map(([, , response]) => response)
  const recording = record(async () => responses.shift()!, { ...(secrets && { secrets }) })
  for (const [url, init] of exchanges) await (await recording.fetch(url, init)).text()
  return recording.tape()
}

/** The secret as it is, and as JSON and URLs write it. */
function findIn(tape: Tape, secret: string): string[] {
  const text = json(tape)
  const variants = [secret, json(secret).slice(1, -1), encodeURIComponent(secret), json(json(secret)).slice(3, -3)]
  return variants.filter((variant) => text.includes(variant))
}

describe('a tape has no secret', () => {
  test.for(Object.entries(places))('%s', async ([, [secret, exchange]]) => {
    // Repeated before and after the place that betrays it.
    const tape = await recordAll([...repeating(secret), exchange, ...repeating(secret).slice(0, 1)])
    expect(findIn(tape, secret)).toEqual([])
    const [, name] = /You sent (__[a-z0-9-]+_\d+__)\./.exec(json(tape.entries[0])) ?? []
    expect(name).toBeDefined()
    expect(json(tape.entries[repeating(secret).length])).toContain(secret === plain('basic') ? 'Basic __' : name)
  })

  test('that was named', async () => {
    const secret = canary('named')
    expect(findIn(await recordAll(repeating(secret)), secret)).not.toEqual([])
    expect(findIn(await recordAll(repeating(secret), [secret]), secret)).toEqual([])
  })

  test('that the error of a failed request repeats', async () => {
    const secret = plain('failed')
    const recording = record(async () => {
      throw new TypeError(`cannot reach https://tools.example.com/mcp?key=${secret}`)
    })
    await recording.fetch(withQuery('key', secret)).catch(() => {})
    const tape = await recording.tape()
    expect(tape.entries[0]!.failed!.message).toBe('cannot reach https://tools.example.com/mcp?key=__key_1__')
    expect(findIn(tape, secret)).toEqual([])
  })
})

describe('a tape keeps what is no secret', () => {
  test('words, short values, dates and the parameters of OAuth', async () => {
    const url = `${URL_OF_SERVER}?page=2&response_type=code&scope=read%20write&client_id=app&redirect_uri=https%3A%2F%2Fapp.example`
    const headers = { 'mcp-protocol-version': '2025-11-25', accept: 'text/event-stream', 'mcp-name': 'render' }
    const challenge =
      'Bearer resource_metadata="https://tools.example.com/.well-known/oauth-protected-resource", scope="read"'
    const response = new Response('Bearer authentication is needed', { headers: { 'www-authenticate': challenge } })
    const { entries } = await recordAll([[url, { headers }, response]])
    expect(entries[0]!.request).toEqual({ method: 'GET', url, headers })
    expect(entries[0]!.response!.headers['www-authenticate']).toBe(challenge)
    expect(entries[0]!.response!.text).toBe('Bearer authentication is needed')
  })

  test('members that only sound like a secret', async () => {
    const result = {
      token_type: 'Bearer token',
      token_endpoint: 'https://auth.example.com/token',
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      maxTokens: 12_345_678,
      nextPageToken: 'page-two-of-many',
      keywords: ['teapot-render'],
      author: 'somebody at home',
      key: 'c-sharp-major',
      keys: 88_000_000,
      hasToken: true,
      name: 'monkey business',
      value: 'a plain value',
      text: '{"scene":"teapot","size":[1,2]}',
      url: 'https://tools.example.com/render/teapot#part-2',
    }
    const { entries } = await recordAll([[URL_OF_SERVER, rpc({}), ok(json({ jsonrpc: '2.0', id: 1, result }))]])
    expect((entries[0]!.response!.json as { result: object }).result).toEqual(result)
  })

  test('JSON inside a text keeps its spaces', async () => {
    const text = '{\n  "password": "canary-12345",\n  "scene": "teapot"\n}'
    const { entries } = await recordAll([[URL_OF_SERVER, rpc({}), ok(json({ text }))]])
    expect(entries[0]!.response!.json).toEqual({ text: text.replace('canary-12345', '__password_1__') })
  })

  test('arguments that only sound like a parameter of OAuth', async () => {
    const params = { name: 'weather', arguments: { state: 'California', code: 'US-CA-2026', progressToken: 'x' } }
    const { entries } = await recordAll([[URL_OF_SERVER, rpc(params), ok()]])
    expect(entries[0]!.request.json).toMatchObject({ params })
  })

  test('a value that is a word of a placeholder', async () => {
    const { entries } = await recordAll([
      [URL_OF_SERVER, form({ password: 'password' }), ok('the password')],
      [URL_OF_SERVER, form({ password: 'password' }), ok()],
    ])
    expect(entries.map(({ request }) => request.form)).toEqual([
      { password: '__password_1__' },
      { password: '__password_1__' },
    ])
  })
})
