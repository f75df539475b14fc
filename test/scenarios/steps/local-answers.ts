/** Answers that a script of the mock server cannot give, made in the client's fetch instead. */
import type { Fetch } from '../../../src/core/index.ts'

interface Message {
  id: number
  method: string
  params: Record<string, unknown>
}

/** A fetch that answers a request itself where `answer` returns a body; all others go to the server. */
export const answeredLocally =
  (
    answer: (message: Message, headers: Record<string, string>) => string | undefined,
    type = 'application/json',
  ): Fetch =>
  (url, init) => {
    const text = init.body === undefined ? undefined : answer(JSON.parse(init.body), init.headers)
    if (text === undefined) return fetch(url, init)
    return Promise.resolve(new Response(text, { headers: { 'content-type': type } }))
  }

/** The text of a JSON-RPC response whose result is already JSON text, however deep. */
export const responseText = (id: unknown, result: string): string => `{"jsonrpc":"2.0","id":${id},"result":${result}}`

/** The text of a schema of nested objects. */
export const deepSchema = (levels: number): string =>
  `${'{"type":"object","properties":{"a":'.repeat(levels)}{}${'}}'.repeat(levels)}`

/** A server with these tools, given as JSON texts. */
export const toolsAnswered = (...tools: string[]): Fetch =>
  answeredLocally(({ id, method }) => (method === 'tools/list' ? responseText(id, `{"tools":[${tools}]}`) : undefined))
