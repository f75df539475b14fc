/** HTTP+SSE: a stream that breaks rejects its calls, and a new one begins with a handshake. */
import type { Client, WireEvent } from '../../../src/core/index.ts'
import type { JournalEntry } from '../../../src/testing/index.ts'
import type { Scenario, World } from '../scenario.ts'
import { become } from '../steps/become.ts'
import { textContent } from '../steps/content.ts'

const isStream = ({ path }: JournalEntry) => path === '/sse'

const isCall = ({ rpcMethod }: JournalEntry) => rpcMethod === 'tools/call'

const HANDSHAKE = ['GET', 'initialize', 'notifications/initialized']

/** The statuses of the connection, in order, without repetitions. */
function follow(client: Client): string[] {
  const statuses: string[] = []
  client.subscribe(() => {
    const { status } = client.connection
    if (status !== statuses.at(-1)) statuses.push(status)
  })
  return statuses
}

function sessionsOf(journal: readonly JournalEntry[]): (string | null)[] {
  const posts = journal.filter(({ httpMethod }) => httpMethod === 'POST')
  return posts.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('session_id'))
}

/** A call that the server has accepted and will not answer. */
async function callForEver({ server }: World, client: Client): Promise<{ ended: Promise<unknown> }> {
  const ended = client.callTool('slow', { ms: 60_000 }).catch((error: unknown) => error)
  await server.until((entries) => entries.some((entry) => isCall(entry) && entry.status !== undefined))
  return { ended }
}

export const reconnect: Scenario[] = [
  {
    name: 'a stream that ends rejects its calls at once, and after retry the next one starts with a handshake',
    ids: ['L-07', 'protocol:T-9'],
    async run(world) {
      const { connect, server, assert } = world
      await server.configure({ sse: { retry: 100 } })
      const events: WireEvent[] = []
      const client = await connect({ url: server.sseUrl, onEvent: (event) => events.push(event) })
      const statuses = follow(client)
      const { ended } = await callForEver(world, client)
      const statusAtEnd = ended.then(() => client.connection.status)
      await server.act({ closeStreams: 'sse' })
      assert.match(await ended, { code: 'connection', delivery: 'unknown', message: /tools\/call/ })
      assert.equal(await statusAtEnd, 'reconnecting')
      await become(client, 'connected')
      assert.equal((await client.callTool('echo', { text: 'again' })).content, textContent('again'))
      assert.equal(await server.methods(), [...HANDSHAKE, 'tools/call', ...HANDSHAKE, 'tools/call'])
      const journal = await server.journal()
      const [first, second] = journal.filter(isStream)
      const waited = (second?.receivedAt ?? 0) - (first?.endedAt ?? 0)
      assert(waited >= 95, `not earlier than retry, got ${waited} ms`)
      const [a, b, c, x, y, z] = sessionsOf(journal)
      assert(a === b && b === c && x === y && y === z && a !== x, 'each handshake and its calls use one session')
      assert.equal(statuses, ['reconnecting', 'connected'])
      assert.equal(events.filter(({ type }) => type === 'session-replaced').length, 1)
      assert.match(
        events.find(({ type }) => type === 'reconnect'),
        { attempt: 1, delay: 100 },
      )
    },
  },
  {
    name: 'a connection that breaks is treated like a stream that ends',
    ids: ['L-07'],
    async run(world) {
      const { connect, server, assert } = world
      await server.configure({ sse: { retry: 20 } })
      await server.script({ on: { path: '/sse' }, nth: 1, do: [{ pass: true }, { barrier: 'break' }, { fault: true }] })
      const client = await connect({ url: server.sseUrl })
      const { ended } = await callForEver(world, client)
      await server.release('break')
      assert.match(await ended, { code: 'connection', delivery: 'unknown' })
      await become(client, 'connected')
      assert.equal((await client.callTool('echo', { text: 'again' })).content, textContent('again'))
    },
  },
  {
    name: 'a call made while the stream is being replaced waits for it',
    ids: ['L-07'],
    async run(world) {
      const { connect, server, assert } = world
      await server.configure({ sse: { retry: 20 } })
      await server.script({ on: { path: '/sse' }, nth: 2, do: [{ barrier: 'second' }, { pass: true }] })
      const client = await connect({ url: server.sseUrl })
      await server.act({ closeStreams: 'sse' })
      await become(client, 'reconnecting')
      const call = client.callTool('echo', { text: 'patient' })
      const impatient = assert.rejects(client.callTool('echo', { text: 'x' }, { timeout: 60 }), { code: 'timeout' })
      await server.reached('second')
      await impatient
      await server.release('second')
      assert.equal((await call).content, textContent('patient'))
      assert.equal(await server.methods(), [...HANDSHAKE, ...HANDSHAKE, 'tools/call'])
    },
  },
  {
    name: 'with reconnecting turned off the end is reported once, and later calls reject at once',
    ids: ['L-08'],
    async run(world) {
      const { connect, server, ledger, assert } = world
      const account = ledger()
      const client = await connect({ url: server.sseUrl, reconnect: { maxAttempts: 0 }, fetch: account.fetch })
      const statuses = follow(client)
      const { ended } = await callForEver(world, client)
      await server.act({ closeStreams: 'sse' })
      assert.match(await ended, { code: 'connection', delivery: 'unknown' })
      await become(client, 'failed')
      const before = await server.methods()
      await assert.rejects(client.callTool('echo', { text: 'x' }), {
        code: /^(connection|session-lost)$/,
        delivery: 'not-executed',
      })
      assert.equal(await server.methods(), before)
      assert.equal(before, [...HANDSHAKE, 'tools/call'])
      assert.equal(statuses, ['failed'])
      await account.settled()
    },
  },
  {
    name: 'a session that expires while its stream is open is replaced, and the refused calls are sent again once',
    ids: ['L-10'],
    async run({ connect, server, ledger, assert }) {
      await server.configure({ sse: { retry: 20 } })
      const account = ledger()
      const client = await connect({ url: server.sseUrl, fetch: account.fetch })
      await server.act({ expireSessions: true })
      const texts = ['a', 'b', 'c']
      const results = await Promise.all(texts.map((value) => client.callTool('echo', { text: value })))
      assert.equal(
        results.map(({ content }) => content),
        texts.map((value) => textContent(value)),
      )
      const methods = await server.methods()
      assert.equal(methods.filter((method) => method === 'initialize').length, 2)
      assert.equal(methods.filter((method) => method === 'GET').length, 2)
      assert.equal(methods.filter((method) => method === 'tools/call').length, 6)
      await server.until((entries) => entries.find(isStream)?.ended === 'client-left')
      await client.close()
      await account.settled()
    },
  },
  {
    name: 'when the server cuts the stream, messages that arrived are delivered in order, the call rejects and the client reconnects',
    ids: ['L-11'],
    async run({ connect, server, assert }) {
      await server.configure({ sse: { cutAfterRapid: 10, retry: 20 } })
      const client = await connect({ url: server.sseUrl })
      const seen: number[] = []
      await assert.rejects(
        client.callTool('count', { to: 100, every: 2 }, { onProgress: ({ progress }) => seen.push(progress) }),
        { code: 'connection', delivery: 'unknown' },
      )
      const stream = (await server.journal()).find(isStream)
      // All events but the endpoint and the answer to the handshake.
      assert.equal(seen.length, (stream?.events ?? 0) - 2)
      assert.equal(
        seen,
        seen.map((_, index) => index + 1),
      )
      await become(client, 'connected')
      assert.equal((await client.callTool('echo', { text: 'back' })).content, textContent('back'))
    },
  },
]
