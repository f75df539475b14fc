/** Hono that asks for a token and does not say where to get one, without CORS headers: `node … <port>`. */
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono()
app.post('/mcp', (c) => c.json({ error: 'unauthorized' }, 401))
serve({ fetch: app.fetch, port: Number(process.argv[2]), hostname: '127.0.0.1' })
