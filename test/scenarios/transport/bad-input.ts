/** What a transport refuses, each with a typed error, and what it survives. */
import { fetchTransport } from '../../../src/transport/index.ts'
import type { Scenario } from '../scenario.ts'
import { onCall } from '../steps/calls.ts'
import { attachHost, onEveryServer, openHost } from './steps/host.ts'

const textOf = (result: Record<string, unknown>) => (result.content as { text: string }[])[0]?.text

const NOT_MESSAGES: unknown[] = [
  null,
  'text',
  [],
  {},
  { jsonrpc: '1.0', method: 'ping', id: 1 },
  { jsonrpc: '2.0' },
  { jsonrpc: '2.0', id: 1 },
  { jsonrpc: '2.0', id: {}, method: 'ping' },
  { jsonrpc: '2.0', id: null, method: 'ping' },
  { jsonrpc: '2.0', id: 1, method: 7 },
  { jsonrpc: '2.0', id: 1, method: 'ping', params: [1] },
  { jsonrpc: '2.0', id: 1, result: 'text' },
  { jsonrpc: '2.0', result: {} },
  { jsonrpc: '2.0', id: 1, error: {} },
  { jsonrpc: '2.0', id: 1, error: { code: 'one', message: 'text' } },
]

export const badInput: Scenario[] = [
  ...onEveryServer({
    name: 'a message of a host that is not JSON-RPC is refused before anything is sent, and the connection goes on',
    async run({ open, server, assert }) {
      const { transport, request, errors } = await open()
      await server.until((journal) => journal.length > 1)
      for (const message of NOT_MESSAGES) {
        const before = (await server.methods()).filter((method) => method === 'ping').length
        await assert.rejects(transport.send(message as never), {
          code: 'invalid-message',
          delivery: 'not-executed',
          message: 'send: expected a JSON-RPC 2.0 message',
        })
        assert.equal((await server.methods()).filter((method) => method === 'ping').length, before)
      }
      assert.equal(errors.length, NOT_MESSAGES.length, 'onerror was told of each')
      assert.equal(textOf(await request('tools/call', { name: 'echo', arguments: { text: 'on' } })), 'on')
      // An answer to no question is not an error: the server may have given up.
      await transport.send({ jsonrpc: '2.0', id: 99, result: {} })
    },
  }),
  ...onEveryServer(
    {
      name: 'a host starts a transport once, uses it after that and before it is closed, and closes it once',
      async run({ createTransport, server, assert }) {
        const transport = createTransport()
        const ping = { jsonrpc: '2.0', id: 'p', method: 'ping' } as const
        const wrong = { code: 'transport', name: 'TransportError', delivery: 'not-executed' }
        await assert.rejects(transport.send(ping), { ...wrong, message: 'send: the transport is not started' })
        assert.equal(await server.methods(), [])
        const host = await openHost(transport)
        await assert.rejects(transport.start(), {
          ...wrong,
          message: 'start: another client uses this transport; make one for each',
        })
        await host.request('ping')
        await Promise.all([transport.close(), transport.close()])
        await transport.close()
        assert.equal(host.closed(), 1)
        const closed = { code: 'closed', delivery: 'not-executed' }
        await assert.rejects(transport.send(ping), { ...closed, message: 'send: the transport is closed' })
        await assert.rejects(transport.start(), { ...closed, message: 'start: the transport is closed' })
      },
    },
    ['2026-07-28', '2025-11-25'],
  ),
  ...onEveryServer({
    name: 'a host that closes while it initializes leaves nothing behind',
    async run({ createTransport, ledger, server, assert }) {
      const { fetch, settled } = ledger()
      const transport = createTransport({ fetch })
      const host = attachHost(transport)
      await server.script({ on: {}, do: [{ barrier: 'held' }, { pass: true }] })
      await transport.start()
      const connecting = host.request('initialize', { protocolVersion: '2025-11-25', capabilities: {} })
      const failure = assert.rejects(connecting, { message: 'Connection closed' })
      await server.reached('held')
      await transport.close()
      await failure
      assert.equal(host.closed(), 1)
      assert.equal(host.errors, [])
      await server.release('held')
      await settled()
    },
  }),
  ...onEveryServer(
    {
      name: 'an id of the host that is in use, and a token of another transport, are refused; the call under way goes on',
      async run({ open, server, assert }) {
        const { transport, request } = await open()
        await server.script(onCall({ barrier: 'held' }, { pass: true }))
        const call = request('tools/call', { name: 'echo', arguments: { text: 'first' } })
        await server.reached('held')
        await assert.rejects(transport.send({ jsonrpc: '2.0', id: 1, method: 'ping' }), {
          code: 'transport',
          delivery: 'not-executed',
          message: 'send: the request 1 is not answered yet',
        })
        await assert.rejects(request('tools/call', { name: 'echo' }, { resumptionToken: '42_7' }), {
          code: 'transport',
          delivery: 'not-executed',
          message: 'send: the resumption token is not one of this transport',
        })
        await server.release('held')
        assert.equal(textOf(await call), 'first')
      },
    },
    ['2025-11-25'],
  ),
  {
    name: 'a host that offers another revision is answered in one that it can accept',
    async run({ server, assert }) {
      const answers: unknown[] = []
      for (const version of ['2025-11-25', '2025-03-26', '2024-11-05', '2027-01-01', '2025-08-01', '2024-10-07']) {
        const transport = fetchTransport(server.url, { eraCache: new Map() })
        const { initialized } = await openHost(transport, { version })
        answers.push(initialized.protocolVersion)
        await transport.close()
      }
      assert.equal(answers, ['2025-11-25', '2025-03-26', '2024-11-05', '2025-11-25', '2025-06-18', '2024-11-05'])
      const transport = fetchTransport(server.url, { eraCache: new Map() })
      transport.setSupportedProtocolVersions(['2026-07-28', '2025-06-18'])
      const { initialized } = await openHost(transport, { version: '2026-07-28' })
      assert.equal(initialized.protocolVersion, '2025-06-18')
      await transport.close()
    },
  },
  ...onEveryServer({
    name: 'a host that declares capabilities of servers, or of tasks, is connected, and its experimental ones are declared',
    async run({ open, server, assert }) {
      const wrong = { tools: {}, resources: {}, prompts: {}, logging: {}, completion: {}, tasks: { list: {} } }
      const experimental = { 'example.com/canvas': { version: 2 } }
      const { request } = await open({ capabilities: { ...wrong, experimental } })
      assert.equal(textOf(await request('tools/call', { name: 'echo', arguments: { text: 'on' } })), 'on')
      const texts = (await server.journal()).map(({ body }) => JSON.stringify(body ?? ''))
      assert(
        texts.some(
          (text) => text.includes('"capabilities":{"experimental":') || text.includes('Capabilities":{"experimental":'),
        ),
        'declared',
      )
    },
  }),
  ...onEveryServer({
    name: 'a host that skips the handshake is connected at its first request',
    async run({ createTransport, assert }) {
      const transport = createTransport()
      const { request } = attachHost(transport)
      await transport.start()
      assert.equal(textOf(await request('tools/call', { name: 'echo', arguments: { text: 'at once' } })), 'at once')
    },
  }),
  ...onEveryServer(
    {
      name: 'a host whose first attempt to initialize failed may try again',
      async run({ createTransport, server, assert }) {
        const transport = createTransport()
        const host = attachHost(transport)
        await transport.start()
        const initialize = () => host.request('initialize', { protocolVersion: '2025-11-25', capabilities: {} })
        await server.script({ on: {}, nth: 1, do: [{ respond: { status: 401 } }] })
        await assert.rejects(initialize(), { code: 'connect', status: 401, delivery: 'not-executed' })
        assert.equal(host.errors.length, 1)
        await server.script()
        assert.equal((await initialize()).protocolVersion, '2025-11-25')
      },
    },
    ['2026-07-28', '2025-11-25'],
  ),
]
