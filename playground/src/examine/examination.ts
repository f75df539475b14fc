/** The examination of one server in this page: started, watched, stopped; its requests are rows of the wire. */
import { type Signal, signal } from '@preact/signals'
import { checks, examine } from '../../../bin/examination/examine.ts'
import type { Exchange, Observer } from '../../../bin/examination/http.ts'
import type { Finding } from '../../../bin/examination/outcome.ts'
import { isObject } from '../../../src/core/util/is-object.ts'
import { authorizedFetch } from '../state/oauth.ts'
import type { Server } from '../state/server/server.ts'
import { parseHeaders } from '../state/target.ts'
import { parseJson } from '../ui/json.ts'

export interface Examination {
  status: 'running' | 'done' | 'stopped' | 'failed'
  url: string
  startedAt: Date
  findings: readonly Finding[]
  total: number
  /** The rows of the wire by the numbers of requests. */
  requests: ReadonlyMap<number, ProvingRow>
  error?: unknown
  stop(): void
}

export interface ProvingRow {
  key: string
  /** As the wire shows it. */
  number: number
  label: string
}

const examinations = new WeakMap<Server, Signal<Examination | undefined>>()

/** The last examination of a server, as long as its tab is open. */
export function examinationOf(server: Server): Signal<Examination | undefined> {
  const known = examinations.get(server) ?? signal(undefined)
  examinations.set(server, known)
  return known
}

/** Never rejects: what goes wrong is in the examination. */
export async function startExamination(server: Server, { callsReadOnlyTools = false } = {}): Promise<void> {
  const target = server.session.value?.target
  const current = examinationOf(server)
  if (!target || current.value?.status === 'running') return
  const stopping = new AbortController()
  const requests = new Map<number, ProvingRow>()
  const examination: Examination = {
    status: 'running',
    url: target.url,
    startedAt: new Date(),
    findings: [],
    total: checks.length,
    requests,
    stop: () => stopping.abort(),
  }
  current.value = examination
  const update = (part: Partial<Examination>) => {
    if (current.value) current.value = { ...current.value, ...part }
  }
  // The sessions that were opened are ended also when the page is left.
  addEventListener('pagehide', examination.stop)
  try {
    const authFetch = target.auth === 'oauth' ? await authorizedFetch(target, server.wire) : undefined
    const own = server.wire.open(authFetch)
    const bare = server.wire.open()
    const findings = examine({
      url: target.url,
      fetch: own.fetch,
      bareFetch: bare.fetch,
      headers: {
        ...parseHeaders(target.headers),
        ...(target.auth === 'bearer' && { authorization: `Bearer ${target.token.trim()}` }),
      },
      isAuthorized: target.auth !== 'none',
      signal: stopping.signal,
      pageOrigin: location.origin,
      callsReadOnlyTools,
      observer: recordRows(server, { own: own.onEvent, bare: bare.onEvent }, requests),
    })
    for await (const finding of findings) update({ findings: [...(current.value?.findings ?? []), finding] })
    update({ status: stopping.signal.aborted ? 'stopped' : 'done' })
  } catch (error) {
    update({ status: 'failed', error })
  } finally {
    removeEventListener('pagehide', examination.stop)
  }
}

type OnEvent = ReturnType<Server['wire']['open']>['onEvent']

/** Reports the requests of an examination as the client reports its own, so that they are drawn alike. */
function recordRows(
  { wire }: Server,
  onEvent: { own: OnEvent; bare: OnEvent },
  requests: Map<number, ProvingRow>,
): Observer {
  const report = (exchange: Exchange, event: Parameters<OnEvent>[0]) =>
    (exchange.isBare ? onEvent.bare : onEvent.own)(event)
  return {
    onSent(exchange) {
      const { number: request, method, url, headers } = exchange
      const rpcMethod = methodOf(exchange)
      report(exchange, {
        type: 'request',
        request,
        method,
        url,
        headers: hide(headers),
        rpcMethod,
        timestamp: Date.now(),
      })
      const row = wire.rows.at(-1)
      if (row?.kind === 'lane') requests.set(request, { key: row.key, number: row.number, label: rpcMethod ?? method })
    },
    onResponse(exchange) {
      const { number: request, status = 0, responseHeaders } = exchange
      report(exchange, { type: 'response', request, status, headers: hide(responseHeaders), timestamp: Date.now() })
    },
    onEnd(exchange) {
      const outcome = exchange.end === 'ended' ? 'read' : exchange.end === 'broken' ? 'failed' : 'cancelled'
      report(exchange, { type: 'response-ended', request: exchange.number, outcome, timestamp: Date.now() })
    },
  }
}

function methodOf({ body, method }: Exchange): string | undefined {
  const message = parseJson(body ?? '')
  if (isObject(message) && typeof message.method === 'string') return message.method
  return body === undefined ? method : 'no message'
}

/** As the client does in its events. */
function hide(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      /^(authorization|mcp-session-id|cookie|set-cookie)$/i.test(name) ? '[redacted]' : value,
    ]),
  )
}
