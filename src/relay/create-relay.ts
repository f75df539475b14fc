/** The relay: sends the MCP and OAuth requests of listed pages to allowed servers, and passes the responses back. */
import { systemEnvironment } from '../core/util/environment.ts'
import { runSafely } from '../core/util/run-safely.ts'
import { checkOptions } from './check-options.ts'
import { isListedPage, judgeRequest } from './judge-request.ts'
import { Refusal, toResponse } from './refusal.ts'
import { answerPreflight, isPassedOn } from './relay-headers.ts'
import { recognise } from './request-kind.ts'
import { sendRequest } from './send-request.ts'
import { readRequest } from './transfer-body.ts'
import type { Relay, RelayLogEntry, RelayOptions } from './types.ts'

/**
 * A handler of requests, with which pages reach MCP servers that send no CORS headers. It throws a TypeError without
 * `allow` and `origins`: a relay is never an open proxy.
 *
 * @example
 * const relay = createRelay({ allow: ['https://tools.example.com'], origins: ['https://app.example.com'] })
 * const worker = { fetch: (request: Request) => relay(request) }
 */
export function createRelay(options: RelayOptions): Relay {
  checkOptions(options)
  const { requestBytes = 4_194_304, responseBytes = 16_777_216 } = options.limits ?? {}
  const { idleTimeout = 300_000, maxDuration = 3_600_000 } = options.limits ?? {}
  const limits = { responseBytes, idleTimeout, maxDuration }
  const further = options.headers?.map((name) => name.toLowerCase()) ?? []
  const mayPass = (name: string) => isPassedOn(name) || further.includes(name)

  return async (request) => {
    const started = systemEnvironment.monotonic()
    const { method } = request
    const page = request.headers.get('origin')
    let place: string | undefined
    let isListed = false
    try {
      if (!isListedPage(request, options.origins)) {
        throw new Refusal(403, 'origin', `Pages of ${page ?? 'no origin'} may not use this relay`)
      }
      isListed = true
      if (method === 'OPTIONS') return answerPreflight(request, page, mayPass)
      const target = await judgeRequest(request, options)
      place = target.origin + target.pathname
      const wait = await options.rateLimit?.({ page, method, target: place, request })
      if (wait) throw new Refusal(429, 'rate-limit', 'Too many requests', 'not-executed', wait)
      const text = method === 'POST' ? await readRequest(request, { ...limits, requestBytes }) : undefined
      // Reading the request has taken part of the time.
      const left = Math.max(1, maxDuration - (systemEnvironment.monotonic() - started))
      const kind = recognise(request, target, options.metadata ?? [], text)
      const onEnd = (status: number, ended: RelayLogEntry['ended'], bytes: number) => log({ status, ended, bytes })
      return await sendRequest(
        { request, target, kind, text, limits: { ...limits, maxDuration: left }, mayPass, onEnd },
        options,
      )
    } catch (error) {
      const isRefusal = error instanceof Refusal
      const refusal = isRefusal ? error : new Refusal(500, 'internal', 'The relay failed', 'unknown')
      const { status, reason: refused } = refusal
      log({ status, refused, ...(!isRefusal && { error }) })
      return toResponse(refusal, isListed ? page : undefined)
    }

    function log({ status, refused, error, ended = 'read', bytes = 0 }: Partial<RelayLogEntry> & { status: number }) {
      const milliseconds = systemEnvironment.monotonic() - started
      const how = request.signal.aborted ? 'cancelled' : ended
      const facts = { page, method, target: place, status, refused, bytes, milliseconds, ended: how } as const
      runSafely(() => options.log?.({ ...facts, ...(error !== undefined && { error }) }))
    }
  }
}
