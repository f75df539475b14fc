/** A server that repeats what it was sent, wherever it can: no secret gets into an error, an event or a warning. */
import type { ConnectOptions, Fetch } from '../../../src/core/index.ts'
import type { Rule, Step } from '../../../src/testing/index.ts'
import type { Scenario, World } from '../scenario.ts'
import { textsOf } from '../steps/all-texts.ts'
import { textContent } from '../steps/content.ts'

const SESSION = 'canary-session-1'
const BEARER = 'canary-bearer/2+x=='
const API_KEY = 'canary-"key"-3'
const QUERY = 'canary query 4'
const WRAPPED = 'canary-wrapped-5'

/** Everything the client sends that is secret, and the forms in which a server may repeat it. */
const SECRETS = [SESSION, BEARER, `Bearer ${BEARER}`, API_KEY, QUERY, encodeURIComponent(QUERY), WRAPPED]

const WORDS = `You sent ${SECRETS.join(' | ')}.`

const error = { code: -32050, message: WORDS, data: { count: 7 } }

const rpcError = { jsonrpc: '2.0', id: null, error }

const respond = (status: number, body: string | object, headers: Record<string, string> = {}): Step[] => [
  { respond: { status, body, headers } },
]

const json = { 'content-type': 'application/json' }

/** The form of the secrets that a header can have. */
const HEADER_WORDS = encodeURI(`${SESSION}/${BEARER}/${WRAPPED}/${encodeURIComponent(QUERY)}`)

/** Where a server can repeat them in answer to a call. */
const PLACES: Record<string, Step[]> = {
  'the text of an error page': respond(500, WORDS),
  'a JSON body that is no JSON-RPC': respond(403, { detail: WORDS, list: [WORDS] }),
  'a JSON-RPC error with an error status': respond(400, rpcError),
  'a JSON-RPC error in a 200': respond(200, rpcError, json),
  'a JSON-RPC error on a stream': [{ stream: {} }, { answerError: error }],
  'the content type': respond(200, 'x', { 'content-type': `text/${HEADER_WORDS}` }),
  'the content type of an error': respond(500, 'x', { 'content-type': `text/${HEADER_WORDS}`, 'x-any': HEADER_WORDS }),
  'a challenge': respond(403, 'x', { 'www-authenticate': `Bearer error_description="${HEADER_WORDS}"` }),
  'the challenge of a JSON-RPC error': respond(403, rpcError, { 'www-authenticate': `Bearer realm="${HEADER_WORDS}"` }),
  'a redirect within the origin': respond(302, 'x', { location: `/${HEADER_WORDS}?${HEADER_WORDS}` }),
  'a redirect elsewhere': respond(307, WORDS, { location: `https://elsewhere.example/${HEADER_WORDS}` }),
  'a body that is not JSON': respond(200, WORDS, json),
  'messages that are ignored': [
    { stream: {} },
    { event: { data: WORDS } },
    { event: { data: { words: WORDS } } },
    { event: { event: WORDS, id: SESSION, data: 'x' } },
    { answerWithId: WORDS, result: { words: WORDS } },
    { close: true },
  ],
  'log messages and notifications': [
    { stream: {} },
    { notify: { method: 'notifications/message', params: { level: 'info', logger: WORDS, data: { words: WORDS } } } },
    { notify: { method: 'notifications/own', params: { words: WORDS } } },
    { answerError: error },
  ],
}

/** Collects all that a caller gets to see. */
function watch(): { seen: unknown[]; options: ConnectOptions; url(url: string): string } {
  const seen: unknown[] = []
  const wrapped: Fetch = (url, init) => fetch(url, { ...init, headers: { ...init.headers, 'x-wrapped': WRAPPED } })
  wrapped.redact = (text) => text.replaceAll(WRAPPED, '[token]')
  const options: ConnectOptions = {
    fetch: wrapped,
    headers: { authorization: `Bearer ${BEARER}`, 'x-api-key': API_KEY },
    onEvent: (event) => seen.push(event),
    reconnect: { maxAttempts: 0 },
  }
  return { seen, options, url: (url) => `${url}?key=${encodeURIComponent(QUERY)}` }
}

function checkNoSecret({ assert }: World, seen: unknown[], what: string, hasSession = true): void {
  for (const text of seen.flatMap((value) => textsOf(value))) {
    const leak = SECRETS.find((secret) => text.includes(secret) && (secret !== SESSION || hasSession))
    assert(leak === undefined, `${leak} in ${text.slice(0, 300)} after ${what}`)
  }
}

export const repeatedSecrets: Scenario[] = [
  ...Object.entries(PLACES).map(
    ([place, steps]): Scenario => ({
      name: `secrets that the server repeats are shown nowhere: in ${place}`,
      ids: ['auth:S-42'],
      async run(world) {
        const { connect, server, assert } = world
        await server.configure({ session: { issue: SESSION } })
        const { seen, options, url } = watch()
        const client = await connect({ ...options, url: url(server.url) })
        await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: steps })
        const failed = await assert.rejects(client.callTool('echo', { text: 'x' }), {})
        checkNoSecret(world, [...seen, failed, client.connection], place)
        if ('rpcCode' in failed) {
          assert.match(failed, { rpcMessage: /^You sent \[redacted\].*\[token\]\.$/ })
          assert.equal((failed.data as { count: number }).count, 7)
        }
        assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
      },
    }),
  ),
  {
    name: 'secrets that the server repeats are shown nowhere: over HTTP+SSE',
    ids: ['auth:S-42'],
    async run(world) {
      const { connect, server, assert } = world
      const { seen, options, url } = watch()
      await server.script({
        on: { path: '/sse' },
        do: [{ pass: true }, { barrier: 'called' }, { event: { data: WORDS } }, { event: { data: rpcError } }],
      })
      const client = await connect({ ...options, url: url(server.sseUrl), transport: 'sse', keepAlive: false })
      const rejection = assert.rejects(client.callTool('slow', { ms: 60_000 }), { code: 'rpc' })
      await server.until((entries) => entries.some(({ rpcMethod, status }) => rpcMethod === 'tools/call' && status))
      await server.release('called')
      checkNoSecret(world, [...seen, await rejection], 'an error on the shared stream', false)
    },
  },
  {
    name: 'secrets that the server repeats are shown nowhere: while connecting',
    ids: ['auth:S-42'],
    async run(world) {
      const { connect, server, assert } = world
      const initialize = (...steps: Step[]): Rule => ({ on: { rpcMethod: 'initialize' }, do: steps })
      const protocolVersion = BEARER
      const cases: [string, Rule][] = [
        ['a refusal', initialize(...respond(400, WORDS))],
        ['a challenge', initialize(...respond(401, WORDS, { 'www-authenticate': `Bearer realm="${HEADER_WORDS}"` }))],
        ['a redirect', initialize(...respond(307, WORDS, { location: `https://elsewhere.example/${HEADER_WORDS}` }))],
        [
          'a version',
          initialize({ answerJson: { protocolVersion, capabilities: {}, serverInfo: { name: 'x', version: '1' } } }),
        ],
        ['an error', initialize(...respond(200, rpcError, json))],
        [
          'an endpoint event',
          { on: { httpMethod: 'GET' }, do: [{ stream: {} }, { event: { event: BEARER, data: WORDS } }] },
        ],
      ]
      for (const [what, rule] of cases) {
        const { seen, options, url } = watch()
        await server.script(rule)
        const transport = what === 'an endpoint event' ? 'sse' : 'streamable-http'
        const failed = await assert.rejects(connect({ ...options, url: url(server.url), transport }))
        checkNoSecret(world, [...seen, failed], what, false)
      }
    },
  },
  {
    name: 'what a tool returns is not redacted, since it belongs to the application',
    async run({ connect, server, assert }) {
      const { options, url } = watch()
      const client = await connect({ ...options, url: url(server.url) })
      assert.equal((await client.callTool('echo', { text: WORDS })).content, textContent(WORDS))
    },
  },
]
