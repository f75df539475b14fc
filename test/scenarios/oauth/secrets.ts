/** Servers that repeat what they were sent: no secret is in an error, and `auth.fetch.redact` removes them from other texts. */
import type { Fetch } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { textsOf } from '../steps/all-texts.ts'
import { authorize, CALLBACK, outcomeOf, protectAndSignIn, requestsTo, visitor } from '../steps/protected-server.ts'

const CLIENT = { id: 'known', secret: "secret given+/=~!'()" }

/** Answers requests to this path with an error that repeats their headers and their form, plain and decoded. */
function createEchoingFetch(path: string, isOn: () => boolean = () => true): Fetch {
  return async (url, init) => {
    if (new URL(url).pathname !== path || !isOn()) return fetch(url, init)
    const sent = [init.body, [...new URLSearchParams(init.body)].join(' '), JSON.stringify(init.headers)].join(' | ')
    const body = JSON.stringify({ error: 'invalid_request', error_description: sent })
    return new Response(body, { status: 400, headers: { 'content-type': 'application/json' } })
  }
}

const textOf = ({ message, stack, cause, server }: Record<string, unknown>) =>
  JSON.stringify([message, stack, String(cause), server])

export const secrets: Scenario[] = [
  {
    name: 'a token endpoint that repeats a code exchange puts no code, verifier or client secret into the error',
    ids: ['auth:S-42', 'auth:A-66'],
    async run(world) {
      const { assert } = world
      for (const method of ['client_secret_basic', 'client_secret_post']) {
        const server = await world.origin()
        const client = { issuer: new URL(server.url).origin, ...CLIENT }
        const fields = { token_endpoint_auth_methods_supported: [method] }
        await server.configure({ oauth: { clients: [{ ...CLIENT, redirectUris: [CALLBACK] }], server: { fields } } })
        const sent: string[] = []
        const echo = createEchoingFetch('/oauth/token')
        const { auth } = authorize(world, server, {
          client,
          fetch: (url, init) => {
            for (const [name, value] of new URLSearchParams(init.body)) if (/code/.test(name)) sent.push(value)
            return echo(url, init)
          },
        })
        const error = await assert.rejects(auth.signIn(visitor), { code: 'auth', reason: 'token-refused' })
        const { description } = error.server as { description: string }
        assert(description.includes('grant_type=authorization_code'), 'the rest of the text is kept')
        assert.equal(sent.length, 2, 'code and verifier')
        const basic = btoa(`known:${encodeURIComponent(CLIENT.secret).replaceAll('%20', '+')}`)
        const form = `${new URLSearchParams({ v: CLIENT.secret })}`.slice(2)
        for (const secret of [...sent, CLIENT.secret, encodeURIComponent(CLIENT.secret), form, basic]) {
          assert(!textOf(error).includes(secret), `${method}: ${secret} is in ${textOf(error)}`)
        }
      }
    },
  },
  {
    name: 'a token endpoint that repeats a refresh puts no refresh token into errors and events',
    ids: ['auth:S-42', 'auth:A-66'],
    async run(world) {
      const { assert } = world
      let isOn = false
      const echo = createEchoingFetch('/oauth/token', () => isOn)
      const sent: string[] = []
      const { auth, connect, events, server } = await protectAndSignIn(
        world,
        {},
        {
          fetch: (url, init) => {
            sent.push(new URLSearchParams(init.body).get('refresh_token') ?? '')
            return echo(url, init)
          },
        },
      )
      const client = await connect()
      await server.act({ expireTokens: true })
      isOn = true
      const error = await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'authorization-required' })
      const [refreshToken] = sent.filter(Boolean)
      const warning = events.find((event) => event.type === 'warning') as
        | { error?: Record<string, unknown> }
        | undefined
      const text = [textOf(error), JSON.stringify([auth.status, events]), textOf(warning?.error ?? {})].join()
      assert(text.includes('grant_type=refresh_token'), `the words of the server are in an event: ${text}`)
      assert(!text.includes(refreshToken!), text)
      isOn = false
      await auth.signIn(visitor)
      await client.callTool('echo', { text: 'x' })
    },
  },
  {
    name: 'redact removes the current and former tokens and the client secret from a text',
    ids: ['auth:S-42', 'auth:A-66'],
    async run(world) {
      const { assert } = world
      const { auth, connect, server } = await protectAndSignIn(world)
      const client = await connect()
      await client.callTool('echo', { text: 'x' })
      await server.act({ expireTokens: true })
      await client.callTool('echo', { text: 'x' })
      const sent = requestsTo(await server.journal(), '/mcp').flatMap(({ headers }) => headers.authorization ?? [])
      const tokens = [...new Set(sent)].map((value) => value.replace('Bearer ', ''))
      assert.equal(tokens.length, 2)
      for (const token of tokens) assert.equal(auth.fetch.redact(`<p>${token}</p>`), '<p>[redacted]</p>')
      assert.equal(auth.fetch.redact('nothing secret'), 'nothing secret')
      await auth.signOut()
      assert.equal(auth.fetch.redact(tokens.join()), '[redacted],[redacted]', 'also after signing out')
    },
  },
  {
    name: 'an MCP server that repeats the token in a page, an error, a header or a redirect puts it into no error',
    ids: ['auth:S-42', 'auth:A-66'],
    async run(world) {
      const { assert } = world
      let answer: ((authorization: string) => Response) | undefined
      const { auth, connect, events } = await protectAndSignIn(
        world,
        {},
        { fetch: async (url, init) => answer?.(init.headers.authorization ?? '') ?? fetch(url, init) },
      )
      const client = await connect()
      let token = ''
      const headers = { 'content-type': 'application/json' }
      const faults: ((words: string) => Response)[] = [
        (words) => new Response(`<h1>Debug</h1> ${words}`, { status: 500, headers: { 'content-type': 'text/html' } }),
        (words) =>
          new Response(`{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"${words}"}}`, { status: 400, headers }),
        (words) => new Response(`{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"${words}"}}`, { headers }),
        (words) =>
          new Response(`data: {"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"${words}"}}\n\n`, {
            headers: { 'content-type': 'text/event-stream' },
          }),
        (words) => new Response('x', { headers: { 'content-type': `text/${words}` } }),
        (words) => new Response(null, { status: 307, headers: { location: `https://elsewhere.example/${words}` } }),
        (words) => new Response(null, { status: 302, headers: { location: `/${words.split(' ')[1]}` } }),
        (words) => new Response(words, { status: 403, headers: { 'www-authenticate': `Other realm="${words}"` } }),
        (words) =>
          new Response(null, {
            status: 403,
            headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${words.replaceAll(' ', '-')}"` },
          }),
      ]
      for (const fault of faults) {
        answer = (authorization) => {
          token = authorization.replace('Bearer ', '')
          return fault(authorization)
        }
        const error = await assert.rejects(client.callTool('echo', { text: 'x' }), { name: /Error/ })
        // Without `headers`, which are those of the response as they are.
        const text = textsOf(error).join()
        assert(token.length > 6 && !text.includes(token), text)
        assert(!JSON.stringify([events, auth.status]).includes(token), 'nor into an event or the status')
      }
      answer = undefined
      await client.callTool('echo', { text: 'x' })
    },
  },
  {
    name: 'a key in the query of the address is in no message about metadata',
    ids: ['auth:S-42'],
    async run(world) {
      const { assert } = world
      const server = await world.origin()
      await server.configure({ oauth: { challenge: 'none', resource: { fields: { resource: null } } } })
      const { auth } = authorize(world, server, { server: `${server.url}?key=secret-key` })
      const text = await outcomeOf(() => auth.signIn(visitor))
      assert(text.includes('has no metadata'), text)
      assert(!text.includes('secret-key'), text)
    },
  },
]
