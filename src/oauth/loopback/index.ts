/** The entry `mcp-over-fetch/oauth/loopback`: signs in from a command line, with a listener on 127.0.0.1 (RFC 8252, section 7.3). */
import { onAbort } from '../../core/util/on-abort.ts'
import { runSafely } from '../../core/util/run-safely.ts'
import { checkOpenUrl } from '../authorize/check-open-url.ts'
import type { Flow, Prepared, SignInDriver } from '../types.ts'

export {
  type NodeHandlerOptions,
  type NodeRequest,
  type NodeResponse,
  toNodeHandler,
} from '../../shared/node-handler.ts'

/** Serves requests on 127.0.0.1, at a free port. */
export type Listen = (answer: (request: Request) => Response) => Listening | Promise<Listening>

/** A listener that was started. */
export interface Listening {
  /** The port that it listens at. */
  port: number
  /** Accepts no more requests; running ones are still answered. */
  close(): unknown
}

/** The options of `loopback()`. */
export interface LoopbackOptions {
  /** Shows the URL to the user, or starts a browser with it: as one argument, never through a shell. */
  open: (url: URL) => unknown
  /** Starts the listener for the callback. @default `Deno.serve`; required in other runtimes */
  listen?: Listen | undefined
  /** The path of the redirect URI. @default '/callback' */
  path?: string | undefined
}

/** The listener of one sign-in. */
interface PreparedListener extends Prepared {
  redirectUri: string
  listening: Listening
  /** Set while the callback is awaited. */
  pending?: { state: string; onCallback(query: URLSearchParams): void } | undefined
}

/** A driver for `signIn`. Its redirect URI is `http://127.0.0.1`, the port and the path; each sign-in has a port of its own. */
export function loopback({ open, listen = listenInDeno, path = '/callback' }: LoopbackOptions): SignInDriver {
  return Object.assign(drive, { prepare, cancel })

  async function prepare(): Promise<PreparedListener> {
    let prepared: PreparedListener | undefined
    const listening = await listen((request) => handleRequest(request, prepared))
    prepared = { listening, redirectUri: `http://127.0.0.1:${listening.port}${path}` }
    return prepared
  }

  function drive(url: URL, { state, signal, ...flow }: Flow): Promise<URLSearchParams> {
    const prepared = flow.prepared as PreparedListener
    let stopWaiting = () => {}
    const callback = new Promise<URLSearchParams>((resolve, reject) => {
      checkOpenUrl(url)
      signal.throwIfAborted()
      stopWaiting = onAbort(signal, () => reject(signal.reason))
      prepared.pending = { state, onCallback: resolve }
      runSafely(() => open(url), reject)
    })
    return callback.finally(() => {
      stopWaiting()
      cancel(prepared)
    })
  }
}

function cancel(prepared: Prepared): void {
  const { listening } = prepared as Partial<PreparedListener>
  listening?.close()
}

/** Any other request than the callback of this flow gets a 404, and the flow goes on. */
function handleRequest(request: Request, prepared: PreparedListener | undefined): Response {
  const { origin, pathname, searchParams } = new URL(request.url)
  // Another host name would be DNS rebinding: a page whose own name resolves to this machine.
  const isForUs = request.method === 'GET' && origin + pathname === prepared?.redirectUri
  const pending = prepared?.pending
  if (!isForUs || !pending || searchParams.get('state') !== pending.state) return new Response(null, { status: 404 })
  pending.onCallback(searchParams)
  prepared!.pending = undefined
  return new Response(PAGE, { headers: PAGE_HEADERS })
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
