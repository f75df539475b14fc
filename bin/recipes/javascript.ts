/** Recipes for frameworks in JavaScript. */
import { CARD_CACHING, headersOf, type Metadata, metadataDocument, type Needs } from './needs.ts'

/** A string of JavaScript in single quotes. */
const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&').replace(/[\n\r]/g, '')}'`

const members = (pairs: readonly (readonly [string, string])[], indent: string): string =>
  pairs.map(([name, value]) => `${indent}${quote(name)}: ${quote(value)},`).join('\n')

const document = (metadata: Metadata): string =>
  `{ resource: ${quote(metadata.resource)}, authorization_servers: [${quote(metadata.issuer)}] }`

/** Lines that only some servers need. */
const when = (condition: unknown, lines: string): string => (condition ? `\n${lines}` : '')

export function express(needs: Needs): string {
  const { metadata, cors, card } = needs
  return `// Right after \`const app = express()\`, before everything else.
app.use((request, response, next) => {
  for (const [name, value] of Object.entries({
${members(headersOf(needs), '    ')}
  })) response.setHeader(name, value)${when(card, `  if (request.path === ${quote(card ?? '')}) response.setHeader('Cache-Control', '${CARD_CACHING}')`)}
${cors ? `  if (request.method === 'OPTIONS') response.writeHead(204).end()\n  else next()` : '  next()'}
})
// Before body parsers that are there already, whose errors need the headers too.
const { stack } = app._router ?? app.router
stack.unshift(stack.pop())${
    metadata
      ? `
app.get(${quote(metadata.path)}, (request, response) => {
  response.json(${document(metadata)})
})`
      : ''
  }`
}

export function hono(needs: Needs): string {
  const { metadata, cors, card } = needs
  return `// Right after \`const app = new Hono()\`, before everything else.
app.use('*', async (c, next) => {
  const headers = {
${members(headersOf(needs), '    ')}
  }${when(card, `  if (c.req.path === ${quote(card ?? '')}) headers['Cache-Control'] = '${CARD_CACHING}'`)}${when(cors, `  if (c.req.method === 'OPTIONS') return new Response(null, { status: 204, headers })`)}
  await next()
  const { status, body } = c.res
  const response = new Response(body, { status, headers: c.res.headers })
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  c.res = undefined
  c.res = response
})${
    metadata
      ? `
app.get(${quote(metadata.path)}, (c) => c.json(${document(metadata)}))`
      : ''
  }`
}

export function fastify(needs: Needs): string {
  const { metadata, cors, card } = needs
  return `// Right after \`const fastify = Fastify()\`, before everything else.
fastify.addHook('onRequest', async (request, reply) => {
  const headers = {
${members(headersOf(needs), '    ')}
  }${when(card, `  if (request.url.split('?')[0] === ${quote(card ?? '')}) headers['Cache-Control'] = '${CARD_CACHING}'`)}
  // On the raw response too, which MCP transports write to.
  for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value)${when(cors, `  if (request.method === 'OPTIONS') return reply.code(204).send()`)}
})${
    metadata
      ? `
fastify.get(${quote(metadata.path)}, async () => (${document(metadata)}))`
      : ''
  }`
}

export function node(needs: Needs): string {
  const { metadata, cors, card } = needs
  return `// First in the function (request, response) that answers requests.
for (const [name, value] of Object.entries({
${members(headersOf(needs), '  ')}
})) response.setHeader(name, value)${when(card, `if (request.url.split('?')[0] === ${quote(card ?? '')}) response.setHeader('Cache-Control', '${CARD_CACHING}')`)}${when(cors, `if (request.method === 'OPTIONS') return void response.writeHead(204).end()`)}${
    metadata
      ? `
if (request.url.split('?')[0] === ${quote(metadata.path)}) {
  response.setHeader('Content-Type', 'application/json')
  return void response.end(${quote(metadataDocument(metadata))})
}`
      : ''
  }`
}

/** For handlers with \`fetch\`: Workers, mcp-handler, Deno, Bun. */
export function cloudflare(needs: Needs): string {
  const { metadata, cors, card } = needs
  return `// At the end of the Worker: export default withHeaders(worker), where worker is what you export now.
function withHeaders(worker) {
  const headers = {
${members(headersOf(needs), '    ')}
  }
  return {
    ...worker,
    async fetch(request, ...rest) {${when(cors, `      if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers })`)}${
      metadata
        ? `
      if (new URL(request.url).pathname === ${quote(metadata.path)})
        return Response.json(${document(metadata)}, { headers })`
        : ''
    }
      const response = await worker.fetch(request, ...rest)
      const changed = new Response(response.body, response)
      for (const [name, value] of Object.entries(headers)) changed.headers.set(name, value)${when(card, `      if (new URL(request.url).pathname === ${quote(card ?? '')}) changed.headers.set('Cache-Control', '${CARD_CACHING}')`)}
      return changed
    },
  }
}`
}
