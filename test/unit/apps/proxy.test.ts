/** What the proxy of apps serves. */
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createAppProxy, staticAppProxy } from '../../../src/apps/index.ts'

const hosts = ['https://app.example.com', 'http://localhost:5173']
const proxy = createAppProxy({ hosts })
const encode = (csp: unknown) => btoa(JSON.stringify(csp)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const get = (query = '', init?: RequestInit) => proxy(new Request(`https://hash.apps.example.com/proxy${query}`, init))
const policyOf = (response: Response) => response.headers.get('content-security-policy')!

describe('createAppProxy', () => {
  test('serves the page with the strict policy, framed by the hosts only', async () => {
    const response = get()
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(policyOf(response)).toContain("default-src 'none'; script-src 'self' 'unsafe-inline'; ")
    expect(policyOf(response)).toContain("; frame-src 'none'; ")
    expect(policyOf(response)).toMatch(/; frame-ancestors https:\/\/app\.example\.com http:\/\/localhost:5173$/)
    expect(await response.text()).toContain('const host=["https://app.example.com","http://localhost:5173"].find')
  })

  test('fits 1.5 kB', async () => {
    const csp = { connectDomains: ['https://api.example.com'], resourceDomains: ['https://*.cdn.example.com'] }
    const text = await get(`?csp=${encode(csp)}`).text()
    expect(gzipSync(text, { level: 9 }).length).toBeLessThan(1_500)
  })

  test('rebuilds the policy of the address and copies nothing of it', async () => {
    const csp = {
      connectDomains: ['https://api.example.com', 'https://x; script-src *', '*'],
      'script-src': ['*'],
      frameDomains: ['https:'],
    }
    const response = get(`?csp=${encode(csp)}`)
    expect(policyOf(response)).toContain("connect-src https://api.example.com; frame-src 'none'")
    expect(policyOf(response)).not.toMatch(/\*|https:[ ;]/)
    const inView = /content=\\"([^"]*)\\"/.exec(await response.text())?.[1]
    expect(`${inView}; frame-ancestors ${hosts.join(' ')}`).toBe(policyOf(response))
  })

  test('does not let a view frame its own proxy, where it could choose another policy', () => {
    const own = [
      'https://hash.apps.example.com',
      'https://*.apps.example.com',
      'http://hash.apps.example.com',
      'https://*.example.com',
    ]
    const others = ['https://other.apps.example.com', 'https://hash.apps.example.com:8443']
    const csp = { frameDomains: [...own, ...others], connectDomains: own }
    expect(policyOf(get(`?csp=${encode(csp)}`))).toContain(`; connect-src 'none'; frame-src ${others.join(' ')}; `)
  })

  test('answers declared domains that are no URL', () => {
    const csp = { connectDomains: ['https://a.example:99999', 'https://fine.example'] }
    expect(policyOf(get(`?csp=${encode(csp)}`))).toContain('; connect-src https://fine.example; ')
  })

  test('refuses what it cannot read, with the strict policy', async () => {
    for (const query of ['?csp=%', '?csp=!!!', `?csp=${btoa('{')}`, `?csp=${'A'.repeat(20_000)}`]) {
      const response = get(query)
      expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/plain'])
      expect(policyOf(response)).toContain("default-src 'none'")
      expect(await response.text()).not.toContain('<')
    }
    for (const value of [null, 7, 'x', []]) expect(get(`?csp=${encode(value)}`).status).toBe(200)
    const refused = get('', { method: 'POST' })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(await get('', { method: 'HEAD' }).text()).toBe('')
  })

  test('does not start without hosts, or with what is no origin', () => {
    expect(() => createAppProxy({ hosts: [] })).toThrow('hosts: expected the origins of pages, got nothing')
    for (const host of [
      '*',
      'https://*.example.com',
      'app.example.com',
      'https://app.example.com/',
      "https://a.example'; x",
      'null',
    ]) {
      expect(() => createAppProxy({ hosts: [host] }), host).toThrow('hosts: expected origins such as')
    }
  })
})

test('the static page has the strict policy in itself, for the page and for the view', () => {
  const page = staticAppProxy({ hosts })
  const policies = [...page.matchAll(/http-equiv=\\?"Content-Security-Policy\\?" content=\\?"([^"\\]*)/g)].map(
    ([, policy]) => policy,
  )
  expect(policies).toHaveLength(2)
  expect(new Set(policies).size).toBe(1)
  expect(page.indexOf('http-equiv')).toBeLessThan(page.indexOf('<script>'))
  expect(policies[0]).toContain("frame-src 'none'")
})
