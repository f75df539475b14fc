/** One request to an authorization server or for metadata: no redirects, no cookies, a time limit and a size limit. */
import type { Fetch, FetchInit } from '../../core/index.ts'
import { type Body, openBody, readText } from '../../core/util/body.ts'
import { createDeadline } from '../../core/util/deadline.ts'
import type { Environment } from '../../core/util/environment.ts'
import { isObject } from '../../core/util/is-object.ts'
import type { Secrets } from '../../core/util/secrets.ts'
import { AuthError } from '../errors.ts'
import type { UrlPurpose } from '../types.ts'
import { type CheckUrl, inBrowser } from './allow-url.ts'
import { omitUndefined } from './omit-undefined.ts'
import { createUnreachableError } from './response-errors.ts'
import { addSent } from './secrets.ts'

const MAX_BYTES = 262_144
/** Milliseconds until the end of the response. */
const TIMEOUT = 10_000

export interface OAuthResponse {
  status: number
  headers: Headers
  /** Undefined if the body is not a JSON object. */
  json?: Record<string, unknown> | undefined
  /** For texts of the server, which may repeat the request. */
  redact: Secrets['redact']
}

export interface RequestOptions {
  headers?: Record<string, string> | undefined
  /** Makes it a POST. */
  body?: string | undefined
  signal?: AbortSignal | undefined
  /** Skips the body of the response. */
  headersOnly?: true
}

export type OAuthRequest = (url: unknown, purpose: UrlPurpose, options?: RequestOptions) => Promise<OAuthResponse>

export function createOAuthRequest(
  environment: Environment,
  fetch: Fetch,
  checkUrl: CheckUrl,
  secrets: Secrets,
): OAuthRequest {
  return async (text, purpose, { headers: sent, body, signal, headersOnly } = {}) => {
    const url = checkUrl(text, purpose)
    addSent(secrets, sent, body)
    const controller = new AbortController()
    const deadline = createDeadline(environment, { what: url.origin, total: TIMEOUT, hint: '', signals: [signal] })
    deadline.onPassed((reason) => controller.abort(reason))
    const init: FetchInit = {
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', ...sent },
      signal: controller.signal,
      redirect: 'manual',
      credentials: 'omit',
      ...omitUndefined({ body }),
    }
    let received: Body | undefined
    try {
      const response = await deadline.race(fetch(url.href, init), discardBody)
      const { status, headers } = response
      received = openBody(response)
      // A browser reports a manual redirect with status 0.
      if (!status || (status > 299 && status < 400)) {
        throw new AuthError(`${url.origin} redirects (${purpose})`, { reason: 'redirect-refused', status })
      }
      // A body over the limit is cut, and is then no JSON.
      const json = headersOnly ? undefined : parseObject((await readText(received, MAX_BYTES, deadline)).text)
      return { status, headers, json, redact: secrets.redact }
    } catch (cause) {
      signal?.throwIfAborted()
      if (cause instanceof AuthError) throw cause
      const corsHeaders = inBrowser() && !deadline.passed ? init.headers : undefined
      throw createUnreachableError(url, cause, secrets.redact, corsHeaders)
    } finally {
      received?.cancel()
      deadline.stop()
      controller.abort()
    }
  }
}

function noop(): void {}

/** Releases the connection of a response whose body is not read. */
export function discardBody(response: Response): void {
  response.body?.cancel().catch(noop)
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Requests these URLs in turn until one has a document, or any other response than a 4xx, which says that there is none.
 * After a 502, the next URL is tried; if none has the document, that response is the result.
 */
export async function requestFirstFound(
  request: OAuthRequest,
  urls: Iterable<string>,
  purpose: UrlPurpose,
  options: RequestOptions,
): Promise<{ url: string; response: OAuthResponse } | undefined> {
  let corsError: unknown
  let badGateway: { url: string; response: OAuthResponse } | undefined
  for (const url of urls) {
    const response = await request(url, purpose, options).catch((error) => {
      // In a browser this may be a 404 without CORS headers.
      if (error?.reason !== 'cors-or-network') throw error
      corsError = error
    })
    if (!response) continue
    if (response.status === 502) badGateway = { url, response }
    else if (response.status < 400 || response.status > 499) return { url, response }
  }
  // A response that CORS hides does not prove that there is no document.
  if (corsError) throw corsError
  return badGateway
}
