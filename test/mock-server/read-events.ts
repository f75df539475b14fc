/** Readers of SSE responses: one reads as much as a test asks for, the other collects everything. */
import { createParser, type EventSourceMessage } from 'eventsource-parser'

export interface EventReader {
  /** The next so many events. */
  take(count: number): Promise<EventSourceMessage[]>
  /** All events until the stream ends. */
  rest(): Promise<EventSourceMessage[]>
  cancel(): Promise<void>
}

/** Reads only when asked to, so that the server sees back pressure. */
export function readEvents(response: Response): EventReader {
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  let events: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => events.push(event) })
  return {
    async take(count) {
      while (events.length < count && (await readMore()));
      return events.splice(0, count)
    },
    async rest() {
      while (await readMore());
      const all = events
      events = []
      return all
    },
    cancel: () => reader.cancel(),
  }

  async function readMore(): Promise<boolean> {
    const { done, value } = await reader.read()
    if (value) parser.feed(decoder.decode(value, { stream: true }))
    return !done
  }
}

export interface CollectedEvent {
  event: string
  data: string
  /** When it had arrived in full. */
  at: number
}

export interface EventCollector {
  events: CollectedEvent[]
  /** The whole body so far. */
  text(): string
  /** Resolves once `test` holds for the events; rejects when the stream ends before. */
  until(test: (events: CollectedEvent[]) => boolean): Promise<CollectedEvent[]>
  /** `closed` is a clean end of the stream, `broken` a network error. */
  ended: Promise<'closed' | 'broken'>
  cancel(): Promise<void>
}

/** Reads for as long as the stream lasts. */
export function collectEvents(response: Response, now = () => performance.now()): EventCollector {
  const events: CollectedEvent[] = []
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => events.push({ event, data, at: now() }),
  })
  let text = ''
  let notifyChange = () => {}
  let changed = nextChange()

  const ended = read().then(
    () => 'closed' as const,
    () => 'broken' as const,
  )
  return { events, text: () => text, until, ended, cancel: () => reader.cancel() }

  async function read(): Promise<void> {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const part = decoder.decode(chunk.value, { stream: true })
      text += part
      parser.feed(part)
      notifyChange()
      changed = nextChange()
    }
  }

  function nextChange(): Promise<void> {
    return new Promise((resolve) => {
      notifyChange = resolve
    })
  }

  async function until(test: (events: CollectedEvent[]) => boolean): Promise<CollectedEvent[]> {
    while (!test(events)) {
      const end = await Promise.race([ended, changed])
      if (end && !test(events)) throw new Error(`The stream was ${end} after ${JSON.stringify(text.slice(-1_000))}`)
    }
    return events
  }
}

export interface RawMessage {
  id?: string | number | null
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { code: number; message: string }
}

/** The JSON-RPC messages in these events; priming events have none. */
export function messagesIn(events: EventSourceMessage[]): RawMessage[] {
  return events.filter(({ data }) => data !== '').map(({ data }) => JSON.parse(data) as RawMessage)
}

export async function messagesOf(response: Response): Promise<RawMessage[]> {
  return messagesIn(await readEvents(response).rest())
}
