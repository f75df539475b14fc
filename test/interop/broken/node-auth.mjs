/** node:http that asks for a token and does not say where to get one, without CORS headers: `node … <port>`. */
import { createServer } from 'node:http'

createServer((request, response) => {
  if (request.url !== '/mcp') return response.writeHead(404).end()
  response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"unauthorized"}')
}).listen(Number(process.argv[2]), '127.0.0.1')
