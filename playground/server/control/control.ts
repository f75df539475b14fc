/** The remote control of a realm over HTTP, for tests in any runtime. */
import type { DeepPartial, ServerConfig } from '../../../src/testing/config.ts'
import { methodsOf } from '../../../src/testing/journal/journal.ts'
import type { JournalEntry } from '../../../src/testing/journal/journal-entry.ts'
import type { Rule } from '../../../src/testing/script/script.ts'
import type { Act } from './act.ts'

/** The remote control of one realm. It talks to another port than the MCP endpoint. */
export interface Server {
  /** The MCP endpoint of this realm. */
  url: string
  /** The HTTP+SSE endpoint of this realm. */
  sseUrl: string
  configure(config: DeepPartial<ServerConfig>): Promise<void>
  script(...rules: Rule[]): Promise<void>
  act(act: Act): Promise<void>
  journal(): Promise<JournalEntry[]>
  /** The JSON-RPC methods received, in order; `GET`, `DELETE` for requests without a body. */
  methods(): Promise<string[]>
  /** Resolves when a step reached this barrier. */
  reached(barrier: string): Promise<void>
  release(barrier: string): Promise<void>
  /** Resolves with the journal once `test` holds for it; rejects after 30 s with the journal in the text. */
  until(test: (journal: JournalEntry[]) => boolean): Promise<JournalEntry[]>
}

/** A TCP proxy in front of the server, for what an HTTP server cannot do or see. */
export interface TcpProxy {
  /** The MCP endpoint of this realm through the proxy. */
  url: string
  /** Connections accepted so far, how many are open now, and how many never reached the server. */
  counts(): Promise<{ accepted: number; open: number; refused: number }>
  /** Sends RST on all connections. */
  reset(): Promise<void>
}

export interface ProxyOptions {
  /** Further connections wait until one is closed, as in a browser. */
  maxConnections?: number
  /** Passes the server's bytes on in pieces of this many. */
  split?: number
  /** Sends RST after this many bytes of response. */
  resetAfter?: number
  /** Milliseconds added to each piece from the server. */
  delay?: number
}

export interface Control extends Server {
  proxy(options?: ProxyOptions): Promise<TcpProxy>
  /** A realm on an origin of its own, and so with its own well-known URIs. */
  origin(): Promise<Server>
  /** Closes its proxies and resets the realm. */
  dispose(): Promise<void>
}

/** The journal as the control port returns it. */
interface JournalSnapshot {
  version: number
  entries: JournalEntry[]
}

/** Milliseconds that `until` waits. */
const UNTIL_TIMEOUT = 30_000

/** `call` reaches the control port. It is called without `this`: the `fetch` of some runtimes rejects any other. */
export function createControl(
  urls: { url: string; controlUrl: string },
  realm: string,
  call: (url: string, init: RequestInit) => Promise<Response> = (url, init) => fetch(url, init),
): Control {
  const prefix = `/r/${encodeURIComponent(realm)}`
  const base = new URL(urls.url).host === realm ? urls.url : urls.url + prefix
  const proxies: string[] = []
  const origins: Control[] = []
  return {
    url: `${base}/mcp`,
    sseUrl: `${base}/sse`,
    configure: (config) => post('configure', config),
    script: (...rules) => post('script', rules),
    act: (act) => post('act', act),
    journal: async () => (await readJournal()).entries,
    methods: async () => (await readJournal()).entries.flatMap(methodsOf),
    reached: (barrier) => post(`reached/${encodeURIComponent(barrier)}`),
    release: (barrier) => post(`release/${encodeURIComponent(barrier)}`),
    until,
    proxy,
    origin,
    dispose,
  }

  async function post(path: string, body?: unknown): Promise<void> {
    await request('POST', `${prefix}/${path}`, body)
  }

  /** With `after`, the answer waits for a newer version, though not for ever. */
  async function readJournal(after?: number): Promise<JournalSnapshot> {
    const query = after === undefined ? '' : `?after=${after}`
    return JSON.parse(await request('GET', `${prefix}/journal${query}`)) as JournalSnapshot
  }

  async function until(test: (journal: JournalEntry[]) => boolean): Promise<JournalEntry[]> {
    const deadline = Date.now() + UNTIL_TIMEOUT
    let { version, entries } = await readJournal()
    while (!test(entries)) {
      if (Date.now() > deadline) throw new Error(`The journal never came to that:\n${formatJournal(entries)}`)
      ;({ version, entries } = await readJournal(version))
    }
    return entries
  }

  async function openProxy(options: ProxyOptions): Promise<{ id: string; url: string }> {
    const opened = JSON.parse(await request('POST', '/proxy', options)) as { id: string; url: string }
    proxies.push(opened.id)
    return opened
  }

  async function origin(): Promise<Server> {
    const { url } = await openProxy({})
    const control = createControl({ ...urls, url }, new URL(url).host, call)
    origins.push(control)
    return control
  }

  async function proxy(options: ProxyOptions = {}): Promise<TcpProxy> {
    const { id, url } = await openProxy(options)
    return {
      url: `${url}${prefix}/mcp`,
      counts: async () => JSON.parse(await request('GET', `/proxy/${id}`)) as Awaited<ReturnType<TcpProxy['counts']>>,
      reset: async () => void (await request('POST', `/proxy/${id}/reset`)),
    }
  }

  async function dispose(): Promise<void> {
    await Promise.all(origins.splice(0).map((control) => control.dispose()))
    await post('dispose')
    await Promise.all(proxies.splice(0).map((id) => request('DELETE', `/proxy/${id}`)))
  }

  /** Sets no header, so that a browser needs no preflight. */
  async function request(method: string, path: string, body?: unknown): Promise<string> {
    const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const response = await call(urls.controlUrl + path, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was refused with ${response.status}: ${text}`)
    return text
  }
}

function formatJournal(entries: JournalEntry[]): string {
  return entries.map(({ headers: _, ...entry }) => JSON.stringify(entry)).join('\n')
}
