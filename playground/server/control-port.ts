/** The HTTP port of the remote control: forwards to the realms, and opens TCP proxies. */
import { Agent, createServer, type IncomingMessage, request as requestOf, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProxyOptions } from './control/control.ts'
import { CONTROL_HEADER, CONTROL_PATH } from './control/control-routes.ts'
import type { ServedExchange } from './served-messages.ts'
import { type RunningProxy, startProxy } from './tcp-proxy.ts'

export interface ControlPortOptions {
  /** Where the server itself listens. */
  target: { port: number }
  controlToken: string
  port: number
  /** Gets all exchanges of a realm before it is disposed of. */
  judge?: ((realm: string, exchanges: ServedExchange[]) => void) | undefined
}

interface Answer {
  status: number
  body?: string
}

export async function startControlPort({ target, controlToken, port, judge }: ControlPortOptions) {
  const agent = new Agent({ keepAlive: true })
  const proxies = new Map<string, RunningProxy>()
  // A test on a busy machine may pause for longer than Node keeps a connection, and would then use a closed one.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
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
    if (realm) {
      const path = realm[1] + CONTROL_PATH
      if (judge && realm[2] === 'dispose') {
        const { body } = await forward('GET', `${path}messages`, '', signal)
        judge(decodeURIComponent(realm[1]!.slice('/r/'.length)), JSON.parse(body!) as ServedExchange[])
      }
      return forward(method, path + realm[2], text, signal)
    }
    const [, root, id = '', command] = url.split('/')
    if (root !== 'proxy') return { status: 404, body: `There is nothing at ${url}` }
    return id === '' ? openProxy(JSON.parse(text || '{}') as ProxyOptions) : useProxy(method, id, command)
  }

  /** By `node:http`, since this is half of what a test run computes in this process, and `fetch` takes far more. */
  function forward(method: string, path: string, text: string, signal: AbortSignal): Promise<Answer> {
    const headers = { [CONTROL_HEADER]: controlToken, 'content-length': Buffer.byteLength(text) }
    // The end of a realm may end the connection on which it was asked for.
    const isLast = path.endsWith(`${CONTROL_PATH}dispose`)
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: target.port, method, path, headers, agent: !isLast && agent, signal }
      const outgoing = requestOf(options, (response) => {
        readText(response).then((body) => resolve({ status: response.statusCode ?? 500, body }), reject)
      })
      outgoing.once('error', (error: NodeJS.ErrnoException) => {
        // The server closed the idle connection just now, so it never saw this request.
        if (outgoing.reusedSocket && error.code === 'ECONNRESET') resolve(forward(method, path, text, signal))
        else reject(error)
      })
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
