/** The server-sent events of one response body, as they arrive: the first and the last ones are kept. */
import { createParser } from 'eventsource-parser'

export interface Message {
  /** Its number in its response, from 0. */
  index: number
  /** When it arrived. */
  at: number
  event: string | undefined
  id: string | undefined
  /** Truncated. */
  data: string
  /** The length of the whole data. */
  length: number
}

export interface MessageLog {
  kept: readonly Message[]
  /** How many there were in all. */
  count(): number
  append(text: string): void
}

/** Beyond these, messages after the first ones are dropped, so that the answer at the end is kept. */
const MAX_MESSAGES = 1_000
const MAX_CHARACTERS = 1_000_000
const FIRST_KEPT = 100
const MAX_DATA = 65_536

export function createMessageLog(onMessage: (message: Message) => void): MessageLog {
  const kept: Message[] = []
  let count = 0
  let characters = 0
  const parser = createParser({
    onEvent({ event, id, data }) {
      const message = { index: count++, at: Date.now(), event, id, data: data.slice(0, MAX_DATA), length: data.length }
      kept.push(message)
      characters += message.data.length
      while (kept.length > MAX_MESSAGES || (characters > MAX_CHARACTERS && kept.length > FIRST_KEPT + 1)) {
        for (const dropped of kept.splice(FIRST_KEPT, Math.ceil((kept.length - FIRST_KEPT) / 4)))
          characters -= dropped.data.length
      }
      onMessage(message)
    },
  })
  return { kept, count: () => count, append: (text) => parser.feed(text) }
}

/** The kept message that arrived nearest to a time. */
export function nearestMessage(messages: readonly Message[], at: number): Message | undefined {
  let nearest: Message | undefined
  for (const message of messages)
    if (!nearest || Math.abs(message.at - at) < Math.abs(nearest.at - at)) nearest = message
  return nearest
}
