/** Hints for failures that CORS, mixed content or local network access may have caused. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createCorsHints } from '../../../../src/core/http/cors-hints.ts'

afterEach(() => vi.unstubAllGlobals())

function at(page: string, server: string) {
  vi.stubGlobal('location', new URL(page))
  return createCorsHints(new URL(server))
}

const headers = { accept: 'x', 'content-type': 'x' }

describe('a CORS hint', () => {
  test('is only for pages of another origin', () => {
    expect(createCorsHints(new URL('https://tools.example.com/mcp'))).toBeUndefined()
    expect(at('https://tools.example.com/app', 'https://tools.example.com/mcp')).toBeUndefined()
    expect(at('https://app.example.com/', 'https://tools.example.com/mcp')).toBeDefined()
  })

  test.each([
    ['https://app.example.com', 'http://tools.example.com/mcp', true, /mixed content/],
    ['https://app.example.com', 'http://127.0.0.1:3000/mcp', false, /local network/],
    ['https://app.example.com', 'https://192.168.1.5/mcp', false, /local network/],
    ['http://localhost:5173', 'http://127.0.0.1:3000/mcp', false, /nothing answers/],
    ['https://app.example.com', 'https://tools.example.com/mcp', false, /nothing answers/],
    ['https://app.example.com', 'https://tools.example.com/mcp', true, /Allow-Origin: https:\/\/app.example.com"/],
  ])('for %s and the server %s, reachable: %s', async (page, server, reachable, expected) => {
    expect(await at(page, server)?.explainFailure(headers, async () => reachable)).toMatch(expected)
  })

  test('names the new header, if a request without it has worked before', async () => {
    const hints = at('https://app.example.com', 'https://tools.example.com/mcp')
    hints?.recordSuccess(headers)
    const text = await hints?.explainFailure({ ...headers, 'x-new': '1' }, async () => true)
    expect(text).toMatch(
      /does not allow the header x-new \(CORS\).*"Access-Control-Allow-Headers: content-type, .*, x-new"/,
    )
    expect(await hints?.explainFailure(headers, async () => true)).not.toMatch(/does not allow the header /)
  })

  test('for a refusal names the Origin at 403, and the session id only if it may be hidden', () => {
    const hints = at('https://app.example.com', 'https://tools.example.com/mcp')
    expect(hints?.explainStatus(403, headers)).toContain('https://app.example.com')
    const later = { ...headers, 'mcp-protocol-version': '2025-11-25' }
    expect(hints?.explainStatus(400, later)).toContain('Access-Control-Expose-Headers: mcp-session-id')
    expect(hints?.explainStatus(400, { ...later, 'mcp-session-id': 'x' })).toBe('')
    expect(hints?.explainStatus(400, headers)).toBe('')
    expect(hints?.explainStatus(500, later)).toBe('')
  })
})
