/** The handshake of `connect()`. */
import type { Fetch } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'
import { paramsOf } from '../steps/journal.ts'

/** A fetch that renames the session of the server to `id`, in both directions. */
function sessionIdReplaced(id: string, onSent?: (id: string) => void): Fetch {
  let real: string | null = null
  return async (url, init) => {
    const { 'mcp-session-id': sent, ...headers } = init.headers
    if (sent) onSent?.(sent)
    const response = await fetch(url, { ...init, headers: sent ? { ...headers, 'mcp-session-id': real! } : headers })
    if (!response.headers.has('mcp-session-id')) return response
    real = response.headers.get('mcp-session-id')
    const received = new Headers(response.headers)
    received.set('mcp-session-id', id)
    return new Response(response.body, { status: response.status, headers: received })
  }
}

export const handshake: Scenario[] = [
  {
    name: "connect() does one handshake and shows the server's name, version and capabilities",
    async run({ connect, server, assert }) {
      const client = await connect({ clientInfo: { name: 'scenario', version: '1.2.3' } })
      assert.equal(await server.methods(), ['initialize', 'notifications/initialized'])
      const [initialize, initialized] = (await server.journal()).filter(({ httpMethod }) => httpMethod === 'POST')
      assert.match(paramsOf(initialize), {
        protocolVersion: '2025-11-25',
        clientInfo: { name: 'scenario', version: '1.2.3' },
        capabilities: {},
      })
      assert.equal(initialize?.headers['mcp-protocol-version'], undefined)
      assert.equal(initialize?.headers['mcp-session-id'], undefined)
      assert.equal(initialized?.headers['mcp-protocol-version'], '2025-11-25')
      assert(initialized?.headers['mcp-session-id'], 'the session id goes with everything after the handshake')
      for (const entry of [initialize, initialized]) {
        assert.includes(entry?.headers.accept ?? '', 'application/json')
        assert.includes(entry?.headers.accept ?? '', 'text/event-stream')
        assert.equal(entry?.headers['content-type'], 'application/json')
      }
      assert.match(client.connection, {
        transport: 'streamable-http',
        era: 'legacy',
        protocolVersion: '2025-11-25',
        status: 'connected',
      })
      assert(client.server.info?.name, 'the server has a name')
      assert(client.server.capabilities?.tools, 'the server has tools')
    },
  },
  {
    name: 'an older revision that the server prefers is used',
    async run({ connect, server, assert }) {
      for (const version of ['2025-06-18', '2025-03-26']) {
        await server.configure({ versions: [version] })
        const client = await connect()
        const initialize = (await server.journal()).findLast(({ rpcMethod }) => rpcMethod === 'initialize')
        assert.equal(paramsOf(initialize).protocolVersion, '2025-11-25')
        assert.equal(client.connection.protocolVersion, version)
        await client.callTool('echo', { text: 'old' })
        const call = (await server.journal()).findLast(({ rpcMethod }) => rpcMethod === 'tools/call')
        // The header is as old as 2025-06-18; some servers refuse it in sessions of older revisions.
        assert.equal(call?.headers['mcp-protocol-version'], version === '2025-03-26' ? undefined : version)
      }
    },
  },
  {
    name: 'a server with no revision in common is a VersionError with both lists',
    async run({ connect, server, assert }) {
      const result = { protocolVersion: '1999-01-01', capabilities: {}, serverInfo: { name: 'old', version: '0' } }
      await server.script({ on: { rpcMethod: 'initialize' }, do: [{ answerJson: result }] })
      const error = await assert.rejects(connect(), {
        code: 'version',
        delivery: 'not-executed',
        supported: ['1999-01-01'],
        message: /1999-01-01.*2025-11-25/,
      })
      assert.includes(error.requested as string[], '2025-11-25')
      assert(!(await server.methods()).includes('notifications/initialized'), 'nothing follows a failed handshake')
    },
  },
  {
    name: 'the versions option restricts which revisions are offered and accepted',
    async run({ connect, server, assert }) {
      const client = await connect({ versions: ['2025-06-18'] })
      assert.equal(client.connection.protocolVersion, '2025-06-18')
      await server.configure({ versions: ['2025-03-26'] })
      await assert.rejects(connect({ versions: ['2025-06-18'] }), { code: 'version', requested: ['2025-06-18'] })
      await assert.rejects(connect({ versions: ['1.0' as never] }), { name: 'TypeError', message: /1\.0.*2025-11-25/ })
    },
  },
  {
    name: 'a session id may have as many characters as a token; others are refused by the name of the header',
    async run({ connect, assert }) {
      const sent: string[] = []
      const long = 'x'.repeat(8_192)
      const client = await connect({
        fetch: sessionIdReplaced(long, (id) => sent.push(id)),
      })
      await client.callTool('echo', { text: 'on' })
      assert(sent.length >= 2 && sent.every((id) => id === long), 'each request carries the whole id')
      for (const id of ['a b', `${long}x`]) {
        const error = await assert.rejects(connect({ fetch: sessionIdReplaced(id) }), { message: /Mcp-Session-Id/ })
        assert(!/path|many servers/.test(`${error.message}`), `${error.message}`)
      }
    },
  },
  {
    name: 'a server without sessions gets no session header and no DELETE',
    async run({ connect, server, assert }) {
      await server.configure({ session: { issue: false } })
      const client = await connect()
      await client.callTool('echo', { text: 'stateless' })
      await client.close()
      const journal = await server.journal()
      assert(
        journal.every(({ headers }) => headers['mcp-session-id'] === undefined),
        'no session header',
      )
      assert(!journal.some(({ httpMethod }) => httpMethod === 'DELETE'), 'no DELETE')
    },
  },
  {
    name: 'any reply to notifications/initialized is accepted, and a refusal is reported as a warning',
    async run({ connect, server, assert }) {
      for (const status of [200, 204, 500]) {
        await server.script({ on: { rpcMethod: 'notifications/initialized' }, do: [{ respond: { status } }] })
        const warnings: unknown[] = []
        const client = await connect({ onEvent: (event) => event.type === 'warning' && warnings.push(event) })
        assert.equal(warnings.length, status === 500 ? 1 : 0)
        assert.equal((await client.callTool('echo', { text: 'on' })).content, [{ type: 'text', text: 'on' }])
      }
    },
  },
  {
    name: "aborting connect() rejects with the signal's reason, and no further request is sent",
    async run({ connect, server, assert }) {
      await server.script({ on: { rpcMethod: 'initialize' }, do: [{ barrier: 'asked' }, { pass: true }] })
      const stop = new AbortController()
      const reason = new Error('the user went away')
      const pending = connect({ signal: stop.signal })
      await server.reached('asked')
      stop.abort(reason)
      assert.same(await assert.rejects(pending), reason, 'the reason itself')
      await server.until(([first]) => first?.ended === 'client-left' || first?.ended === 'no-body')
      assert.equal(
        (await server.methods()).filter((method) => method !== 'initialize'),
        [],
      )
      assert.same(await assert.rejects(connect({ signal: stop.signal })), reason, 'an aborted signal too')
    },
  },
  {
    name: 'a handshake that is never answered ends in a TimeoutError that names connectTimeout',
    async run({ connect, server, assert }) {
      await server.script({ on: { rpcMethod: 'initialize' }, do: [{ barrier: 'never' }] })
      await assert.rejects(connect({ connectTimeout: 60 }), {
        code: 'timeout',
        limit: 'connectTimeout',
        message: /connecting.*60 ms/,
      })
      assert(!(await server.methods()).includes('notifications/cancelled'), 'the handshake is never cancelled')
    },
  },
  {
    name: 'whatever the reply to notifications/initialized, the client is connected and opens its listening stream',
    ids: ['K-26'],
    async run({ connect, server, assert }) {
      for (const status of [200, 204, 500]) {
        await server.script({ on: { rpcMethod: 'notifications/initialized' }, do: [{ respond: { status } }] })
        const warnings: unknown[] = []
        const opened = (await server.methods()).filter((method) => method === 'GET').length
        const client = await connect({
          handlers: { roots: () => [] },
          onEvent: (event) => event.type === 'warning' && warnings.push(event.message),
        })
        assert.equal(client.connection.status, 'connected')
        assert.equal(warnings.length, status === 500 ? 1 : 0)
        if (status < 300)
          await server.until((entries) => entries.filter(({ httpMethod }) => httpMethod === 'GET').length > opened)
        assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
        await client.close()
      }
    },
  },
]
