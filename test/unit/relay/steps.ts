/** A relay in this process with a server that records what reaches it, for the tests of the relay. */
import type { Fetch, FetchInit } from '../../../src/core/index.ts'
import { createRelay, type RelayLogEntry, type RelayOptions } from '../../../src/relay/index.ts'

export const PAGE = 'https://app.example.com'
export const SERVER = 'https://tools.example.com'
export const ADDRESS = 'https://relay.example.com/'

export const MESSAGE = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

export interface Ask {
  target?: string
  method?: string
  headers?: Record<string, string>
  body?: BodyInit
  /** The query of the address instead of `target`. */
  query?: string
  page?: string | null
  signal?: AbortSignal
}

export interface TestRelay {
  ask(ask?: Ask): Promise<Response>
  /** What reached the server. */
  sent: { url: string; init: FetchInit }[]
  logged: RelayLogEntry[]
}

/** `answer` is the server. */
export function startRelay(
  options: Partial<RelayOptions> = {},
  answer: Fetch = async () => Response.json({}),
): TestRelay {
  const sent: TestRelay['sent'] = []
  const logged: RelayLogEntry[] = []
  const relay = createRelay({
    allow: [SERVER],
    origins: [PAGE],
    log: (entry) => logged.push(entry),
    fetch: (url, init) => {
      sent.push({ url, init })
      return answer(url, init)
    },
    ...options,
  })
  return { ask, sent, logged }

  function ask({ target = `${SERVER}/mcp`, method = 'POST', page = PAGE, query, signal, ...rest }: Ask = {}) {
    const isPost = method === 'POST'
    const headers = {
      ...(isPost && { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }),
      ...(page !== null && { origin: page }),
      ...rest.headers,
    }
    const body = rest.body ?? (isPost ? MESSAGE : undefined)
    const address = `${ADDRESS}?${query ?? `target=${encodeURIComponent(target)}`}`
    const init = { method, headers, ...(body !== undefined && { body, duplex: 'half' }), ...(signal && { signal }) }
    return relay(new Request(address, init as RequestInit))
  }
}

/** The relay's own answer: status, reason and message. */
export async function refusal(response: Response): Promise<{ status: number; error: string; message: string }> {
  if (response.headers.get('mcp-relay') !== 'error') throw new Error(`passed with status ${response.status}`)
  return { status: response.status, ...((await response.json()) as { error: string; message: string }) }
}
