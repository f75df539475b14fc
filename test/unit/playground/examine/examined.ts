/** Runs checks of an examination against the mock server, whose answers a test may change on their way. */
import { examine } from '../../../../bin/examination/examine.ts'
import type { Finding } from '../../../../bin/examination/outcome.ts'
import { createPageFetch } from '../../../../bin/examination/page-fetch.ts'
import type { Fetch } from '../../../../src/core/index.ts'
import {
  createMockServer,
  type FaultName,
  type MockServer,
  type MockServerOptions,
} from '../../../../src/testing/index.ts'
import { type BrowserFetch, createBrowserFetch, PAGE_ORIGIN } from './browser-fetch.ts'

/** A request on its way to the server. */
export interface Sent {
  url: string
  /** Of HTTP; `OPTIONS` is a preflight. */
  httpMethod: string
  /** Of JSON-RPC. */
  method: string | undefined
  id: unknown
  params: Record<string, unknown>
  body: string
  headers: Headers
  /** Whether redirects are followed. */
  follows: boolean
  /** Sends it on, with other headers or another body. */
  pass(change?: { headers?: Record<string, string | null>; body?: string }): Promise<Response>
}

/** Undefined: the request is passed on. */
export type Misbehave = (sent: Sent) => Response | Promise<Response> | undefined

export interface Examination {
  findings: Finding[]
  server: MockServer
  fetch: BrowserFetch
}

export interface Case {
  options?: MockServerOptions
  misbehave?: () => Misbehave
  fault?: FaultName
  headers?: Record<string, string>
  slow?: number
  idle?: number
  /** The examination runs in no page, and imitates one. */
  isOutsideOfPages?: boolean
}

export async function runChecks(only: readonly string[] | undefined, given: Case = {}): Promise<Examination> {
  const server = createMockServer(given.options)
  if (given.fault) server.fault(given.fault)
  const misbehave = given.misbehave?.()
  const send = (url: string, init: RequestInit) => {
    const sent = describeRequest(server, url, init)
    return Promise.resolve(misbehave?.(sent) ?? sent.pass())
  }
  const fetch = createBrowserFetch(send)
  const direct: Fetch = (url, init) => send(url, init as RequestInit)
  const findings: Finding[] = []
  const examination = examine({
    url: server.url,
    ...(given.isOutsideOfPages ? { fetch: direct, pageFetch: createPageFetch(direct, PAGE_ORIGIN) } : { fetch }),
    headers: given.headers ?? {},
    signal: new AbortController().signal,
    pageOrigin: PAGE_ORIGIN,
    callsReadOnlyTools: true,
    requestLimit: 400,
    settle: 60,
    idle: given.idle ?? 60,
    ...(given.slow !== undefined && { slow: given.slow }),
    ...(only && { only }),
  })
  for await (const finding of examination) findings.push(finding)
  return { findings, server, fetch }
}

function describeRequest(server: MockServer, url: string, init: RequestInit): Sent {
  const body = typeof init.body === 'string' ? init.body : ''
  const message = readObject(body)
  const headers = new Headers(init.headers)
  return {
    url,
    httpMethod: init.method ?? 'GET',
    method: typeof message.method === 'string' ? message.method : undefined,
    id: message.id,
    params: (message.params ?? {}) as Record<string, unknown>,
    body,
    headers,
    follows: init.redirect === 'follow',
    pass(change = {}) {
      const changed = new Headers(headers)
      for (const [name, value] of Object.entries(change.headers ?? {})) {
        if (value === null) changed.delete(name)
        else changed.set(name, value)
      }
      const text = change.body ?? body
      return server.fetch(url, { ...init, headers: changed, ...(text && { body: text }) })
    },
  }
}

function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}

/** Allows every page to read it. */
const OPEN = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' }

export function reply(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type = { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' }
  return new Response(status === 204 ? null : text, { status, headers: { ...OPEN, ...type, ...headers } })
}

export function result(sent: Sent, value: object, headers: Record<string, string> = {}): Response {
  return reply(200, { jsonrpc: '2.0', id: sent.id, result: value }, headers)
}

export function error(sent: Sent, code: number, status = 200): Response {
  return reply(status, { jsonrpc: '2.0', id: sent.id, error: { code, message: 'made up' } })
}

/** The response with other headers or another status; its body stays as it is. */
export async function alter(
  response: Promise<Response>,
  { status, headers = {} }: { status?: number; headers?: Record<string, string | null> },
): Promise<Response> {
  const original = await response
  const changed = new Headers(original.headers)
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) changed.delete(name)
    else changed.set(name, value)
  }
  return new Response(original.body, { status: status ?? original.status, headers: changed })
}
