/** Compares a request with one of a tape, and says where they differ. */
import { isObject } from '../util/is-object.ts'
import { hideSecrets } from './hide-secrets.ts'
import { type Bindings, fits, PLACEHOLDER } from './placeholders.ts'
import { TAPE_VERSION, type TapeRequest } from './tape.ts'

/** Another version of the client may play the tape. */
const CLIENT_INFO = /^(io\.modelcontextprotocol\/)?clientInfo$/

/** Where the request differs from the one of the tape, in sentences; none if it fits. Binds the names of the tape. */
export function differences(expected: TapeRequest, actual: TapeRequest, bindings: Bindings): string[] {
  // An id belongs to one request, and clients that reconnect may begin to count again.
  if (isObject(expected.json) && isObject(actual.json) && 'method' in expected.json) {
    bindings.delete(`${expected.json.id}`)
  }
  const found: string[] = []
  const shown = withoutSecrets(actual)
  if (expected.method !== actual.method) found.push(say('method', expected.method, actual.method))
  if (!fits(expected.url, actual.url, bindings, decodeURIComponent)) found.push(say('url', expected.url, shown.url))
  for (const part of ['headers', 'json', 'form', 'text'] as const) {
    compare(expected[part], actual[part], shown[part], part)
  }
  return found

  /** `visible` is the actual value without secrets. */
  function compare(expected: unknown, actual: unknown, visible: unknown, path: string): void {
    if (isObject(expected) && isObject(actual)) {
      for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
        if (CLIENT_INFO.test(key)) continue
        compare(expected[key], actual[key], (visible as typeof actual)[key], `${path}.${key}`)
      }
    } else if (Array.isArray(expected) && Array.isArray(actual)) {
      for (let index = 0; index < Math.max(expected.length, actual.length); index += 1) {
        compare(expected[index], actual[index], (visible as unknown[])[index], `${path}[${index}]`)
      }
    } else if (!valueFits(expected, actual, bindings)) found.push(say(path, expected, visible))
  }
}

function valueFits(expected: unknown, actual: unknown, bindings: Bindings): boolean {
  if (typeof expected === 'string') return actual !== undefined && fits(expected, actual, bindings)
  return expected === actual
}

function say(path: string, expected: unknown, actual: unknown): string {
  return `${path}: expected ${show(expected)}, came ${show(actual)}`
}

function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

/** Whether a request asks for the same: the method of JSON-RPC and its params, or that of HTTP and the path. */
export function asksForTheSame(expected: TapeRequest, actual: TapeRequest, bindings: Bindings): boolean {
  if (expected.method !== actual.method) return false
  const [one, other] = [expected.json, actual.json]
  if (!isObject(one) || !isObject(other) || !('jsonrpc' in one)) {
    return fits(pathOf(expected), pathOf(actual), bindings, decodeURIComponent)
  }
  if (one.method !== other.method) return false
  const fitsAll = isAlike(essence(one), essence(other), bindings)
  if (fitsAll && one.method !== undefined && one.id !== undefined) bindings.set(`${one.id}`, other.id)
  return fitsAll
}

function isAlike(expected: unknown, actual: unknown, bindings: Bindings): boolean {
  if (typeof expected !== 'object' || typeof actual !== 'object' || !expected || !actual) {
    return valueFits(expected, actual, bindings)
  }
  const [one, other] = [expected as Record<string, unknown>, actual as Record<string, unknown>]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
    isAlike(one[key], other[key], bindings),
  )
}

/** What a server decides by: not the ids, nor who the client is. */
function essence({ method, params, ...message }: Record<string, unknown>): unknown {
  if (method === undefined) return message
  if (!isObject(params)) return {}
  const { _meta, clientInfo, capabilities, ...rest } = params
  return rest
}

const pathOf = ({ url }: TapeRequest): string => url.replace(/[?#].*$/s, '')

/** A request that may be shown. */
export function withoutSecrets(request: TapeRequest): TapeRequest {
  const { entries } = hideSecrets({ version: TAPE_VERSION, entries: [{ request }] })
  // Its names would be taken for those of the tape.
  return JSON.parse(JSON.stringify(entries[0]!.request).replaceAll(PLACEHOLDER, '[hidden]')) as TapeRequest
}

/** One line about a request. */
export function describeRequest({ method, url, json }: TapeRequest): string {
  const messages = (Array.isArray(json) ? json : [json]).filter(isObject)
  const words = messages.map((message) => message.method ?? ('error' in message ? 'an error' : 'a result'))
  return [method, url, ...(messages.some((message) => 'jsonrpc' in message) ? words : [])].join(' ')
}

/** Whether nobody waits for an answer: a notification, or the answer to a request of the server. */
export function expectsNoAnswer({ json }: TapeRequest): boolean {
  return isObject(json) && 'jsonrpc' in json && !('id' in json && 'method' in json)
}
