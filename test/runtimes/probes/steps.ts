/** Shared steps of the probes: requests to the mock server, and streams that are read by hand. */

import type { JournalEntry, Rule, Step } from '../../../src/testing/index.ts'
import type { World } from '../../scenarios/scenario.ts'

export type Reader = ReadableStreamDefaultReader<Uint8Array>

const method = 'probe'
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** The first event of a stream. */
export const first: Step = { event: { data: 'first' } }
export const firstText = 'data: first\n\n'

/** Makes the server take these steps for every request. */
export async function prepare(world: World, ...steps: Step[]): Promise<void> {
  await prepareRules(world, { on: {}, do: steps })
}

/** Makes the server follow these rules, without sessions. */
export async function prepareRules(world: World, ...rules: Rule[]): Promise<void> {
  await world.server.configure({ session: { issue: false } })
  await world.server.script(...rules)
}

/** Uses the platform's own fetch unless another is given. */
export function post(
  world: World,
  init: RequestInit = {},
  { url = world.server.url, by = fetch }: { url?: string; by?: typeof fetch } = {},
): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} })
  return by(url, { method: 'POST', headers, body, ...init })
}

export function reading(response: Response): Reader {
  if (!response.body) throw new Error(`a response without a body, status ${response.status}`)
  return response.body.getReader()
}

export async function readAll(reader: Reader): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text
    text += decoder.decode(value, { stream: true })
  }
}

/** A stream that has sent one event and is now silent. */
export async function openSilentStream(world: World, init: RequestInit = {}): Promise<Reader> {
  await prepare(world, { stream: {} }, first, { hold: 'forever' })
  const reader = reading(await post(world, init))
  const { value } = await reader.read()
  world.assert.equal(new TextDecoder().decode(value), firstText, 'the first read')
  return reader
}

/** The requests that arrived, without preflights. */
export async function received(world: World): Promise<JournalEntry[]> {
  return (await world.server.journal()).filter((entry) => entry.httpMethod !== 'OPTIONS')
}

export const hasLeft = (journal: JournalEntry[]): boolean => journal.some((entry) => entry.ended === 'client-left')

export async function untilLeft(world: World): Promise<void> {
  await world.server.until(hasLeft)
}

/** Name, code and message of an error, in a form that fits into a table. */
export function describe(error: unknown): string {
  const { name, code, message, cause } = error as Error & { code?: unknown }
  if (name === 'AbortError') return error instanceof DOMException ? 'AbortError (DOMException)' : 'AbortError'
  const reason = (cause as { code?: string } | undefined)?.code ?? (cause instanceof Error && brief(cause.message))
  const details = [typeof code === 'string' && `code ${code}`, brief(message), reason && `cause ${reason}`]
  return [name, ...details].filter(Boolean).join(', ')
}

const brief = (message: string) => `"${message.split('. ')[0]?.replace(/ for url \(\S+\)/, '')}"`
