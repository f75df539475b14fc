/** HTTP+SSE: one stream for everything that the server says, and a POST for each message to it. */
import type { WireEvent } from '../../src/core/index.ts'
import type { Scenario } from './scenario.ts'

const text = (value: string) => [{ type: 'text', text: value }]

export const httpSse: Scenario[] = [
  {
    name: 'T-1 T-2 T-10 a path that ends in sse is opened with GET, and the handshake follows the endpoint',
    async run({ connect, server, assert }) {
      const client = await connect({ url: server.sseUrl })
      assert.equal(await server.methods(), ['GET', 'initialize', 'notifications/initialized'])
      const journal = (await server.journal()).filter(({ http }) => http !== 'OPTIONS')
      assert.equal(journal[0]?.headers.accept, 'text/event-stream')
      assert(
        journal.every(({ headers }) => headers['mcp-session-id'] === undefined),
        'this transport has no session header',
      )
      assert.equal(journal[1]?.headers['mcp-protocol-version'], undefined)
      assert.match(client.connection, {
        transport: 'sse',
        era: 'legacy',
        requested: 'auto',
        fellBack: false,
        status: 'connected',
      })
      assert(client.server.info?.name, 'the server has a name')
    },
  },
  {
    name: 'T-2 nothing is posted before the endpoint is known',
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
      assert((await rejection) === (reason as unknown), 'the reason itself')
      await server.release('endpoint')
      await server.until((entries) => entries.some(({ path, ended }) => path === '/sse' && ended === 'client-left'))
      assert.equal(await server.methods(), ['GET'])
    },
  },
  {
    name: 'F-14 with transport sse the first request is a GET, and the URL gets no POST at all',
    async run({ connect, server, assert }) {
      await server.configure({ get: 'sse' })
      const client = await connect({ transport: 'sse' })
      assert.equal((await client.callTool('echo', { text: 'pinned' })).content, text('pinned'))
      const journal = (await server.journal()).filter(({ http }) => http !== 'OPTIONS')
      assert.equal(
        journal.map(({ http, path }) => `${http} ${path.split('?')[0]}`),
        ['GET /mcp', 'POST /message', 'POST /message', 'POST /message'],
      )
      assert.match(client.connection, { transport: 'sse', requested: 'sse', fellBack: false })
    },
  },
  {
    name: 'F-17 both legs carry the headers of the caller, asked for anew each time, also after a fallback',
    async run({ connect, server, assert }) {
      await server.configure({ get: 'sse' })
      await server.script({ on: { http: 'POST', path: '/mcp' }, do: [{ respond: { status: 405 } }] })
      let count = 0
      const client = await connect({
        versions: ['2025-11-25', '2024-11-05'],
        headers: async () => ({ authorization: `Bearer ${++count}` }),
      })
      await client.callTool('echo', { text: 'mine' })
      const journal = (await server.journal()).filter(({ http }) => http !== 'OPTIONS')
      assert.equal(
        journal.map(({ http, path, headers }) => [http, path.split('?')[0], headers.authorization]),
        [
          ['POST', '/mcp', 'Bearer 1'],
          ['GET', '/mcp', 'Bearer 2'],
          ['POST', '/message', 'Bearer 3'],
          ['POST', '/message', 'Bearer 4'],
          ['POST', '/message', 'Bearer 5'],
        ],
      )
      assert.match(client.connection, { transport: 'sse', requested: 'auto', fellBack: true })
    },
  },
  {
    name: 'L-01 CRLF, retry in every frame, an absolute endpoint and keepalive frames need no remark',
    async run({ connect, server, assert }) {
      await server.configure({ sse: { ibm: true, keepalive: 20 } })
      const remarks: WireEvent[] = []
      const client = await connect({ url: server.sseUrl, onEvent: (event) => isRemark(event) && remarks.push(event) })
      assert.equal((await client.callTool('echo', { text: 'ibm' })).content, text('ibm'))
      const heard = (await server.journal()).find(({ path }) => path === '/sse')?.events ?? 0
      await server.until((entries) => (entries.find(({ path }) => path === '/sse')?.events ?? 0) > heard + 3)
      assert.equal((await client.callTool('echo', { text: 'still' })).content, text('still'))
      assert.equal(remarks, [])
      assert.equal((await server.methods()).filter((method) => method === 'GET').length, 1)
    },
  },
  {
    name: 'L-02 empty messages, comments, keepalive frames and unknown events are passed over',
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
      assert.equal((await client.callTool('echo', { text: 'quiet' })).content, text('quiet'))
      assert.equal(remarks, [])
      assert.equal((await server.methods()).filter((method) => method === 'GET').length, 1)
    },
  },
  {
    name: 'T-6 whatever 2xx a POST is answered with, the answer is the one on the stream',
    async run({ connect, server, assert }) {
      const client = await connect({ url: server.sseUrl })
      for (const postStatus of [200, 202, 204]) {
        await server.configure({ sse: { postStatus } })
        const result = await client.callTool('echo', { text: `${postStatus}` })
        assert.equal(result.content, text(`${postStatus}`))
      }
    },
  },
  {
    name: 'an answer that overtakes the head of its POST is the answer, and what the POST says later harms nobody',
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
      assert.equal((await client.callTool('echo', { text: 'first' })).content, text('first'))
      letGo(new Response('too late', { status: 500 }))
      assert.equal((await client.callTool('echo', { text: 'second' })).content, text('second'))
      assert.equal(client.connection.status, 'connected')
    },
  },
  {
    name: 'calls that share the stream get their own answers and their own progress, all of it before the answer',
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
        lengths.map((to) => [text(`counted to ${to}`), Array.from({ length: to }, (_, index) => index + 1)]),
      )
    },
  },
]

/** What somebody who watches would be worried by. */
function isRemark({ type }: WireEvent): boolean {
  return ['warning', 'quarantined', 'reconnect'].includes(type)
}
