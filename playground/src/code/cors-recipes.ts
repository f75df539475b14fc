/** The CORS headers that a server needs for this client in a page, as code for its framework or proxy: the recipes of the command. */
import { recipes } from '../../../bin/recipes/index.ts'

export interface CorsNeeds {
  /** The origin of the page. */
  origin: string
  /** The URL of the MCP endpoint. */
  url: string
  /** Names of custom headers that the user adds to every request. */
  ownHeaders: readonly string[]
}

/** By the name of their recipe. */
export const frameworks: Readonly<Record<string, string>> = {
  express: 'Express',
  hono: 'Hono',
  fastify: 'Fastify',
  node: 'node:http',
  cloudflare: 'Workers, Deno, Bun',
  fastapi: 'FastAPI',
  starlette: 'Starlette, FastMCP',
  nginx: 'nginx',
  caddy: 'Caddy',
}

export function writeCorsRecipe(framework: string, { origin, url, ownHeaders }: CorsNeeds): string {
  const path = URL.canParse(url) ? new URL(url).pathname : '/mcp'
  return recipes[framework]!({ origin, path, cors: true, streams: false, metadata: undefined, headers: ownHeaders })
}
