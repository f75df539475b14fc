/** One question to an authorization server or for metadata: no redirects, no cookies, little time, small answers. */
import type { Fetch, FetchInit } from '../../core/options.ts'
import { type Body, openBody, readText } from '../../core/util/body.ts'
import type { Environment } from '../../core/util/environment.ts'
import { AuthError, type AuthErrorReason } from '../errors.ts'
import type { UrlPurpose } from '../types.ts'
import { type CheckUrl, inBrowser } from './allow-url.ts'
import { given } from './omit-undefined.ts'
import { createPatience } from './patience.ts'

const MOST_BYTES = 262_144
const PATIENCE = 10_000

export interface Reply {
  status: number
  headers: Headers
  /** Undefined if the body is no JSON object. */
  json?: Record<string, unknown> | undefined
}

export interface Question {
  headers?: Record<string, string> | undefined
  /** Makes it a POST. */
  body?: string | undefined
  signal?: AbortSignal | undefined
  /** Only the head of the answer is wanted. */
  head?: true
}

export type Ask = (url: unknown, purpose: UrlPurpose, question?: Question) => Promise<Reply>

export function createAsk(environment: Environment, fetch: Fetch, check: CheckUrl): Ask {
  return async (text, purpose, { headers: sent, body, signal, head } = {}) => {
    const url = check(text, purpose)
    const patience = createPatience(environment, PATIENCE, signal)
    const init: FetchInit = {
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', ...sent },
      signal: patience.signal,
      redirect: 'manual',
      credentials: 'omit',
      ...given({ body }),
    }
    let received: Body | undefined
    try {
      const response = await patience.race(fetch(url.href, init), discard)
      const { status, headers } = response
      received = openBody(response.body)
      // A page is shown no more of a redirect than a status of 0.
      if (!status || (status > 299 && status < 400)) {
        throw new AuthError(`${url.origin} redirects (${purpose})`, { reason: 'redirect_refused', status })
      }
      // What is cut is no JSON any more.
      const json = head ? undefined : parseObject((await readText(received, MOST_BYTES, patience)).text)
      return { status, headers, json }
    } catch (cause) {
      signal?.throwIfAborted()
      if (cause instanceof AuthError) throw cause
      throw unreachable(url, cause, inBrowser() && !patience.signal.aborted ? init.headers : undefined)
    } finally {
      received?.cancel()
      patience.stop()
    }
  }
}

function nothing(): void {}

/** Nobody needs the rest. */
export function discard(response: Response): void {
  response.body?.cancel().catch(nothing)
}

/** A page is not told why; `hidden` are the headers that CORS must allow, by name, for it to be told anything. */
export function unreachable(url: URL, cause: unknown, hidden?: Record<string, string>): AuthError {
  const rule =
    hidden && `allow ${Object.keys(hidden).join(', ')}, and expose dpop-nonce, mcp-session-id, www-authenticate`
  return new AuthError(`${url.origin} gave no answer${hidden ? ` that this page may see: CORS must ${rule}` : ''}`, {
    reason: hidden ? 'cors_or_network' : 'temporarily_unavailable',
    retryable: true,
    // Some runtimes put the whole address into the text.
    cause: url.search ? undefined : cause,
  })
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The first of these addresses that has something, passing over those that say they have not. */
export async function askFirst(
  ask: Ask,
  addresses: Iterable<string>,
  purpose: UrlPurpose,
  question: Question,
  isNext: (status: number) => boolean,
): Promise<{ address: string; reply: Reply } | undefined> {
  let hidden: unknown
  for (const address of addresses) {
    const reply = await ask(address, purpose, question).catch((error) => {
      // In a browser this may be a 404 without CORS headers.
      if (error.reason !== 'cors_or_network') throw error
      hidden = error
    })
    if (reply && !isNext(reply.status)) return { address, reply }
  }
  // Only who says that there is nothing has nothing.
  if (hidden) throw hidden
  return undefined
}

/** What the server said about its refusal. */
export function refusal(reason: AuthErrorReason, issuer: string, { status, json }: Omit<Reply, 'headers'>): AuthError {
  const later = status >= 500 || status === 429
  return new AuthError(`${issuer} refused: ${reason} (${status})`, {
    reason: later ? 'temporarily_unavailable' : reason,
    retryable: later,
    issuer,
    status,
    server: { error: clean(textOf(json?.error)), description: clean(textOf(json?.error_description)) },
  })
}

/** The error code of a token endpoint that refused; one in trouble has not decided anything. */
export function refusalWord(error: unknown): string | undefined {
  return error instanceof AuthError && error.reason === 'token_refused' ? error.server?.error : undefined
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Text of a server that may end up in a log or a terminal. */
export function clean<T extends string | undefined>(text: T): T {
  const spell = (mark: string) => `\\u{${mark.codePointAt(0)?.toString(16)}}`
  return text?.slice(0, 2048).replace(/[\p{C}\u2028\u2029]/gu, spell) as T
}
