import { afterEach, describe, expect, test, vi } from 'vitest'
import { createCorsHints } from '../../../src/core/http/cors-hints.ts'

afterEach(() => vi.unstubAllGlobals())

function at(page: string, server: string) {
  vi.stubGlobal('location', new URL(page))
  return createCorsHints(new URL(server))
}

const headers = { accept: 'x', 'content-type': 'x' }

describe('the diagnosis', () => {
  test('is for pages of another origin only', () => {
    expect(createCorsHints(new URL('https://tools.example.com/mcp'))).toBeUndefined()
    expect(at('https://tools.example.com/app', 'https://tools.example.com/mcp')).toBeUndefined()
    expect(at('https://app.example.com/', 'https://tools.example.com/mcp')).toBeDefined()
  })

  test.each([
    ['https://app.example.com', 'http://tools.example.com/mcp', true, /mixed content/],
    ['https://app.example.com', 'http://127.0.0.1:3000/mcp', false, /local network/],
    ['https://app.example.com', 'https://192.168.1.5/mcp', false, /local network/],
    ['http://localhost:5173', 'http://127.0.0.1:3000/mcp', false, /Nobody answers/],
    ['https://app.example.com', 'https://tools.example.com/mcp', false, /Nobody answers/],
    ['https://app.example.com', 'https://tools.example.com/mcp', true, /Allow-Origin: https:\/\/app.example.com"/],
  ])('of %s asking %s, reachable: %s', async (page, server, reachable, expected) => {
    expect(await at(page, server)?.explainFailure(headers, async () => reachable)).toMatch(expected)
  })

  test('names the header that came new, and only if something worked before', async () => {
    const diagnosis = at('https://app.example.com', 'https://tools.example.com/mcp')
    diagnosis?.recordSuccess(headers)
    const text = await diagnosis?.explainFailure({ ...headers, 'x-new': '1' }, async () => true)
    expect(text).toMatch(/until x-new came along.*"Access-Control-Allow-Headers: accept, content-type, x-new"/)
    expect(await diagnosis?.explainFailure(headers, async () => true)).not.toMatch(/until/)
  })

  test('of a refusal speaks of the Origin at 403, and of the session id only if it may be hidden', () => {
    const diagnosis = at('https://app.example.com', 'https://tools.example.com/mcp')
    expect(diagnosis?.explainStatus(403, headers)).toContain('https://app.example.com')
    const later = { ...headers, 'mcp-protocol-version': '2025-11-25' }
    expect(diagnosis?.explainStatus(400, later)).toContain('Access-Control-Expose-Headers: Mcp-Session-Id')
    expect(diagnosis?.explainStatus(400, { ...later, 'mcp-session-id': 'x' })).toBe('')
    expect(diagnosis?.explainStatus(400, headers)).toBe('')
    expect(diagnosis?.explainStatus(500, later)).toBe('')
  })
})
