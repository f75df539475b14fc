/** A fetch that records every JSON-RPC message that passes through it, in both directions. */
import type { Fetch } from '../../src/core/index.ts'
import { collectEvents, type RawMessage } from './read-events.ts'

export interface RecordedMessages {
  fetch: Fetch
  sent: RawMessage[]
  /** Complete once the streams have ended. */
  received(): Promise<RawMessage[]>
}

export function recordMessages(fetch: Fetch): RecordedMessages {
  const sent: RawMessage[] = []
  const bodies: (() => Promise<string[]>)[] = []
  return {
    sent,
    received: async () => (await Promise.all(bodies.map((read) => read()))).flat().flatMap((text) => JSON.parse(text)),
    async fetch(url, init) {
      if (init.body) sent.push(JSON.parse(init.body))
      const response = await fetch(url, init)
      const [type] = (response.headers.get('content-type') ?? '').split(';')
      if (type === 'application/json') {
        const copy = response.clone()
        bodies.push(async () => [await copy.text()])
      } else if (type === 'text/event-stream') {
        const { events } = collectEvents(response.clone())
        bodies.push(async () => events.filter(({ event, data }) => event === 'message' && data).map(({ data }) => data))
      }
      return response
    },
  }
}
