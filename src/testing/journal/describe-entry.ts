/** One line of text about a request in the journal. */
import { isObject } from '../util/is-object.ts'
import type { JournalEntry } from './journal-entry.ts'

/** `3  POST /mcp tools/call echo → 200 text/event-stream, 2 events, closed`. */
export function describeEntry(entry: JournalEntry): string {
  const { number, httpMethod, path, rpcMethod, status, contentType, events, ended, fault, error } = entry
  const sent = [httpMethod, path, rpcMethod, subject(entry.body)].filter((part) => part !== undefined).join(' ')
  const response = status === undefined ? 'no response' : [status, contentType].filter(Boolean).join(' ')
  const details = [
    response,
    ...(events > 0 ? [`${events} ${events === 1 ? 'event' : 'events'}`] : []),
    ended ?? 'open',
    ...(fault === undefined ? [] : [`fault ${fault}`]),
    ...(error === undefined ? [] : [`error ${error.split('\n')[0]}`]),
  ]
  return `${number}  ${sent} → ${details.join(', ')}`
}

/** The tool, prompt or resource that the request is about. */
function subject(body: unknown): string | undefined {
  const params = isObject(body) && isObject(body.params) ? body.params : {}
  const { name, uri } = params
  return typeof name === 'string' ? name : typeof uri === 'string' ? uri : undefined
}
