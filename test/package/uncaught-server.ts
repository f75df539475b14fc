/** A small server whose answers make programs fail, over http and over https with a certificate that nobody trusts. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface UncaughtServer {
  url: string
  secureUrl: string
  close(): Promise<void>
}

/** Self-signed, for localhost; it protects nothing. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgUK+PDbW+NnI+X3Si
6ydq3kPmNllsGvCNfkCposiab0ehRANCAAT0lRxuNggFUA6YEhgoS1K/n/yeBoF7
FJLY69/djVi17S1Z35aGWF32w4nD4H1IQh41FUZqbi3qCJ1lNQlGI5QM
-----END PRIVATE KEY-----`

const cert = `-----BEGIN CERTIFICATE-----
MIIBfjCCASWgAwIBAgIUV9NVI9X087bYETSFDkdQ/dehJJgwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExODAwMzcxNFoYDzIxMjYxMDI1
MDAzNzE0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAT0lRxuNggFUA6YEhgoS1K/n/yeBoF7FJLY69/djVi17S1Z35aGWF32
w4nD4H1IQh41FUZqbi3qCJ1lNQlGI5QMo1MwUTAdBgNVHQ4EFgQUBjk8JgxdlQge
1b4MBPiWqkSGn6owHwYDVR0jBBgwFoAUBjk8JgxdlQge1b4MBPiWqkSGn6owDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBi68EIn7hjwrw2ZUmKl6bu
7BeobkUuk/LewJVQHLxwYQIgVBhGHU403D7DKkdqmjHTzpzrfET1BfT+PyqNJX22
MJU=
-----END CERTIFICATE-----`

interface Answer {
  status?: number
  body?: object | string
}

interface Message {
  id?: number
  method: string
  params?: { name?: string }
}

const rpcError = (code: number, message: string, data?: object) => ({ error: { code, message, data } })

/** The answers to a call by the name of its tool. */
const TOOLS: Record<string, Answer> = {
  missing: {
    body: rpcError(-32602, 'Tool nope not found', { known: Array.from({ length: 50 }, (_, i) => `tool-${i}`) }),
  },
  broken: { status: 500, body: `first line\n${'more '.repeat(20)}` },
  asking: { status: 400, body: rpcError(-32021, 'Needs a form', { requiredCapabilities: { elicitation: {} } }) },
}

function answer({ method, params }: Message): Answer | undefined {
  if (method === 'initialize')
    return { body: { result: { protocolVersion: '2025-11-25', capabilities: { tools: {} } } } }
  if (method === 'tools/call') return TOOLS[`${params?.name}`]
  return method.startsWith('notifications/') ? { status: 202 } : { status: 405 }
}

const respond: RequestListener = async (request: IncomingMessage, response) => {
  const refusal = /^\/(\d{3})$/.exec(`${request.url}`)?.[1]
  const body = await text(request)
  if (refusal || request.method !== 'POST') return void response.writeHead(Number(refusal ?? 405)).end('no')
  const message = JSON.parse(body) as Message
  const answered = answer(message)
  // A tool without an answer takes for ever.
  if (!answered) return
  const { status = 200, body: content } = answered
  const isText = typeof content === 'string'
  const json = isText ? content : JSON.stringify({ jsonrpc: '2.0', id: message.id, ...content })
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' })
  response.end(status === 202 ? undefined : json)
}

export async function startUncaughtServer(): Promise<UncaughtServer> {
  const servers = [createServer(respond), createSecureServer({ key, cert }, respond)]
  const [port, securePort] = await Promise.all(servers.map(listen))
  return {
    url: `http://127.0.0.1:${port}`,
    secureUrl: `https://localhost:${securePort}`,
    async close() {
      for (const server of servers) server.closeAllConnections()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

async function listen(server: Server): Promise<number> {
  server.listen(0)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
