/** The HTTP port of the remote control: forwards to the realms, and opens TCP proxies. */
import { Agent, createServer, type IncomingMessage, request as requestOf, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProxyOptions } from './control/control.ts'
import { CONTROL_HEADER, CONTROL_PATH } from './control/control-routes.ts'
import { type RunningProxy, startProxy } from './tcp-proxy.ts'

export interface ControlPortOptions {
  /** Where the server itself listens. */
  target: { port: number }
  controlToken: string
  port: number
}

interface Answer {
  status: number
  body?: string
}

export async function startControlPort({ target, controlToken, port }: ControlPortOptions) {
  const agent = new Agent({ keepAlive: true })
  const proxies = new Map<string, RunningProxy>()
  const server = createServer((request, response) => {
    const disconnected = new AbortController()
    response.once('close', () => disconnected.abort())
    answer(request, disconnected.signal).then(
      ({ status, body }) => send(response, status, body),
      (error: unknown) => send(response, 500, String(error)),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }

  async function answer(request: IncomingMessage, signal: AbortSignal): Promise<Answer> {
    const { method = 'GET', url = '/' } = request
    if (method === 'OPTIONS') return { status: 204 }
    const text = await readText(request)
    const realm = /^(\/r\/[^/]+)\/(.*)$/.exec(url)
    if (realm) return forward(method, `${realm[1]}${CONTROL_PATH}${realm[2]}`, text, signal)
    const [, root, id = '', command] = url.split('/')
    if (root !== 'proxy') return { status: 404, body: `There is nothing at ${url}` }
    return id === '' ? openProxy(JSON.parse(text || '{}') as ProxyOptions) : useProxy(method, id, command)
  }

  /** By `node:http`, since this is half of what a test run computes in this process, and `fetch` takes far more. */
  function forward(method: string, path: string, text: string, signal: AbortSignal): Promise<Answer> {
    const headers = { [CONTROL_HEADER]: controlToken, 'content-length': Buffer.byteLength(text) }
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: target.port, method, path, headers, agent, signal }
      const outgoing = requestOf(options, (response) => {
        readText(response).then((body) => resolve({ status: response.statusCode ?? 500, body }), reject)
      })
      outgoing.once('error', reject)
      outgoing.end(text)
    })
  }

  async function openProxy(options: ProxyOptions): Promise<Answer> {
    const proxy = await startProxy(target, options)
    const id = new URL(proxy.url).port
    proxies.set(id, proxy)
    return { status: 200, body: JSON.stringify({ id, url: proxy.url }) }
  }

  async function useProxy(method: string, id: string, command: string | undefined): Promise<Answer> {
    const proxy = proxies.get(id)
    if (!proxy) return { status: 404, body: `There is no proxy ${id}` }
    if (method === 'DELETE') {
      proxies.delete(id)
      await proxy.close()
    } else if (command === 'reset') proxy.reset()
    return { status: 200, body: JSON.stringify(proxy.counts()) }
  }

  async function close(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    agent.destroy()
    await Promise.all([closed, ...[...proxies.values()].map((proxy) => proxy.close())])
  }
}

function send(response: ServerResponse, status: number, body = ''): void {
  response.writeHead(status, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': '*',
    'access-control-max-age': '7200',
    'cache-control': 'no-store',
  })
  response.end(status === 204 ? undefined : body)
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks).toString()
}
