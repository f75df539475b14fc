/** Fastify that asks for a token and does not say where to get one, without CORS headers: `node … <port>`. */
import Fastify from 'fastify'

const fastify = Fastify()
fastify.post('/mcp', async (_, reply) => reply.code(401).send({ error: 'unauthorized' }))
await fastify.listen({ port: Number(process.argv[2]), host: '127.0.0.1' })
