/** The examination of servers: every check says what is wrong with a bad server, and finds nothing at a good one. */
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { checks, examine } from '../../../../bin/examination/examine.ts'
import type { Finding } from '../../../../bin/examination/outcome.ts'
import { authorizationServer, createMockServer } from '../../../../src/testing/index.ts'
import { badServers } from './bad-servers/index.ts'
import { createBrowserFetch, PAGE_ORIGIN } from './browser-fetch.ts'
import { runChecks } from './examined.ts'

const isBad = ({ verdict }: Finding) => verdict === 'problem' || verdict === 'warning'

describe.each(badServers)('a server that $name', ({ check, verdict, says, ...given }) => {
  test(`gets "${verdict}" from ${check}`, async () => {
    const { findings } = await runChecks([check], given)
    expect(findings).toHaveLength(1)
    const [finding] = findings
    expect(finding).toMatchObject({ id: check, verdict })
    expect(finding!.seen).toMatch(says)
    if (isBad(finding!)) expect(finding!.advice).toMatch(/^\w.*\.$/)
  })
})

test('the README says how many checks there are', async () => {
  const text = await readFile(new URL('../../../../README.md', import.meta.url), 'utf8')
  expect(text).toContain(`${checks.length} read-only checks`)
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length)
})

test('every check can say that something is wrong', () => {
  const bad = new Set(badServers.filter(({ verdict }) => verdict !== 'could not tell').map(({ check }) => check))
  expect(checks.map(({ id }) => id).filter((id) => !bad.has(id))).toEqual([])
})

describe('good servers', () => {
  const good = new Map<string, string[]>()

  test.each([
    ['that speaks all revisions', {}],
    ['of the handshake revisions', { versions: ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] }],
    [
      'of the handshake revisions that answers with JSON',
      { versions: ['2025-11-25', '2025-03-26'], transport: 'json' },
    ],
    ['without sessions', { versions: ['2025-06-18'], sessions: false }],
    ['of 2026-07-28', { versions: ['2026-07-28'] }],
    ['with a server card', { discovery: { card: true } }],
    ['that needs a token', { auth: authorizationServer() }],
    [
      'with a tool that changes nothing',
      { tools: { look: { description: 'x', annotations: { readOnlyHint: true }, run: () => 'x' } } },
    ],
  ] as const)('nothing is wrong with one %s', async (_, options) => {
    const { findings } = await runChecks(undefined, { options: options as object })
    expect(findings.filter(isBad)).toEqual([])
    expect(findings).toHaveLength(checks.length)
    for (const { id, verdict } of findings) good.set(id, [...(good.get(id) ?? []), verdict])
  })

  test('an idle stream with comments is good', async () => {
    const comment = () => {
      const bytes = new TextEncoder().encode(':\n\n')
      const start = (controller: ReadableStreamDefaultController) =>
        void setTimeout(() => controller.enqueue(bytes), 90)
      const headers = { 'content-type': 'text/event-stream', 'access-control-allow-origin': '*' }
      return new Response(new ReadableStream({ start }), { headers })
    }
    const { findings } = await runChecks(['idle-stream'], {
      options: { versions: ['2025-11-25'] },
      idle: 500,
      misbehave: () => (sent) => (sent.httpMethod === 'GET' ? comment() : undefined),
    })
    expect(findings).toMatchObject([{ verdict: 'good' }])
    good.set('idle-stream', ['good'])
  })

  test('every check is good at one of them, but the one that a browser cannot make', () => {
    const never = checks.map(({ id }) => id).filter((id) => !good.get(id)?.includes('good'))
    expect(never).toEqual(['origin'])
  })
})

describe('an examination', () => {
  test('changes nothing: it calls no tool that exists, and reads no resource', async () => {
    const server = createMockServer({ versions: ['2025-11-25', '2026-07-28'] })
    const fetch = createBrowserFetch((url, init) => server.fetch(url, init))
    const { signal } = new AbortController()
    for await (const _ of examine({ url: server.url, fetch, signal, pageOrigin: PAGE_ORIGIN, settle: 20, idle: 20 })) {
      // Only what it sends is looked at.
    }
    const bodies = fetch.sent.map(({ body = '' }) => body)
    const methods = new Set(bodies.map((body) => /"method":"([^"]+)"/.exec(body)?.[1]))
    expect([...methods].filter((method) => method && /call|get|read|set|subscribe$|complete/.test(method))).toEqual([
      'tools/call',
    ])
    for (const body of bodies.filter((text) => text.includes('tools/call')))
      expect(body).not.toMatch(/"name":"(echo|add|slow)"/)
  })

  test('ends every session that it opened, also when it is stopped', async () => {
    for (const stopAfter of [3, 30, checks.length]) {
      const server = createMockServer({ versions: ['2025-11-25'] })
      const fetch = createBrowserFetch((url, init) => server.fetch(url, init))
      const stop = new AbortController()
      let count = 0
      for await (const _ of examine({ url: server.url, fetch, signal: stop.signal, settle: 20, idle: 20 }))
        if (++count === stopAfter) stop.abort()
      expect(count).toBe(stopAfter)
      const opened = server.journal.sessions.filter(({ requests: [first] }) => first?.rpcMethod === 'initialize')
      expect(opened.length).toBeGreaterThan(0)
      expect(opened.filter(({ deleted }) => !deleted)).toEqual([])
      await server.journal.expectNoOpenStreams()
    }
  })

  test('ends the session whose handshake was under way when it was stopped', async () => {
    const server = createMockServer({ versions: ['2025-11-25'] })
    const stop = new AbortController()
    let notifications = 0
    const fetch = createBrowserFetch((url, init) => {
      const isInitialized = String(init.body).includes('notifications/initialized')
      if (isInitialized && ++notifications === 3) stop.abort()
      return server.fetch(url, init)
    })
    for await (const _ of examine({ url: server.url, fetch, signal: stop.signal, settle: 20, idle: 20 }));
    expect(notifications).toBe(3)
    const opened = server.journal.sessions.filter(({ requests: [first] }) => first?.rpcMethod === 'initialize')
    expect(opened.map(({ deleted }) => deleted)).toEqual([true, true, true])
  })

  test('gives up a check after its time limit and goes on', async () => {
    const { findings } = await runChecks(['ping', 'unknown-method'], {
      options: { versions: ['2025-11-25'], wire: { ping: 'never' } },
    })
    expect(findings).toMatchObject([{ verdict: 'problem' }, { verdict: 'good' }])
    expect(findings[0]!.seen).toMatch(/no answer/)
  })

  test('waits for the answers of a server that closes its streams to be polled', async () => {
    const server = createMockServer({ versions: ['2025-11-25'] })
    server.fault('closes-to-be-polled', { on: 'tools/call', retry: 10 })
    const fetch = createBrowserFetch((url, init) => server.fetch(url, init))
    const { signal } = new AbortController()
    const verdicts = new Map<string, string>()
    for await (const { id, verdict } of examine({ url: server.url, fetch, signal, settle: 20, idle: 20 }))
      verdicts.set(id, verdict)
    expect(verdicts.get('unknown-tool')).toBe('good')
    expect(server.journal.requests.filter(({ headers }) => headers['last-event-id']).length).toBeGreaterThan(0)
  })

  test('names the requests that prove a finding', async () => {
    const { findings, fetch } = await runChecks(['unknown-tool'], { options: { versions: ['2025-11-25'] } })
    const [number] = findings[0]!.requests
    expect(fetch.sent[number! - 1]!.body).toContain('tools/call')
  })
})
