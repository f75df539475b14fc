/** All CORS headers that a server needs for this client in a page, as code for common frameworks. */
import { READ, SENT } from '../../../bin/recipes/needs.ts'

export interface CorsNeeds {
  /** The origin of the page. */
  origin: string
  /** Names of headers that the person adds to every request. */
  ownHeaders: readonly string[]
}

const METHODS = ['GET', 'POST', 'DELETE']

export type Framework = 'express' | 'hono' | 'node' | 'starlette' | 'nginx'

export const frameworks: Record<Framework, string> = {
  express: 'Express',
  hono: 'Hono',
  node: 'node:http',
  starlette: 'Starlette',
  nginx: 'nginx',
}

export function writeCorsRecipe(framework: Framework, { origin, ownHeaders }: CorsNeeds): string {
  const allowed = [...new Set([...SENT, ...ownHeaders.map((name) => name.toLowerCase())])]
  const headers: [name: string, value: string][] = [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Allow-Methods', METHODS.join(', ')],
    ['Access-Control-Allow-Headers', allowed.join(', ')],
    ['Access-Control-Expose-Headers', READ.join(', ')],
  ]
  switch (framework) {
    case 'express':
      return `// Before the routes.
app.use((request, response, next) => {
  response.set({
${headers.map(([name, value]) => `    ${quote(name, "'")}: ${quote(value, "'")},`).join('\n')}
  })
  if (request.method === 'OPTIONS') response.sendStatus(204)
  else next()
})`
    case 'hono':
      return `import { cors } from 'hono/cors'

// Before the routes.
app.use(
  cors({
    origin: ${quote(origin, "'")},
    allowMethods: ${list(METHODS, "'")},
    allowHeaders: ${list(allowed, "'")},
    exposeHeaders: ${list(READ, "'")},
  }),
)`
    case 'node':
      return `// First in the function that answers requests.
const headers = {
${headers.map(([name, value]) => `  ${quote(name, "'")}: ${quote(value, "'")},`).join('\n')}
}
for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
if (request.method === 'OPTIONS') return response.writeHead(204).end()`
    case 'starlette':
      return `from starlette.middleware.cors import CORSMiddleware

# FastMCP: app = mcp.streamable_http_app()
app.add_middleware(
    CORSMiddleware,
    allow_origins=[${quote(origin, '"')}],
    allow_methods=${list(METHODS, '"')},
    allow_headers=${list(allowed, '"')},
    expose_headers=${list(READ, '"')},
)`
    case 'nginx':
      return `location /mcp {
${headers.map(([name, value]) => `    add_header ${name} ${quote(value, '"')} always;`).join('\n')}
    if ($request_method = OPTIONS) {
        return 204;
    }
    # Streams must pass at once.
    proxy_buffering off;
    # proxy_pass as before
}`
  }
}

function list(names: readonly string[], mark: string): string {
  return `[${names.map((name) => quote(name, mark)).join(', ')}]`
}

/** Header names come from a form, so they may hold anything. */
function quote(text: string, mark: string): string {
  return `${mark}${text.replace(/[\\'"$\n\r]/g, '')}${mark}`
}
