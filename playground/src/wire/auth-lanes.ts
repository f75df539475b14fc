/** The requests of the OAuth flow as rows: documents readable, tokens masked, and the time at the authorization server. */
import type { Fetch } from 'mcp-over-fetch'
import type { SignInDriver } from '../../../src/oauth/index.ts'
import { readStored, writeStored } from '../state/storage.ts'
import { maskSecrets, parametersAsJson } from './mask.ts'
import { nextRowNumber } from './numbers.ts'
import { createRecordingFetch } from './recording-fetch.ts'
import type { Lane, Recorded } from './rows.ts'

export interface AuthLanes {
  /** A `fetch` for `oauth()` that records its requests. Those to the MCP endpoint belong to rows of the connection. */
  recordAuth(inner: Fetch, endpoint: string): Fetch
  /** A driver that records the time at the authorization server. */
  recordSignIn(driver: SignInDriver): SignInDriver
  /** After a redirect: shows what was recorded before it. `search` is the query of the callback. */
  restoreSignIn(search: string): void
}

/** What the model offers for rows that no event of the client causes. */
export interface RowWriter {
  rows: readonly { kind: string }[]
  /** Adds an open row. */
  add(lane: Lane): void
  /** Ends a row. */
  finish(lane: Lane, known: Partial<Lane>): void
  /** The row of the connection whose request has this signal. */
  laneOfSignal(signal: AbortSignal): Lane | undefined
}

/** In the storage of the tab while the page is at the authorization server. */
const STORED = 'wire before the redirect'
const MAX_STORED = 40

export function createAuthLanes({ rows, add, finish, laneOfSignal }: RowWriter): AuthLanes {
  let count = 0
  return { recordAuth, recordSignIn, restoreSignIn }

  function open(part: Pick<Lane, 'method' | 'url' | 'rpc'> & Partial<Lane>): Lane {
    const lane: Lane = {
      kind: 'lane',
      key: `auth-${++count}`,
      number: nextRowNumber(),
      headers: {},
      start: Date.now(),
      eventTimes: [],
      auth: true,
      ...part,
    }
    add(lane)
    return lane
  }

  function recordAuth(inner: Fetch, endpoint: string): Fetch {
    const server = new URL(endpoint)
    let lane: Lane | undefined
    const recording = createRecordingFetch(inner, (recorded) => {
      const opened = lane!
      opened.recorded = masked(recorded)
      return { onMessage() {}, onFailure: () => finish(opened, { end: Date.now(), outcome: 'failed' }) }
    })
    return async (url, init) => {
      const { origin, pathname } = new URL(url)
      if (origin === server.origin && pathname === server.pathname) {
        const response = await inner(url, init)
        noteRefusal(response, init)
        return response
      }
      const { authorization } = init.headers
      const headers = { ...init.headers, ...(authorization && { authorization: '[redacted]' }) }
      const opened = open({ method: init.method, url: origin + pathname, rpc: nameOf(pathname), headers })
      lane = opened
      const response = await recording(url, init)
      const { status } = response
      const responseHeaders = Object.fromEntries(response.headers)
      finish(opened, { status, responseHeaders, headersAt: Date.now(), end: Date.now(), outcome: 'read' })
      return response
    }
  }

  /** The client sees only the error that `oauth()` makes of a 401 or 403, so its row learns the answer here. */
  function noteRefusal(response: Response, init: Parameters<Fetch>[1]): void {
    const lane = laneOfSignal(init.signal)
    if (!lane?.recorded) return
    lane.recorded.sentHeaders = { ...init.headers }
    if (response.status !== 401 && response.status !== 403) return
    const headers = Object.fromEntries(response.headers)
    lane.recorded.receivedHeaders = headers
    lane.refusal = { status: response.status, headers, at: Date.now() }
    if (!headers['www-authenticate']) lane.refusal.isHidden = true
  }

  function recordSignIn(driver: SignInDriver): SignInDriver {
    const wrapped: SignInDriver = async (url, flow) => {
      const lane = open({
        method: 'GET',
        url: url.origin + url.pathname,
        rpc: 'authorize',
        subject: 'you, at the authorization server',
      })
      lane.recorded = { ...emptyRecording, request: parametersAsJson(url.searchParams) }
      store()
      try {
        const query = await driver(url, flow)
        // Undefined: the page is being left.
        if (query) finishSignIn(lane, query)
        return query
      } catch (error) {
        finish(lane, { end: Date.now(), outcome: 'cancelled' })
        throw error
      }
    }
    if (driver.prepare) wrapped.prepare = () => driver.prepare!()
    if (driver.cancel) wrapped.cancel = (prepared) => driver.cancel!(prepared)
    return wrapped
  }

  function finishSignIn(lane: Lane, query: URLSearchParams): void {
    if (lane.recorded) lane.recorded.response = parametersAsJson(query)
    const outcome = query.has('error') ? 'failed' : 'read'
    finish(lane, { headersAt: Date.now(), end: Date.now(), outcome })
  }

  /** Without what was sent and received on the connection, which holds secrets. */
  function store(): void {
    const lanes = (rows as readonly Lane[]).filter(({ kind }) => kind === 'lane').slice(-MAX_STORED)
    const kept = lanes.map(({ recorded, ...lane }) => {
      if (!lane.auth || !recorded) return lane
      const { request, response, bytes } = recorded
      return { ...lane, recorded: { ...emptyRecording, request, response, bytes } }
    })
    writeStored('tab', STORED, kept)
  }

  function restoreSignIn(search: string): void {
    const stored = readStored('tab', STORED)
    writeStored('tab', STORED, undefined)
    if (!Array.isArray(stored)) return
    for (const lane of stored as Lane[]) {
      add({ ...lane, key: `before-${lane.key}`, number: nextRowNumber() })
    }
    const restored = (rows as readonly Lane[]).filter(({ key }) => key.startsWith('before-'))
    for (const lane of restored) {
      if (lane.rpc === 'authorize' && lane.end === undefined) finishSignIn(lane, new URLSearchParams(search))
      else finish(lane, {})
    }
  }
}

const emptyRecording: Recorded = {
  url: '',
  sentHeaders: {},
  receivedHeaders: {},
  request: undefined,
  response: '',
  bytes: 0,
  messages: [],
  messageCount: 0,
}

/** Reads of the bodies are masked; what was recorded is reachable by nothing else. */
function masked(recorded: Recorded): Recorded {
  return {
    ...emptyRecording,
    get receivedHeaders() {
      return recorded.receivedHeaders
    },
    get request() {
      return recorded.request && maskSecrets(recorded.request)
    },
    get response() {
      return maskSecrets(recorded.response)
    },
    get bytes() {
      return recorded.bytes
    },
  }
}

function nameOf(path: string): string {
  if (path.includes('oauth-protected-resource')) return 'resource metadata'
  if (path.includes('.well-known/')) return 'server metadata'
  return path.split('/').at(-1) || 'authorization'
}
