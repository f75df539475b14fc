/** Signs in from a command line: the answer comes to a listener on this machine, for one request. */
import { onAbort } from '../../core/util/on-abort.ts'
import { runSafely } from '../../core/util/run-safely.ts'
import { checkOpenable } from '../authorize/check-open-url.ts'
import type { Driver, Flow } from '../types.ts'

/** Answers requests on 127.0.0.1, at a free port. */
export type Listen = (answer: (request: Request) => Response) => Listening | Promise<Listening>

export interface Listening {
  port: number
  /** Takes no more requests; those begun are answered to their end. */
  close(): unknown
}

export interface LoopbackOptions {
  /** Shows the address to the person, or starts a browser with it: as one argument, never through a shell. */
  open: (url: URL) => unknown
  /** @default `Deno.serve`; elsewhere it must be given */
  listen?: Listen
  /** @default '/callback' */
  path?: string
}

interface Waiting {
  state: string
  heard(answer: URLSearchParams): void
}

/** A driver for `signIn`. Its redirect URI is `http://127.0.0.1`, the port and the path. */
export function loopback({ open, listen = listenInDeno, path = '/callback' }: LoopbackOptions): Driver {
  let listening: Listening | undefined
  let waiting: Waiting | undefined
  return Object.assign(drive, { prepare, cancel })

  async function prepare(): Promise<{ redirectUri: string }> {
    listening = await listen(answer)
    return { redirectUri: `http://${host()}${path}` }
  }

  function drive(url: URL, { state, signal }: Flow): Promise<URLSearchParams> {
    let forget = () => {}
    const answered = new Promise<URLSearchParams>((resolve, reject) => {
      checkOpenable(url)
      signal.throwIfAborted()
      forget = onAbort(signal, () => reject(signal.reason))
      waiting = { state, heard: resolve }
      runSafely(() => open(url), reject)
    })
    return answered.finally(() => {
      forget()
      cancel()
    })
  }

  function cancel(): void {
    waiting = undefined
    listening?.close()
    listening = undefined
  }

  /** What is not the answer to this flow finds nothing, and the flow goes on waiting. */
  function answer(request: Request): Response {
    const url = new URL(request.url)
    // Another host name here is a page that had its own name resolve to this machine.
    const right = request.method === 'GET' && url.host === host() && url.pathname === path
    if (!right || !waiting || url.searchParams.get('state') !== waiting.state)
      return new Response(null, { status: 404 })
    waiting.heard(url.searchParams)
    waiting = undefined
    return new Response(page, { headers })
  }

  function host(): string {
    return `127.0.0.1:${listening?.port}`
  }
}

const page = '<!doctype html><title>Signed in</title><p>You can close this window and go back to the command line.'
const headers = {
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
