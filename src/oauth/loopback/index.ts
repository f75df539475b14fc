/** The entry `mcp-over-fetch/oauth/loopback`: signs in from a command line, with a listener on 127.0.0.1 (RFC 8252, section 7.3). */
import { onAbort } from '../../core/util/on-abort.ts'
import { runSafely } from '../../core/util/run-safely.ts'
import { checkOpenUrl } from '../authorize/check-open-url.ts'
import type { Flow, SignInDriver } from '../types.ts'

/** Serves requests on 127.0.0.1, at a free port. */
export type Listen = (answer: (request: Request) => Response) => Listening | Promise<Listening>

export interface Listening {
  port: number
  /** Accepts no more requests; running ones are still answered. */
  close(): unknown
}

export interface LoopbackOptions {
  /** Shows the URL to the user, or starts a browser with it: as one argument, never through a shell. */
  open: (url: URL) => unknown
  /** @default `Deno.serve`; required in other runtimes */
  listen?: Listen
  /** @default '/callback' */
  path?: string
}

interface PendingFlow {
  state: string
  onCallback(query: URLSearchParams): void
}

/** A driver for `signIn`. Its redirect URI is `http://127.0.0.1`, the port and the path. */
export function loopback({ open, listen = listenInDeno, path = '/callback' }: LoopbackOptions): SignInDriver {
  let listening: Listening | undefined
  let pending: PendingFlow | undefined
  drive.prepare = prepare
  drive.cancel = cancel
  return drive

  async function prepare(): Promise<{ redirectUri: string }> {
    listening = await listen(handleRequest)
    return { redirectUri: `http://${host()}${path}` }
  }

  function drive(url: URL, { state, signal }: Flow): Promise<URLSearchParams> {
    let stopWaiting = () => {}
    const callback = new Promise<URLSearchParams>((resolve, reject) => {
      checkOpenUrl(url)
      signal.throwIfAborted()
      stopWaiting = onAbort(signal, () => reject(signal.reason))
      pending = { state, onCallback: resolve }
      runSafely(() => open(url), reject)
    })
    return callback.finally(() => {
      stopWaiting()
      cancel()
    })
  }

  function cancel(): void {
    pending = undefined
    listening?.close()
    listening = undefined
  }

  /** Any other request than the callback of this flow gets a 404, and the flow goes on. */
  function handleRequest(request: Request): Response {
    const url = new URL(request.url)
    // Another host name would be DNS rebinding: a page whose own name resolves to this machine.
    const isForUs = request.method === 'GET' && url.host === host() && url.pathname === path
    if (!isForUs || !pending || url.searchParams.get('state') !== pending.state) {
      return new Response(null, { status: 404 })
    }
    pending.onCallback(url.searchParams)
    pending = undefined
    return new Response(PAGE, { headers: PAGE_HEADERS })
  }

  function host(): string {
    return `127.0.0.1:${listening?.port}`
  }
}

const PAGE = '<!doctype html><title>Signed in</title><p>You can close this window and go back to the command line.'
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  connection: 'close',
}

interface DenoServer {
  addr: { port: number }
  shutdown(): Promise<void>
}

type DenoServe = (
  options: { hostname: string; port: number; onListen(): void },
  answer: (request: Request) => Response,
) => DenoServer

function listenInDeno(answer: (request: Request) => Response): Listening {
  const { Deno } = globalThis as { Deno?: { serve: DenoServe } }
  if (!Deno) throw new TypeError('listen: got nothing, expected a function; only Deno has a listener of its own')
  const server = Deno.serve({ hostname: '127.0.0.1', port: 0, onListen() {} }, answer)
  return { port: server.addr.port, close: () => server.shutdown() }
}
