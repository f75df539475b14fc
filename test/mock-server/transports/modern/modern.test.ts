/** The stateless era: headers, envelope, answers and subscriptions. */
import { describe, expect, test } from 'vitest'
import type { Clock } from '../../../../src/testing/clock/clock.ts'
import { isModern } from '../../../../src/testing/transports/modern/is-modern.ts'
import { createModern, type ModernOptions } from '../../../../src/testing/transports/modern/modern.ts'
import { createTestFeatures } from '../../features/fake-context.ts'

const VERSION = '2026-07-28'
const meta = (capabilities: object = {}) => ({
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': capabilities,
})

/** Its waits end only by their signals. */
const clock: Clock = {
  now: () => 0,
  wait: (_milliseconds, signal) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
}

function server(options: Partial<ModernOptions> = {}) {
  const config = () => ({ versions: [VERSION, '2025-11-25'], answer: 'sse' as const })
  return createModern({ features: createTestFeatures(), clock, random: () => 0.5, config, ...options })
}

function post(method: string, params: object = {}, headers: Record<string, string> = {}) {
  const body = { jsonrpc: '2.0', id: 'a', method, params: { _meta: meta(), ...params } }
  const standard = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': VERSION,
    'mcp-method': method,
  }
  const request = new Request('http://mock/mcp', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...standard, ...headers },
  })
  return [request, body] as const
}

const call = (name: string, args: object = {}, headers: Record<string, string> = {}, more: object = {}) =>
  post('tools/call', { name, arguments: args, ...more }, { 'mcp-name': name, ...headers })

/** The messages of a response, whichever form it has. */
async function messages(response: Response): Promise<Record<string, unknown>[]> {
  const text = await response.text()
  if (response.headers.get('content-type') !== 'text/event-stream') return [JSON.parse(text)]
  return text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []))
}

const refusal = async (...[request, body]: ReturnType<typeof post>) => {
  const response = await server().serve(request, body)
  const [message] = await messages(response)
  return { status: response.status, code: (message?.error as { code: number } | undefined)?.code }
}

describe('headers', () => {
  test.each([
    ['Mcp-Method', 'tools/LIST', -32020],
    ['Mcp-Protocol-Version', '2025-11-25', -32020],
    ['Mcp-Method', 'tools/list', undefined],
  ])('%s: %s on tools/list gives %s', async (name, value, code) => {
    const { code: actual, status } = await refusal(...post('tools/list', {}, { [name.toLowerCase()]: value }))
    expect([actual, status]).toEqual([code, code ? 400 : 200])
  })

  test.each([
    [{ region: 'us west 1' }, { 'mcp-param-region': 'us west 1' }, true],
    [{ region: 'Hello, 世界' }, { 'mcp-param-region': '=?base64?SGVsbG8sIOS4lueVjA==?=' }, true],
    [{ region: '=?base64?literal?=' }, { 'mcp-param-region': '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=' }, true],
    [{ region: '=?BASE64?x?=' }, { 'mcp-param-region': '=?BASE64?x?=' }, true],
    [{ region: '' }, { 'mcp-param-region': '' }, true],
    [{ priority: -7, dryRun: false }, { 'mcp-param-priority': '-7', 'mcp-param-dry-run': 'false' }, true],
    [{ tenant: { id: 't' }, query: 'q' }, { 'mcp-param-tenant-id': 't' }, true],
    [{ tenant: { id: 't' } }, {}, false],
    [{ region: 'a' }, {}, false],
    [{ region: 'a' }, { 'mcp-param-region': 'A' }, false],
    [{}, { 'mcp-param-region': 'a' }, false],
    [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVsbG8?=' }, false],
  ])('arguments %j with %j: accepted is %s', async (args, headers, accepted) => {
    expect(await refusal(...call('region', args, headers))).toEqual(
      accepted ? { status: 200, code: undefined } : { status: 400, code: -32020 },
    )
  })

  test('a name outside ASCII is compared after decoding', async () => {
    const { code } = await refusal(...post('tools/call', { name: '天気' }, { 'mcp-name': '=?base64?5aSp5rCX?=' }))
    expect(code).toBe(-32602)
  })
})

describe('the envelope', () => {
  test('is refused with the codes and statuses of the specification', async () => {
    const unsupported = { ...meta(), 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }
    const newer = post('tools/list', { _meta: unsupported }, { 'mcp-protocol-version': '2099-01-01' })
    expect(await refusal(...newer)).toEqual({ status: 400, code: -32022 })
    expect(await refusal(...post('tools/list', { _meta: {} }))).toEqual({ status: 400, code: -32602 })
    expect(await refusal(...post('tools/list', { _meta: meta({ roots: true }) }))).toEqual({
      status: 400,
      code: -32602,
    })
    expect(await refusal(...post('ping'))).toEqual({ status: 404, code: -32601 })
    expect(await refusal(...call('ask'))).toEqual({ status: 400, code: -32021 })
    expect(await refusal(...call('throw'))).toEqual({ status: 200, code: -32603 })
  })

  test('identifies the era of a request', () => {
    const request = (headers: Record<string, string>) => new Request('http://mock/mcp', { headers })
    expect(isModern(...post('tools/list'))).toBe(true)
    expect(isModern(request({}), { method: 'server/discover' })).toBe(true)
    expect(isModern(request({ 'mcp-protocol-version': VERSION }), { method: 'tools/list' })).toBe(true)
    const legacy = { 'mcp-method': 'initialize', 'mcp-protocol-version': '2025-11-25' }
    expect(isModern(request(legacy), { method: 'initialize', params: {} })).toBe(false)
    expect(isModern(request({}), [])).toBe(false)
  })
})

describe('the answer', () => {
  test('comes after its notifications, on one stream', async () => {
    const _meta = { ...meta(), progressToken: 1 }
    const response = await server().serve(...call('count', { to: 2 }, {}, { _meta }))
    expect((await messages(response)).map((message) => message.method ?? 'answer')).toEqual([
      'notifications/progress',
      'notifications/progress',
      'answer',
    ])
  })

  test('has its resultType, the serverInfo, and cache hints where the method has them', async () => {
    const cache = { ttlMs: 5000, cacheScope: 'public' as const }
    const config = () => ({ versions: [VERSION], answer: 'json' as const, cache })
    const modern = server({ config })
    const [list] = await messages(await modern.serve(...post('tools/list')))
    expect(list?.result).toMatchObject({ resultType: 'complete', ...cache })
    const [echo] = await messages(await modern.serve(...call('echo', { text: 'a' })))
    expect(echo?.result).toMatchObject({ _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'mock' } } })
    expect(echo?.result).not.toHaveProperty('ttlMs')
  })

  test('is abandoned when the client leaves', async () => {
    const waits: (AbortSignal | undefined)[] = []
    const wait: Clock['wait'] = (milliseconds, signal) => {
      waits.push(signal)
      return clock.wait(milliseconds, signal)
    }
    const response = await server({ clock: { ...clock, wait } }).serve(...call('slow', { ms: 1e9 }))
    expect(waits[0]?.aborted).toBe(false)
    await response.body?.cancel()
    expect(waits[0]?.aborted).toBe(true)
  })
})

describe('subscriptions/listen', () => {
  test('acknowledges the granted filter, sends only matching notifications, and ends with its result', async () => {
    const modern = server({ features: createTestFeatures() })
    const notifications = { toolsListChanged: true, resourceSubscriptions: ['test://a'] }
    const response = await modern.serve(...post('subscriptions/listen', { notifications }))
    modern.broadcast('notifications/tools/list_changed')
    modern.broadcast('notifications/prompts/list_changed')
    modern.broadcast('notifications/resources/updated', { uri: 'test://ab' })
    modern.broadcast('notifications/resources/updated', { uri: 'test://a/b' })
    modern.end('gracefully')
    const _meta = { 'io.modelcontextprotocol/subscriptionId': 'a' }
    expect(await messages(response)).toEqual([
      { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: { notifications, _meta } },
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: { _meta } },
      { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'test://a/b', _meta } },
      { jsonrpc: '2.0', id: 'a', result: { resultType: 'complete', _meta } },
    ])
  })

  test('grants nothing that the server does not declare', async () => {
    const modern = server({ features: createTestFeatures({ capabilities: { tools: {} } }) })
    const response = await modern.serve(
      ...post('subscriptions/listen', { notifications: { toolsListChanged: true, resourceSubscriptions: ['a'] } }),
    )
    modern.end('abruptly')
    const [acknowledged] = await messages(response)
    expect(acknowledged).toHaveProperty('params.notifications', {})
  })
})

describe('initialize, which this era does not have', () => {
  test('is an unknown method in a request of this era', async () => {
    const response = await server().serve(...post('initialize'))
    expect(response.status).toBe(404)
    expect((await messages(response))[0]).toMatchObject({ error: { code: -32601 } })
  })

  test('is refused with the revisions on offer in a request of an older one', async () => {
    const [request] = post('initialize')
    const body = { jsonrpc: '2.0', id: 'a', method: 'initialize', params: { protocolVersion: '2025-11-25' } }
    const response = await server().serve(request, body)
    expect(response.status).toBe(400)
    expect((await messages(response))[0]).toMatchObject({
      error: { code: -32602, message: expect.stringContaining(VERSION) },
    })
  })

  test('what is not JSON is a parse error', async () => {
    const [request] = post('server/discover')
    const response = await server().serve(request, '{"jsonrpc": ')
    expect(response.status).toBe(400)
    expect((await messages(response))[0]).toMatchObject({ error: { code: -32700 } })
  })
})
