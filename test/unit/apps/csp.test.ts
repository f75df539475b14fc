/** The policy of a view, from what its server declares. */
import { describe, expect, test } from 'vitest'
import { buildPolicy, checkCsp, type DroppedDomain } from '../../../src/apps/csp.ts'

const STRICT = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self' data:",
  "font-src 'none'",
  "worker-src 'none'",
  "connect-src 'none'",
  "frame-src 'none'",
  "base-uri 'self'",
  "object-src 'none'",
  "form-action 'none'",
].join('; ')

const check = (declared: unknown, allow = (_: string) => true) => {
  const dropped: DroppedDomain[] = []
  const proxy = new URL('https://hash.apps.example.com/proxy')
  return { csp: checkCsp(declared, proxy, allow, (domain) => dropped.push(domain)), dropped }
}

test('without declared domains, everything but the view itself is blocked', () => {
  expect(buildPolicy({})).toBe(STRICT)
  for (const nothing of [
    undefined,
    null,
    7,
    'x',
    [],
    {},
    { connectDomains: 'https://a.example' },
    { connectDomains: [] },
  ]) {
    expect(buildPolicy(check(nothing).csp)).toBe(STRICT)
  }
})

test('each list goes to its directives', () => {
  const { csp, dropped } = check({
    connectDomains: ['https://api.example.com', 'wss://live.example.com:8443', 'blob:'],
    resourceDomains: ['https://*.cdn.example.com', 'data:', 'blob:'],
    frameDomains: ['https://player.example.com'],
    baseUriDomains: ['https://base.example.com'],
  })
  expect(dropped).toEqual([])
  expect(buildPolicy(csp).split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline' https://*.cdn.example.com",
    "style-src 'self' 'unsafe-inline' https://*.cdn.example.com",
    "img-src 'self' data: https://*.cdn.example.com blob:",
    "media-src 'self' data: https://*.cdn.example.com blob:",
    "font-src 'self' https://*.cdn.example.com data: blob:",
    "worker-src 'self' data: blob:",
    'connect-src https://api.example.com wss://live.example.com:8443 blob:',
    'frame-src https://player.example.com',
    'base-uri https://base.example.com',
    "object-src 'none'",
    "form-action 'none'",
  ])
})

describe('an entry that is not an origin is dropped and named', () => {
  test.for([
    ...['*', 'https:', 'https://*', "'unsafe-eval'", 'x; script-src *', 'https://a.example; script-src *', 'a.example'],
    ...[
      'https://a.example/path',
      'https://a.example?x',
      'https://user@a.example',
      'https://*.com',
      'https://a.*.example',
    ],
    ...[
      'https://a.example, https://b.example',
      'https://a.example\nx: y',
      'javascript:alert(1)',
      'file:///etc',
      'https://',
    ],
    ...[
      'https://ä.example',
      '"><script>',
      `https://${'a'.repeat(300)}.example`,
      'https://a.example:99999999',
      'https://a.example:99999',
      'https://256.256.256.256',
      'filesystem:',
    ],
  ])('%s', (entry) => {
    for (const list of ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains'] as const) {
      const { csp, dropped } = check({ [list]: [entry, 'https://fine.example'] })
      expect(csp).toEqual({ [list]: ['https://fine.example'] })
      expect(dropped).toEqual([{ list, entry: entry.slice(0, 200), reason: 'not-an-origin' }])
    }
  })

  test('schemes are for data only, WebSockets for connections only', () => {
    const declared = ['data:', 'blob:', 'wss://a.example']
    const { csp } = check({
      connectDomains: declared,
      resourceDomains: declared,
      frameDomains: declared,
      baseUriDomains: declared,
    })
    expect(csp).toEqual({ connectDomains: declared, resourceDomains: ['data:', 'blob:'] })
  })

  test('what is no text, and what is too much', () => {
    const { csp, dropped } = check({
      connectDomains: [7, null, {}, ...Array.from({ length: 60 }, (_, n) => `https://a${n}.example`)],
    })
    expect(csp.connectDomains).toHaveLength(40)
    expect(dropped.filter(({ reason }) => reason === 'too-many')).toHaveLength(20)
    expect(dropped.filter(({ reason }) => reason === 'not-an-origin')).toHaveLength(3)
  })

  test('takes linear time', () => {
    const long = `https://${'a-'.repeat(50_000)}`
    expect(check({ connectDomains: [long, `${long}!`, '*.'.repeat(50_000)] }).csp).toEqual({})
  })
})

test('a slash at the end, upper case and repetitions change nothing', () => {
  expect(check({ connectDomains: ['https://A.example/', 'HTTPS://a.example'] }).csp).toEqual({
    connectDomains: ['https://a.example'],
  })
})

test('what stands for the proxy page is dropped: a view that frames it could choose another policy', () => {
  const own = ['https://hash.apps.example.com', 'https://*.example.com']
  const { csp, dropped } = check({ frameDomains: [...own, 'https://other.apps.example.com', 'data:'] })
  expect(csp).toEqual({ frameDomains: ['https://other.apps.example.com'] })
  expect(dropped.filter(({ reason }) => reason === 'own-proxy').map(({ entry }) => entry)).toEqual(own)
})

test('the application may refuse more', () => {
  const { csp, dropped } = check({ connectDomains: ['https://a.example', 'https://b.example'] }, (domain) =>
    domain.includes('a.'),
  )
  expect(csp).toEqual({ connectDomains: ['https://a.example'] })
  expect(dropped).toEqual([{ list: 'connectDomains', entry: 'https://b.example', reason: 'refused' }])
})
