/** An examination outside of a browser judges CORS for a page, and everything else without CORS in its way. */
import { describe, expect, test } from 'vitest'
import { examine } from '../../../bin/examination/examine.ts'
import { createPageFetch } from '../../../bin/examination/page-fetch.ts'
import type { Fetch } from '../../../src/core/index.ts'
import { createMockServer } from '../../../src/testing/index.ts'

type Change = (response: Response, init: Parameters<Fetch>[1]) => Response

/** The verdicts of a server whose responses are changed on their way. */
async function judge(change: Change, only: string[], pageOrigin = 'https://page.example', options = {}) {
  const server = createMockServer(options)
  const fetch: Fetch = async (url, init) => change(await server.fetch(url, init as RequestInit), init)
  const examination = examine({
    url: server.url,
    fetch,
    pageFetch: createPageFetch(fetch, pageOrigin),
    pageOrigin,
    signal: new AbortController().signal,
    idle: 0,
    settle: 20,
    only,
  })
  const found: Record<string, { verdict: string; seen: string }> = {}
  for await (const { id, verdict, seen } of examination) found[id] = { verdict, seen }
  return found
}

function withHeaders(response: Response, change: Record<string, string | null>, status = response.status): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(change)) {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  return new Response(response.body, { status, headers })
}

const originOf = ({ headers }: Parameters<Fetch>[1]) => new Headers(headers as Record<string, string>).get('origin')

describe('examined as a page', () => {
  test('a good server is good', async () => {
    const found = await judge(
      (response) => response,
      ['cors-origin', 'cors-headers', 'cors-session-id', 'cors-methods', 'ping'],
    )
    expect(new Set(Object.values(found).map(({ verdict }) => verdict))).toEqual(new Set(['good']))
  })

  test('refusals without CORS headers do not look like headers that are not allowed', async () => {
    const allowed = 'content-type, authorization, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name'
    const change: Change = (response, { method }) => {
      if (method === 'OPTIONS') return withHeaders(response, { 'access-control-allow-headers': allowed })
      return response.status >= 400 ? withHeaders(response, { 'access-control-allow-origin': null }) : response
    }
    const found = await judge(change, ['cors-headers', 'cors-errors'], undefined, { versions: ['2025-11-25'] })
    expect(found['cors-headers']!.seen).toMatch(/refuses to send last-event-id[.,]/)
    expect(found['cors-errors']!.verdict).toBe('problem')
  })

  test('a server without CORS headers has that problem, and everything else is still examined', async () => {
    const none: Change = (response) => withHeaders(response, { 'access-control-allow-origin': null })
    const found = await judge(none, ['cors-origin', 'cors-headers', 'ping', 'session-id'])
    expect(found['cors-origin']).toMatchObject({
      verdict: 'problem',
      seen: expect.stringMatching(/OPTIONS was answered with HTTP 20\d without Access-Control-Allow-Origin/),
    })
    expect(found['cors-headers']!.verdict).toBe('could not tell')
    expect(found.ping!.verdict).toBe('good')
    expect(found['session-id']!.verdict).toBe('good')
  })

  test('a server that serves certain pages only is not wrong', async () => {
    const app = 'https://app.example.com'
    const named: Change = (response) => withHeaders(response, { 'access-control-allow-origin': app })
    const refusing: Change = (response, init) => {
      const origin = originOf(init)
      return origin === null || origin === app
        ? withHeaders(response, { 'access-control-allow-origin': app })
        : new Response('Forbidden', { status: 403 })
    }
    for (const change of [named, refusing]) {
      expect((await judge(change, ['cors-origin']))['cors-origin']!.verdict).toBe('could not tell')
      expect((await judge(change, ['cors-origin'], app))['cors-origin']!.verdict).toBe('good')
    }
    expect((await judge(refusing, ['origin'])).origin!.verdict).toBe('good')
  })

  test.each<[string, Change, string]>([
    [
      'hides the session id',
      (response) => withHeaders(response, { 'access-control-expose-headers': null }),
      'cors-session-id',
    ],
    [
      'allows no DELETE',
      (response) => withHeaders(response, { 'access-control-allow-methods': 'GET, POST' }),
      'cors-methods',
    ],
    [
      'allows no header but the type',
      (response) =>
        withHeaders(response, {
          'access-control-allow-headers': 'content-type, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name',
        }),
      'cors-headers',
    ],
    [
      'refuses without CORS headers',
      (response) =>
        response.status >= 400 ? withHeaders(response, { 'access-control-allow-origin': null }) : response,
      'cors-errors',
    ],
  ])('a server that %s is found', async (_, change, id) => {
    expect(['problem', 'warning']).toContain((await judge(change, [id]))[id]!.verdict)
  })
})
