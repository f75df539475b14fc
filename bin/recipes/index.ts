/** The lines that mend a server, by the framework or proxy it uses. */
import { cloudflare, express, fastify, hono, node } from './javascript.ts'
import type { Needs } from './needs.ts'
import { caddy, nginx } from './proxies.ts'
import { fastapi, starlette } from './python.ts'

export const recipes: Readonly<Record<string, (needs: Needs) => string>> = {
  express,
  hono,
  fastify,
  node,
  cloudflare,
  fastapi,
  starlette,
  nginx,
  caddy,
}
