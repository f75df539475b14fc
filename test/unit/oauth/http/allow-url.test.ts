/** Which URLs may be requested or opened. */
import { describe, expect, test } from 'vitest'
import { createUrlCheck } from '../../../../src/oauth/http/allow-url.ts'
import type { OAuthOptions } from '../../../../src/oauth/options.ts'

function isAllowed(text: unknown, options: Partial<OAuthOptions> = {}, server = 'https://mcp.example/mcp'): boolean {
  const check = createUrlCheck(new URL(server), { server, ...options })
  try {
    check(text, 'authorization-server')
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'auth', reason: 'url-refused', delivery: 'not-executed' })
    return false
  }
}

describe('a URL that came over the network', () => {
  test.for([
    'https://as.example',
    'https://as.example:8443/t?x=y',
    'HTTPS://AS.EXAMPLE/',
    ' https://as.example ',
    'https:\\\\as.example',
  ])('%s is allowed', (text) => {
    expect(isAllowed(text)).toBe(true)
  })

  test.for([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'ftp://as.example/',
    'file:///etc/passwd',
    'blob:https://as.example/1',
    'https://a@as.example/',
    'https://:b@as.example/',
    'http://as.example/',
    'http://10.0.0.1/',
    'http://127.0.0.1.as.example/',
    'http://localhost.as.example/',
    'http://localhost./',
    '//as.example/',
    '/path',
    '',
    undefined,
    7,
    null,
    ['https://as.example'],
  ])('%s is refused, even if allowUrl returns true', (text) => {
    expect(isAllowed(text, { allowUrl: () => true })).toBe(false)
  })

  const PRIVATE = [
    'https://10.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://169.254.169.254/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://localhost/',
    'https://localhost./',
    'http://localhost/',
    'http://127.0.0.1:9000/',
    'https://printer.local/',
    'https://nas.lan/',
    'https://router.home.arpa/',
    'https://login.corp/',
    'https://login.intranet/',
    'https://nas.home/',
    'https://login.private/',
    'https://db.localdomain/',
    'https://api.default.svc/',
    'https://web.service.consul/',
    'https://db.internal/',
    'https://db.internal./',
    'https://intranet/',
  ]

  test.for(PRIVATE)('%s is private: allowed only for an endpoint on loopback, or by allowUrl', (text) => {
    expect(isAllowed(text)).toBe(false)
    expect(isAllowed(text, {}, 'http://localhost:3000/mcp')).toBe(true)
    expect(isAllowed(text, { allowUrl: () => true })).toBe(true)
  })

  test('a private host that the application named itself is allowed', () => {
    const client = { issuer: 'https://login.internal/t', id: 'x' }
    expect(isAllowed('https://login.internal/other', { client })).toBe(true)
    expect(isAllowed('https://mcp.internal/prm', {}, 'https://mcp.internal/mcp')).toBe(true)
    expect(isAllowed('https://mcp.internal:8443/prm', {}, 'https://mcp.internal/mcp')).toBe(false)
  })

  test('allowUrl gets the parsed URL and its purpose', () => {
    const seen: unknown[] = []
    const allowUrl = (url: URL, purpose: string) => seen.push([url.href, purpose]) > 1
    expect([isAllowed('https://as.example', { allowUrl }), isAllowed('https://as.example/t', { allowUrl })]).toEqual([
      false,
      true,
    ])
    expect(seen).toEqual([
      ['https://as.example/', 'authorization-server'],
      ['https://as.example/t', 'authorization-server'],
    ])
  })

  test('the error contains only the origin of the URL', () => {
    const check = createUrlCheck(new URL('https://mcp.example/mcp'), {})
    expect(() => check('http://10.0.0.1/canary?canary=1', 'token')).toThrow(/^Refused http:\/\/10\.0\.0\.1 \(token\)$/)
  })
})
