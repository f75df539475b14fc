/** The remote control of a realm, for scenarios in any runtime. */
import type { ProxyOptions, Server, TcpProxy } from './control-types.ts'
import { nameOf } from '../jsonrpc/message.ts'
import type { JournalEntry } from '../script/script.ts'

export interface Control extends Server {
  proxy(options?: ProxyOptions): Promise<TcpProxy>
  /** A realm that has an origin to itself, and so its own well-known addresses. */
  origin(): Promise<Server>
  /** Ends its proxies and everything in the realm. */
  dispose(): Promise<void>
}

interface News {
  version: number
  entries: JournalEntry[]
}

const PATIENCE = 5_000

/** `call` reaches the control port; it is called as a plain function, which is all that some runtimes allow. */
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
    configure: (config) => tell('configure', config),
    script: (...rules) => tell('script', rules),
    act: (act) => tell('act', act),
    journal: async () => (await news()).entries,
    methods: async () => (await news()).entries.flatMap(methodsOf),
    reached: (barrier) => tell(`reached/${encodeURIComponent(barrier)}`),
    release: (barrier) => tell(`release/${encodeURIComponent(barrier)}`),
    until,
    proxy,
    origin,
    dispose,
  }

  async function tell(path: string, body?: unknown): Promise<void> {
    await ask('POST', `${prefix}/${path}`, body)
  }

  async function news(after?: number): Promise<News> {
    const query = after === undefined ? '' : `?after=${after}`
    return JSON.parse(await ask('GET', `${prefix}/journal${query}`)) as News
  }

  async function until(test: (journal: JournalEntry[]) => boolean): Promise<JournalEntry[]> {
    const deadline = Date.now() + PATIENCE
    let { version, entries } = await news()
    while (!test(entries)) {
      if (Date.now() > deadline) throw new Error(`The journal never came to that:\n${show(entries)}`)
      ;({ version, entries } = await news(version))
    }
    return entries
  }

  async function openProxy(options: ProxyOptions): Promise<{ id: string; url: string }> {
    const opened = JSON.parse(await ask('POST', '/proxy', options)) as { id: string; url: string }
    proxies.push(opened.id)
    return opened
  }

  async function origin(): Promise<Server> {
    const { url } = await openProxy({})
    const own = createControl({ ...urls, url }, new URL(url).host, call)
    origins.push(own)
    return own
  }

  async function proxy(options: ProxyOptions = {}): Promise<TcpProxy> {
    const { id, url } = await openProxy(options)
    return {
      url: `${url}${prefix}/mcp`,
      counts: async () => JSON.parse(await ask('GET', `/proxy/${id}`)) as Awaited<ReturnType<TcpProxy['counts']>>,
      reset: async () => void (await ask('POST', `/proxy/${id}/reset`)),
    }
  }

  async function dispose(): Promise<void> {
    await Promise.all(origins.splice(0).map((own) => own.dispose()))
    await tell('reset')
    await Promise.all(proxies.splice(0).map((id) => ask('DELETE', `/proxy/${id}`)))
  }

  /** No header is set, so that a browser needs no preflight. */
  async function ask(method: string, path: string, body?: unknown): Promise<string> {
    const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const response = await call(urls.controlUrl + path, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was refused with ${response.status}: ${text}`)
    return text
  }
}

function methodsOf({ http, body }: JournalEntry): string[] {
  if (http === 'OPTIONS') return []
  const named = (Array.isArray(body) ? body : [body]).map(nameOf)
  return named.map((name) => name ?? http)
}

function show(entries: JournalEntry[]): string {
  return entries.map(({ headers: _, ...entry }) => JSON.stringify(entry)).join('\n')
}
