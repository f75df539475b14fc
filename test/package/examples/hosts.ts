/** The hosts of the pages in docs/, in process: MCP servers, an authorization server, a login, a vault, a platform and an application. */
import { createControlledServer, createProtectedServer } from './server.ts'

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

const ISSUER = 'https://auth.example.com'
const LOGIN = 'https://login.example.com'
const REGISTRY = 'https://registry.modelcontextprotocol.io'
const ID_TOKEN = 'the login of Ada'
const WORKLOAD = 'a workload, says its platform'

/** What the page tells to host. */
const clientDocument = {
  client_name: 'My application',
  redirect_uris: ['https://app.example/oauth/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  application_type: 'web',
  client_id: 'https://app.example/oauth/client.json',
}

const CARD_TYPE = 'application/mcp-server-card+json'

/** What docs/discover.md finds. */
const catalog = {
  specVersion: '1.0',
  entries: [
    ['Documentation', 'docs'],
    ['CRM', 'crm'],
  ].map(([displayName, host]) => ({
    identifier: `urn:air:example.com:mcp:${host}`,
    displayName,
    type: CARD_TYPE,
    url: `https://${host}.example.com/mcp/server-card`,
  })),
}

const tokenHeader = {
  name: 'Authorization',
  isRequired: true,
  isSecret: true,
  value: 'Bearer {token}',
  variables: { token: { isSecret: true } },
}

const cards = {
  docs: { name: 'com.example/docs', title: 'Documentation' },
  crm: {
    name: 'com.example/crm',
    title: 'mock',
    version: '3.0.0',
    remotes: [{ type: 'streamable-http', url: 'https://crm.example.com/mcp', headers: [tokenHeader] }],
  },
}

const registry = {
  servers: [
    {
      server: {
        $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
        name: 'com.example/docs',
        version: '1.0.0',
        description: 'Documentation',
        remotes: [{ type: 'streamable-http', url: 'https://docs.example.com/mcp' }],
      },
    },
  ],
  metadata: { count: 1 },
}

/** A fetch that reaches these hosts and no others. */
export async function createHosts(): Promise<Fetch> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const robot = { id: 'robot', secret: 'from your vault', key: await crypto.subtle.exportKey('jwk', publicKey) }
  const app = { id: 'app', secret: 'for the issuer' }
  // The person decides on a page, if the request comes from a browser.
  const tools = await createProtectedServer({
    issuer: ISSUER,
    clients: [robot, app],
    workloads: [WORKLOAD],
    consent: {},
    dpop: {},
  })
  const login = await createProtectedServer({
    issuer: LOGIN,
    clients: [{ ...app, secret: 'for the login' }],
    idToken: ID_TOKEN,
  })
  const open = new Map<string, ReturnType<typeof createControlledServer>>()
  for (const [host, card] of Object.entries(cards)) {
    const server = createControlledServer()
    await server.control.configure({ discovery: { card } })
    if (host === 'docs') await publishSkill(server)
    open.set(`https://${host}.example.com`, server)
  }
  const texts: Record<string, () => string | Promise<string>> = {
    'https://app.example/oauth/client.json': () => JSON.stringify(clientDocument),
    'https://app.example/session/id-token': () => ID_TOKEN,
    'https://app.example/token': () => 'a token that has expired',
    'https://app.example/token?renew': requestToken,
    'https://example.com/.well-known/ai-catalog.json': () => JSON.stringify(catalog),
    'https://vault.example.com/robot.pem': () => exportPem(privateKey),
    [`http://platform/token?for=${ISSUER}`]: () => WORKLOAD,
  }
  return async (input, init) => {
    const { href, origin } = new URL(input instanceof Request ? input.url : input)
    if (origin === 'https://tools.example.com' || origin === ISSUER) return tools.fetch(input, init)
    if (origin === LOGIN) return login.fetch(input, init)
    const server = open.get(origin)
    if (server) return server.fetch(input, init)
    const text = origin === REGISTRY ? () => JSON.stringify(registry) : texts[href]
    if (!text) throw new TypeError(`The examples know no ${href}`)
    return new Response(await text())
  }

  /** What an application does that has tokens of its own. */
  async function requestToken(): Promise<string> {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: app.id,
      client_secret: app.secret,
      resource: 'https://tools.example.com/mcp',
    })
    const response = await tools.fetch(`${ISSUER}/oauth/token`, { method: 'POST', body })
    return ((await response.json()) as { access_token: string }).access_token
  }
}

/** The skill of docs/client.md. */
async function publishSkill({ control }: ReturnType<typeof createControlledServer>): Promise<void> {
  const uri = 'skill://house-style/SKILL.md'
  const description = 'How we write'
  const text = `---\nname: house-style\ndescription: ${description}\n---\n\nWrite short sentences.\n`
  const bytes = new TextEncoder().encode(text)
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
  const resources = [{ uri, digest: `sha256:${digest}`, size: bytes.length }]
  const skill = { uri, frontmatter: { name: 'house-style', description }, resources }
  const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }
  const answering = (rpcMethod: string, result: object) => ({
    on: { rpcMethod },
    do: [{ answerJson: { ...complete, ...result } }],
  })
  const extensions = { 'io.modelcontextprotocol/skills': {} }
  await control.configure({ capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, extensions } })
  await control.script(
    answering('skills/list', { skills: [skill] }),
    answering('resources/read', { contents: [{ uri, mimeType: 'text/markdown', text }] }),
  )
}

async function exportPem(key: CryptoKey): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.exportKey('pkcs8', key))
  return `-----BEGIN PRIVATE KEY-----\n${btoa(String.fromCharCode(...bytes))}\n-----END PRIVATE KEY-----\n`
}
