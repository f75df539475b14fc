/** `oauthFrom()`: when it asks for new tokens, with what, and where the tokens go. */
import { expect, test, vi } from 'vitest'
import type { FetchInit } from '../../../src/core/index.ts'
import { type AuthRequest, oauthFrom } from '../../../src/transport/index.ts'

const URL_OF_SERVER = 'https://server.example/mcp'

const init = (): FetchInit => ({
  method: 'POST',
  headers: { accept: 'application/json' },
  signal: new AbortController().signal,
  redirect: 'manual',
  credentials: 'omit',
})

interface World {
  tokens?: { access_token: string; scope?: string } | undefined
  /** The answer to a request with this token. */
  respond(token: string): Response
  auth?: (request: AuthRequest) => string | Promise<string>
}

function create({ tokens: stored, respond, auth = () => 'REDIRECT' }: World) {
  const world = { tokens: stored }
  const sent: { url: string; token: string | undefined }[] = []
  const asked: AuthRequest[] = []
  const authFetch = oauthFrom(
    { tokens: () => world.tokens },
    async (_, request) => {
      asked.push(request)
      return auth(request)
    },
    async (url, { headers }) => {
      sent.push({ url, token: headers.authorization })
      return respond(headers.authorization?.replace('Bearer ', '') ?? '')
    },
  )
  return { authFetch, sent, asked, world }
}

const challenge = (status: number, parameters: string) =>
  new Response('no', { status, headers: { 'www-authenticate': `Bearer ${parameters}` } })

const onlyNew = (token: string) => (token === 'new' ? new Response('yes') : challenge(401, 'realm="x"'))

test('the token of the provider goes with every request, and other headers stay', async () => {
  const { authFetch, sent, asked } = create({ tokens: { access_token: 'new' }, respond: onlyNew })
  expect(await (await authFetch(URL_OF_SERVER, init())).text()).toBe('yes')
  expect(sent).toEqual([{ url: URL_OF_SERVER, token: 'Bearer new' }])
  expect(asked).toEqual([])
  expect(authFetch.redact('a new token')).toBe('a [redacted] token')
})

test('a 401 runs auth() with what the server says, and the request is sent again', async () => {
  const { authFetch, asked, world } = create({
    respond: (token) =>
      token
        ? new Response('yes')
        : challenge(401, 'resource_metadata="https://server.example/.well-known/prm", scope="read write"'),
    auth: () => {
      world.tokens = { access_token: 'new' }
      return 'AUTHORIZED'
    },
  })
  expect((await authFetch(URL_OF_SERVER, init())).status).toBe(200)
  expect(asked).toMatchObject([
    {
      serverUrl: URL_OF_SERVER,
      resourceMetadataUrl: new URL('https://server.example/.well-known/prm'),
      scope: 'read write',
    },
  ])
})

test('requests that are refused at the same time share one flow', async () => {
  const { authFetch, asked, sent, world } = create({
    respond: onlyNew,
    auth: async () => {
      await vi.waitFor(() => expect(sent).toHaveLength(3))
      world.tokens = { access_token: 'new' }
      return 'AUTHORIZED'
    },
  })
  const all = await Promise.all([1, 2, 3].map(() => authFetch(URL_OF_SERVER, init())))
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(asked).toHaveLength(1)
})

test('a user who has to sign in is an UnauthorizedError, and finishAuth() ends that', async () => {
  const { authFetch, asked, world } = create({
    respond: onlyNew,
    auth: (request) => {
      if (!('authorizationCode' in request)) return 'REDIRECT'
      world.tokens = { access_token: 'new' }
      return 'AUTHORIZED'
    },
  })
  await expect(authFetch(URL_OF_SERVER, init())).rejects.toMatchObject({
    name: 'UnauthorizedError',
    code: 'unauthorized',
    delivery: 'not-executed',
  })
  await authFetch.finishAuth({ authorizationCode: 'c', iss: 'https://as.example' })
  expect(asked[1]).toMatchObject({ serverUrl: URL_OF_SERVER, authorizationCode: 'c', iss: 'https://as.example' })
  expect((await authFetch(URL_OF_SERVER, init())).status).toBe(200)
})

test('finishAuth() before any request needs the server', async () => {
  const { authFetch, asked } = create({ respond: onlyNew, auth: () => 'AUTHORIZED' })
  await expect(authFetch.finishAuth({ authorizationCode: 'c' })).rejects.toMatchObject({
    code: 'transport',
    message: 'finishAuth: nothing was requested yet, so serverUrl is needed',
  })
  await authFetch.finishAuth({ authorizationCode: 'c', serverUrl: URL_OF_SERVER })
  expect(asked).toMatchObject([{ serverUrl: URL_OF_SERVER, authorizationCode: 'c' }])
})

test('a lacking scope is asked for together with those that were granted', async () => {
  const { authFetch, asked, world } = create({
    tokens: { access_token: 'old', scope: 'read' },
    respond: (token) =>
      token === 'new' ? new Response('yes') : challenge(403, 'error="insufficient_scope", scope="write"'),
    auth: () => {
      world.tokens = { access_token: 'new' }
      return 'AUTHORIZED'
    },
  })
  expect((await authFetch(URL_OF_SERVER, init())).status).toBe(200)
  expect(asked).toMatchObject([{ scope: 'read write', forceReauthorization: true }])
})

test.for([
  [401, 'realm="x"'],
  [403, 'error="insufficient_scope", scope="write"'],
] as const)('a server that answers %i to new tokens too is asked no further', async ([status, parameters]) => {
  const { authFetch, asked, sent } = create({
    respond: () => challenge(status, parameters),
    auth: () => 'AUTHORIZED',
  })
  expect((await authFetch(URL_OF_SERVER, init())).status).toBe(status)
  expect([asked.length, sent.length]).toEqual([1, 2])
})

test('another 403, and a 401 with an address that is none, are passed on and survived', async () => {
  const forbidden = create({ respond: () => challenge(403, 'error="other"') })
  expect((await forbidden.authFetch(URL_OF_SERVER, init())).status).toBe(403)
  expect(forbidden.asked).toEqual([])
  const broken = create({ respond: () => challenge(401, 'resource_metadata="::"'), auth: () => 'AUTHORIZED' })
  expect((await broken.authFetch(URL_OF_SERVER, init())).status).toBe(401)
  expect(broken.asked[0]).not.toHaveProperty('resourceMetadataUrl')
})

test('another origin gets no token and runs no flow', async () => {
  const { authFetch, sent, asked } = create({ tokens: { access_token: 'new' }, respond: onlyNew })
  await authFetch(URL_OF_SERVER, init())
  expect((await authFetch('https://elsewhere.example/mcp', init())).status).toBe(401)
  expect(sent[1]).toEqual({ url: 'https://elsewhere.example/mcp', token: undefined })
  expect(asked).toEqual([])
})

test('what auth() throws comes out as it is', async () => {
  const { authFetch } = create({
    respond: onlyNew,
    auth: () => {
      throw new RangeError('no network')
    },
  })
  await expect(authFetch(URL_OF_SERVER, init())).rejects.toThrow(RangeError)
})
