/** Writes a tape without secrets: finds them by their places, and replaces them there and in every other text. */
import { isSecretName } from '../../core/util/secret-names.ts'
import { isObject } from '../util/is-object.ts'
import { hideInText as hideInAnyText, hideInUrl } from './hide-in-text.ts'
import { createPlaceholders, type Placeholders } from './placeholders.ts'
import { isSecretKey, SECRET_HEADER, SECRET_PARAMETER } from './secret-names.ts'
import type { Tape, TapeEntry, TapeEvent, TapeRequest, TapeResponse } from './tape.ts'

type Direction = 'from-client' | 'from-server'

/** `known` are secrets that no place betrays. */
export function hideSecrets(tape: Tape, known: readonly string[] = []): Tape {
  const names = createPlaceholders()
  for (const secret of known) names.secret('secret', secret)
  // Twice: a token may be in a text before the request that uses it.
  for (const entry of tape.entries) hideInEntry(entry, names)
  return { ...tape, entries: tape.entries.map((entry) => hideInEntry(entry, names)) }
}

function hideInEntry({ request, response, failed, unanswered }: TapeEntry, names: Placeholders): TapeEntry {
  return {
    request: hideInRequest(request, names),
    ...(response && { response: hideInResponse(response, names) }),
    ...(failed && { failed: { ...failed, message: hideInText(failed.message, names) } }),
    ...(unanswered && { unanswered }),
  }
}

function hideInRequest(request: TapeRequest, names: Placeholders): TapeRequest {
  const { after, method, url, headers, form } = request
  return {
    ...(after !== undefined && { after }),
    method,
    url: hideInUrl(url, names),
    headers: hideInHeaders(headers, names),
    ...(form && { form: hideInJson(form, names, '', true) as typeof form }),
    ...hideInBody(request, names, 'from-client'),
  }
}

function hideInResponse(response: TapeResponse, names: Placeholders): TapeResponse {
  const { when, after, status, headers, url, events, ended, endedWhen, endedAfter } = response
  return {
    when,
    ...(after !== undefined && { after }),
    status,
    ...(url !== undefined && { url: hideInUrl(url, names) }),
    headers: hideInHeaders(headers, names),
    ...(events && { events: events.map((event) => hideInEvent(event, names)) }),
    ...hideInBody(response, names, 'from-server'),
    ended,
    ...(endedWhen !== undefined && { endedWhen }),
    ...(endedAfter !== undefined && { endedAfter }),
  }
}

function hideInEvent(event: TapeEvent, names: Placeholders): TapeEvent {
  const { id, partial, comment } = event
  return {
    ...event,
    ...(id !== undefined && { id: hideInText(id, names) }),
    ...(comment !== undefined && { comment: hideInText(comment, names) }),
    ...(partial !== undefined && { partial: hideInText(partial, names) }),
    ...hideInBody(event, names, 'from-server'),
    // HTTP+SSE: the address of the session.
    ...(event.event === 'endpoint' && event.text !== undefined && { text: hideInUrl(event.text, names) }),
  }
}

function hideInBody(
  { json, text }: { json?: unknown; text?: string },
  names: Placeholders,
  direction: Direction,
): object {
  if (text !== undefined) return { text: hideInText(text, names) }
  if (json === undefined) return {}
  return {
    json: Array.isArray(json)
      ? json.map((one) => hideInMessage(one, names, direction))
      : hideInMessage(json, names, direction),
  }
}

/** A JSON-RPC message, whose ids are the client's own, or a document of OAuth. */
function hideInMessage(message: unknown, names: Placeholders, direction: Direction): unknown {
  const hidden = hideInJson(message, names, '', !isObject(message) || !('jsonrpc' in message))
  if (!isObject(message) || !isObject(hidden) || !('jsonrpc' in message)) return hidden
  const { id, method } = message
  if (direction === 'from-client') {
    if (method !== undefined && id !== undefined) hidden.id = names.id(id)
    const meta = metaOf(message.params)
    if (meta?.progressToken !== undefined) metaOf(hidden.params)!.progressToken = names.id(meta.progressToken)
    if (method === 'notifications/cancelled') mapMember(message.params, hidden.params, 'requestId', names.knownId)
    return hidden
  }
  if (method === undefined && id !== null && id !== undefined) hidden.id = names.knownId(id)
  if (method === 'notifications/progress') mapMember(message.params, hidden.params, 'progressToken', names.knownId)
  for (const part of ['params', 'result'] as const) {
    mapMember(metaOf(message[part]), metaOf(hidden[part]), 'io.modelcontextprotocol/subscriptionId', names.knownId)
  }
  return hidden
}

function metaOf(value: unknown): Record<string, unknown> | undefined {
  return isObject(value) && isObject(value._meta) ? value._meta : undefined
}

function mapMember(from: unknown, to: unknown, key: string, map: (value: unknown) => unknown): void {
  if (isObject(from) && isObject(to) && from[key] !== undefined) to[key] = map(from[key])
}

function hideInJson(value: unknown, names: Placeholders, key: string, isOAuth: boolean): unknown {
  const isSecret = isSecretKey(key) || (isOAuth && SECRET_PARAMETER.test(key))
  if (typeof value === 'string') return isSecret ? names.secret(key, value) : hideInText(value, names)
  // A plural is a count.
  if (typeof value === 'number') return isSecret && !key.endsWith('s') ? names.secret(key, `${value}`) : value
  if (Array.isArray(value)) return value.map((one) => hideInJson(one, names, key, isOAuth))
  if (!isObject(value)) return value
  const named = [value.name, value.key].find((name) => typeof name === 'string' && isSecretName(name))
  const members = Object.entries(value).map(([name, one]) => [
    hideInName(name, names),
    hideInJson(one, names, name === 'value' && named !== undefined ? `${named}` : name, isOAuth),
  ])
  return Object.fromEntries(members)
}

/** A text may be JSON itself, as the content of many tools is. */
function hideInText(text: string, names: Placeholders): string {
  return hideInAnyText(text, names, (text) => {
    if (!/^\s*[[{]/.test(text)) return
    try {
      hideInJson(JSON.parse(text), names, '', false)
    } catch {}
  })
}

/** A plain word stays: whoever has it as a password must not rename the members of messages. */
function hideInName(name: string, names: Placeholders): string {
  return /^[a-z_]*$/i.test(name) ? name : hideInText(name, names)
}

function hideInHeaders(headers: Record<string, string>, names: Placeholders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hideInHeader(name, value, names)]))
}

function hideInHeader(name: string, value: string, names: Placeholders): string {
  if (name === 'authorization') {
    const [, scheme = '', credentials = value] = /^(\S+ +)?(.*)$/.exec(value) ?? []
    if (/^basic/i.test(scheme)) hideBasic(credentials, names)
    return scheme + names.secret('authorization', credentials)
  }
  if (name === 'cookie')
    return value.replaceAll(/=("?)([^;"]*)/g, (_, quote: string, cookie: string) => {
      return `=${quote}${names.secret('cookie', cookie)}`
    })
  if (name === 'set-cookie') {
    return value.replaceAll(
      /(^|, *)([^=;,]+)=("?)([^;,"]*)/g,
      (_, mark: string, cookie: string, quote: string, text: string) => {
        return `${mark}${cookie}=${quote}${names.secret('cookie', text)}`
      },
    )
  }
  if (name === 'location') return hideInUrl(value, names)
  return SECRET_HEADER.test(name) ? names.secret(name, value) : hideInText(value, names)
}

/** The password alone is a secret too. */
function hideBasic(credentials: string, names: Placeholders): void {
  try {
    const password = atob(credentials).replace(/^[^:]*:/, '')
    names.secret('password', password)
    names.secret('password', decodeURIComponent(password))
  } catch {}
}
