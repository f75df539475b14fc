/** Shorthands for scenarios about memories that are wrong, and about servers that no script can play. */
import type { Client, ConnectOptions, EraCache, Fetch, Snapshot, Verdict } from '../../src/core/index.ts'

interface Message {
  id: number
  method: string
  params: Record<string, unknown>
}

/** Says of every server that it speaks this. */
export const believing = (kind: 'modern' | 'legacy' | 'http-sse'): { eraCache: EraCache } => {
  const protocolVersion = { modern: '2026-07-28', legacy: '2025-11-25', 'http-sse': '2024-11-05' }[kind]
  const era = kind === 'modern' ? 'modern' : 'legacy'
  const transport = kind === 'http-sse' ? 'sse' : 'streamable-http'
  return { eraCache: { get: () => ({ era, transport, protocolVersion, at: Date.now() }), set() {} } }
}

/** As another isolate would get it, which shares no memory with this one. */
export const carried = (client: Client): Pick<ConnectOptions, 'snapshot' | 'eraCache'> => ({
  snapshot: JSON.parse(JSON.stringify(client.snapshot())) as Snapshot,
  eraCache: new Map<string, Verdict>(),
})

/** Some requests are answered here, with these words; the others go to the server. */
export const answeredHere =
  (
    answer: (message: Message, headers: Record<string, string>) => string | undefined,
    type = 'application/json',
  ): Fetch =>
  (url, init) => {
    const text = init.body === undefined ? undefined : answer(JSON.parse(init.body), init.headers)
    if (text === undefined) return fetch(url, init)
    return Promise.resolve(new Response(text, { headers: { 'content-type': type } }))
  }

/** The text of an answer whose result is JSON text itself, however deep. */
export const answerText = (id: unknown, result: string): string => `{"jsonrpc":"2.0","id":${id},"result":${result}}`

export const never = (): Promise<never> => new Promise(() => {})
