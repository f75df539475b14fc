/** HTTP+SSE: the endpoint event, and which endpoints are accepted. */
import type { ConnectOptions } from '../../../src/core/index.ts'
import type { JournalEntry } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'

/** A made-up origin; requests to it are sent to the mock server. */
const GATEWAY = 'http://gateway.example'

const posts = (journal: readonly JournalEntry[]) => journal.filter(({ httpMethod }) => httpMethod === 'POST')

const hasLeft = (journal: readonly JournalEntry[]) =>
  journal.some(({ httpMethod, ended }) => httpMethod === 'GET' && ended)

const sessionIdOf = ({ path }: JournalEntry) => new URLSearchParams(path.split('?')[1]).get('session_id')

/** A fetch that changes the text of the stream. */
function rewriting(change: (text: string) => string): NonNullable<ConnectOptions['fetch']> {
  return async (url, init) => {
    const response = await fetch(url, init)
    if (init.method !== 'GET' || !response.body) return response
    const [decoder, encoder] = [new TextDecoder(), new TextEncoder()]
    const body = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, out) => out.enqueue(encoder.encode(change(decoder.decode(chunk)))),
      }),
    )
    return new Response(body, response)
  }
}

/** Reaches the mock server under the name of the gateway. */
function throughGateway(origin: string): NonNullable<ConnectOptions['fetch']> {
  return (url, init) => fetch(url.replace(GATEWAY, origin), init)
}

export const endpoint: Scenario[] = [
  {
    name: 'messages are sent to the relative or absolute endpoint, and its query is kept',
    ids: ['L-03', 'protocol:T-3', 'protocol:T-5'],
    async run({ connect, server, assert }) {
      for (const endpoint of ['relative', 'absolute'] as const) {
        await server.configure({ sse: { endpoint } })
        const client = await connect({ url: server.sseUrl })
        assert.equal((await client.callTool('echo', { text: endpoint })).content, [{ type: 'text', text: endpoint }])
        await client.close()
      }
      const sent = posts(await server.journal())
      assert.equal(sent.length, 6)
      assert(
        sent.every(({ path }) => /^\/message\?session_id=[A-Za-z0-9_-]+$/.test(path)),
        `the query is kept in ${sent.map(({ path }) => path)}`,
      )
      assert.equal(new Set(sent.map(sessionIdOf)).size, 2)
    },
  },
  {
    name: "the endpoint may be relative to the stream's URL in every way that URLs allow",
    ids: ['L-03', 'protocol:T-3'],
    async run({ connect, server, assert }) {
      const { host, pathname } = new URL(server.sseUrl)
      const [folder, realm] = [pathname.replace(/sse$/, ''), pathname.split('/').at(-2)]
      for (const [base, query] of [
        ['', ''],
        ['./', '&more=a%20b%2Fc'],
        [`../${realm}/`, '&more=1&more=2'],
        [`//${host}${folder}`, ''],
      ] as const) {
        const client = await connect({
          url: `${server.sseUrl}?key=of-the-stream`,
          fetch: rewriting((text) => text.replace(/data: \S+?(message\?\S+)/, `data: ${base}$1${query}`)),
        })
        await client.callTool('echo', { text: base })
        await client.close()
        const last = posts(await server.journal()).at(-1)
        assert(last?.path.startsWith('/message?session_id='), `got ${last?.path}`)
        assert(last?.path.endsWith(query), `${query} is kept in ${last?.path}`)
        assert(!last?.path.includes('of-the-stream'), 'the query of the stream is not that of the endpoint')
      }
    },
  },
  {
    name: 'an endpoint on another origin is refused by name, nothing is posted, and the stream is released',
    ids: ['L-04', 'protocol:T-4'],
    async run({ connect, server, ledger, assert }) {
      const { protocol, hostname, host, port, pathname } = new URL(server.sseUrl)
      const other = `${hostname}:${Number(port) === 9 ? 10 : 9}`
      for (const [url, named] of [
        ['http://evil.example/message?session_id=hidden', 'http://evil.example'],
        ['//evil.example/message?session_id=hidden', 'evil.example'],
        [`${protocol}//${other}${pathname}?session_id=hidden`, other],
        [`https://${host}${pathname}?session_id=hidden`, `https://${host}`],
        ['javascript:alert("hidden")', 'javascript:'],
        ['data:text/plain,hidden', 'data:'],
        ['file:///etc/hidden', 'file:'],
        [`${protocol}//somebody:hidden@${host}${pathname}`, host],
      ] as const) {
        await server.configure({ sse: { endpoint: { url } } })
        const account = ledger()
        const error = await assert.rejects(connect({ url: server.sseUrl, fetch: account.fetch }), {
          code: /^(connect|not-mcp-endpoint)$/,
          delivery: 'not-executed',
        })
        assert.includes(String(error.message), named, `the message for ${url}`)
        assert(!`${error.message} ${JSON.stringify(error)}`.includes('hidden'), `no secret in ${error.message}`)
        await account.settled()
      }
      const journal = await server.until((entries) =>
        entries.every(({ httpMethod, ended }) => httpMethod !== 'GET' || ended === 'client-left'),
      )
      assert.equal(journal.filter(({ httpMethod }) => httpMethod === 'GET').length, 8)
      assert.equal(posts(journal), [])
    },
  },
  {
    name: 'an endpoint that is not a URL is refused, and nothing is posted',
    async run({ connect, server, assert }) {
      for (const url of ['http://', 'http://[::', 'https://a b/']) {
        await server.configure({ sse: { endpoint: { url } } })
        await assert.rejects(connect({ url: server.sseUrl }), {
          code: /^(connect|not-mcp-endpoint)$/,
          delivery: 'not-executed',
          message: /endpoint/,
        })
      }
      assert.equal(posts(await server.until(hasLeft)), [])
    },
  },
  {
    name: 'an endpoint on another origin is used only if allowUrl allows it',
    ids: ['L-04', 'L-05'],
    async run({ connect, server, assert }) {
      const { origin, pathname } = new URL(server.sseUrl)
      await server.configure({ sse: { endpoint: 'absolute' } })
      const options = { url: GATEWAY + pathname, fetch: throughGateway(origin) }
      const asked: unknown[] = []
      const allow =
        (answer: boolean) =>
        (...given: unknown[]) => {
          asked.push(given.map((url) => new URL(String(url)).origin))
          return answer
        }
      const error = await assert.rejects(connect(options), { delivery: 'not-executed' })
      assert.includes(String(error.message), origin)
      await assert.rejects(connect({ ...options, allowUrl: allow(false) }), { delivery: 'not-executed' })
      assert.equal(posts(await server.journal()), [])
      const client = await connect({ ...options, allowUrl: allow(true) })
      assert.equal((await client.callTool('echo', { text: 'allowed' })).content, [{ type: 'text', text: 'allowed' }])
      assert.equal(asked, [[origin], [origin]])
    },
  },
  {
    name: 'allowUrl cannot allow an endpoint that is not http or contains user info',
    ids: ['L-04'],
    async run({ connect, server, assert }) {
      const { protocol, host, pathname } = new URL(server.sseUrl)
      for (const url of ['javascript:alert(1)', 'data:text/plain,x', `${protocol}//user:word@${host}${pathname}`]) {
        await server.configure({ sse: { endpoint: { url } } })
        await assert.rejects(connect({ url: server.sseUrl, allowUrl: () => true }), { delivery: 'not-executed' })
      }
      assert.equal(posts(await server.journal()), [])
    },
  },
  {
    name: 'a stream that fails before its endpoint event fails connecting with a typed error',
    async run({ connect, server, assert }) {
      const failing = async () => {
        const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) })
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
      }
      const connecting = connect({ url: server.sseUrl, transport: 'sse', fetch: failing })
      await assert.rejects(connecting, { code: 'connect', retryable: true })
    },
  },
]
