/** HTTP+SSE: one stream for all messages of the server, and a POST for each message to it. */
import type { WireEvent } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'

export const connection: Scenario[] = [
  {
    name: 'a path that ends in sse is opened with GET, and the handshake follows the endpoint event',
    ids: ['protocol:T-1', 'protocol:T-2', 'protocol:T-10'],
    async run({ connect, server, assert }) {
      const client = await connect({ url: server.sseUrl })
      assert.equal(await server.methods(), ['GET', 'initialize', 'notifications/initialized'])
      const journal = (await server.journal()).filter(({ httpMethod }) => httpMethod !== 'OPTIONS')
      assert.equal(journal[0]?.headers.accept, 'text/event-stream')
      assert(
        journal.every(({ headers }) => headers['mcp-session-id'] === undefined),
        'this transport has no session header',
      )
      assert.equal(journal[1]?.headers['mcp-protocol-version'], undefined)
      assert.match(client.connection, {
        transport: 'sse',
        era: 'legacy',
        requestedTransport: 'auto',
        fellBack: false,
        status: 'connected',
      })
      assert(client.server.info?.name, 'the server has a name')
    },
  },
  {
    name: 'a server that negotiates 2025-06-18 or later over HTTP+SSE gets the version header, others do not',
    ids: ['protocol:T-2'],
    async run({ connect, server, assert }) {
      for (const [version, expected] of [
        ['2025-11-25', '2025-11-25'],
        ['2025-06-18', '2025-06-18'],
        ['2025-03-26', undefined],
        ['2024-11-05', undefined],
      ] as const) {
        const before = (await server.journal()).length
        const client = await connect({ url: server.sseUrl, versions: [version] })
        await client.callTool('echo', { text: version })
        const posts = (await server.journal()).slice(before).filter(({ httpMethod }) => httpMethod === 'POST')
        assert.equal(
          posts.map(({ headers }) => headers['mcp-protocol-version']),
          [undefined, expected, expected],
        )
        await client.close()
      }
    },
  },
  {
    name: 'nothing is posted before the endpoint event',
    ids: ['protocol:T-2'],
    async run({ connect, server, assert }) {
      await server.script({
        on: { path: '/sse' },
        do: [{ stream: {} }, { comment: 'soon' }, { barrier: 'endpoint' }, { hold: 'forever' }],
      })
      const stop = new AbortController()
      const connecting = connect({ url: server.sseUrl, signal: stop.signal })
      const rejection = assert.rejects(connecting)
      await server.reached('endpoint')
      assert.equal(await server.methods(), ['GET'])
      const reason = new Error('long enough')
      stop.abort(reason)
      assert.same(await rejection, reason, 'the reason itself')
      await server.release('endpoint')
      await server.until((entries) => entries.some(({ path, ended }) => path === '/sse' && ended === 'client-left'))
      assert.equal(await server.methods(), ['GET'])
    },
  },
  {
    name: "transport: 'sse' sends all POSTs to the endpoint and none to the given URL",
    ids: ['F-14'],
    async run({ connect, server, assert }) {
      await server.configure({ get: 'sse' })
      const client = await connect({ transport: 'sse' })
      assert.equal((await client.callTool('echo', { text: 'pinned' })).content, textContent('pinned'))
      const journal = (await server.journal()).filter(({ httpMethod }) => httpMethod !== 'OPTIONS')
      assert.equal(
        journal.map(({ httpMethod, path }) => `${httpMethod} ${path.split('?')[0]}`),
        ['GET /mcp', 'POST /message', 'POST /message', 'POST /message'],
      )
      assert.match(client.connection, { transport: 'sse', requestedTransport: 'sse', fellBack: false })
    },
  },
  {
    name: 'headers() is called for every GET and POST, also after a fallback',
    ids: ['F-17'],
    async run({ connect, server, assert }) {
      await server.configure({ get: 'sse' })
      await server.script({ on: { httpMethod: 'POST', path: '/mcp' }, do: [{ respond: { status: 405 } }] })
      let count = 0
      const client = await connect({
        versions: ['2025-11-25', '2024-11-05'],
        headers: async () => ({ authorization: `Bearer ${++count}` }),
      })
      await client.callTool('echo', { text: 'mine' })
      const journal = (await server.journal()).filter(({ httpMethod }) => httpMethod !== 'OPTIONS')
      assert.equal(
        journal.map(({ httpMethod, path, headers }) => [httpMethod, path.split('?')[0], headers.authorization]),
        [
          ['POST', '/mcp', 'Bearer 1'],
          ['GET', '/mcp', 'Bearer 2'],
          ['POST', '/message', 'Bearer 3'],
          ['POST', '/message', 'Bearer 4'],
          ['POST', '/message', 'Bearer 5'],
        ],
      )
      assert.match(client.connection, { transport: 'sse', requestedTransport: 'auto', fellBack: true })
    },
  },
  {
    name: 'CRLF, retry in every frame, an absolute endpoint and keepalive events cause no warnings',
    ids: ['L-01'],
    async run({ connect, server, assert }) {
      await server.configure({ sse: { ibm: true, keepalive: 20 } })
      const remarks: WireEvent[] = []
      const client = await connect({ url: server.sseUrl, onEvent: (event) => isRemark(event) && remarks.push(event) })
      assert.equal((await client.callTool('echo', { text: 'ibm' })).content, textContent('ibm'))
      const received = (await server.journal()).find(({ path }) => path === '/sse')?.events ?? 0
      await server.until((entries) => (entries.find(({ path }) => path === '/sse')?.events ?? 0) > received + 3)
      assert.equal((await client.callTool('echo', { text: 'still' })).content, textContent('still'))
      assert.equal(remarks, [])
      assert.equal((await server.methods()).filter((method) => method === 'GET').length, 1)
    },
  },
  {
    name: 'empty messages, comments, keepalive events and unknown events are skipped',
    ids: ['L-02'],
    async run({ connect, server, assert }) {
      await server.script({
        on: { path: '/sse' },
        do: [
          { pass: true },
          { comment: 'before everything' },
          { barrier: 'noise' },
          { event: { event: 'message', data: '' } },
          { event: { data: '' } },
          { event: { event: 'message' } },
          { comment: 'alive' },
          { event: { event: 'keepalive', data: '{}' } },
          { event: { event: 'gossip', data: '{"jsonrpc":' } },
          { frame: 'retry: soon\nid\nnonsense\n\n' },
        ],
      })
      const remarks: WireEvent[] = []
      const client = await connect({ url: server.sseUrl, onEvent: (event) => isRemark(event) && remarks.push(event) })
      await server.release('noise')
      await server.until((entries) => entries.some(({ path, events }) => path === '/sse' && events >= 6))
      assert.equal((await client.callTool('echo', { text: 'quiet' })).content, textContent('quiet'))
      assert.equal(remarks, [])
      assert.equal((await server.methods()).filter((method) => method === 'GET').length, 1)
    },
  },
  {
    name: 'whatever 2xx status a POST gets, the answer is the one on the stream',
    ids: ['protocol:T-6'],
    async run({ connect, server, assert }) {
      const client = await connect({ url: server.sseUrl })
      for (const postStatus of [200, 202, 204]) {
        await server.configure({ sse: { postStatus } })
        const result = await client.callTool('echo', { text: `${postStatus}` })
        assert.equal(result.content, textContent(`${postStatus}`))
      }
    },
  },
  {
    name: "an answer that arrives before its POST's response counts, and a late error status of the POST is ignored",
    async run({ connect, server, ledger, assert }) {
      const account = ledger()
      let letGo = (_: Response) => {}
      const late = new Promise<Response>((resolve) => {
        letGo = resolve
      })
      const client = await connect({
        url: server.sseUrl,
        fetch: async (url, init) => {
          const response = await account.fetch(url, init)
          return init.body?.includes('"first"') ? late : response
        },
      })
      assert.equal((await client.callTool('echo', { text: 'first' })).content, textContent('first'))
      letGo(new Response('too late', { status: 500 }))
      assert.equal((await client.callTool('echo', { text: 'second' })).content, textContent('second'))
      assert.equal(client.connection.status, 'connected')
    },
  },
  {
    name: 'calls that share the stream each get their own answer, after all of their own progress',
    async run({ connect, server, assert }) {
      const client = await connect({ url: server.sseUrl })
      const lengths = [1, 7, 30, 100]
      const counted = await Promise.all(
        lengths.map(async (to) => {
          const seen: number[] = []
          const { content } = await client.callTool(
            'count',
            { to },
            { onProgress: ({ progress }) => seen.push(progress) },
          )
          return [content, [...seen]]
        }),
      )
      assert.equal(
        counted,
        lengths.map((to) => [textContent(`counted to ${to}`), Array.from({ length: to }, (_, index) => index + 1)]),
      )
    },
  },
]

/** Events that point to a problem. */
function isRemark({ type }: WireEvent): boolean {
  return ['warning', 'ignored', 'reconnect'].includes(type)
}
