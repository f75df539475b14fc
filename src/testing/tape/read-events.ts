/** Reads the events of a stream one by one, however its bytes are cut. */
import { encodeComment, encodeEvent } from '../sse/encode.ts'
import { parseText } from './read-request.ts'
import type { TapeEvent } from './tape.ts'

/** An event without its place. */
export type EventFields = Omit<TapeEvent, 'when' | 'after'>

export interface EventReader {
  /** The events that are complete with these bytes. */
  read(bytes: Uint8Array): EventFields[]
  /** The text after the last complete event, at the end of the stream. */
  rest(): EventFields[]
}

/** Two line ends in a row. A second half of CRLF that comes later begins the next block, where it means nothing. */
const BLOCK_END = /(?:\r\n|\r(?!\n)|\n)(?:\r\n|\r(?!\n)|\n)/

export function createEventReader(): EventReader {
  const decoder = new TextDecoder()
  let pending = ''
  return {
    read(bytes) {
      pending += decoder.decode(bytes, { stream: true })
      const events: EventFields[] = []
      for (let end = BLOCK_END.exec(pending); end; end = BLOCK_END.exec(pending)) {
        const event = parseBlock(pending.slice(0, end.index))
        if (event) events.push(event)
        pending = pending.slice(end.index + end[0].length)
      }
      return events
    },
    rest() {
      const partial = (pending + decoder.decode()).replace(/^[\r\n]+/, '')
      return partial === '' ? [] : [{ partial }]
    },
  }
}

function parseBlock(block: string): EventFields | undefined {
  const event: EventFields = {}
  const data: string[] = []
  const comments: string[] = []
  for (const line of block.split(/\r\n|\r|\n/)) {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
    if (line.startsWith(':')) comments.push(line.replace(/^: ?/, ''))
    else if (name === 'data') data.push(value)
    else if (name === 'id' || name === 'event' || name === 'retry') event[name] = value
  }
  if (comments.length > 0) event.comment = comments.join('\n')
  if (data.length > 0) Object.assign(event, parseText(data.join('\n')))
  return Object.keys(event).length > 0 ? event : undefined
}

/** The text of an event, as a server sends it. */
export function encodeTapeEvent({ partial, comment, json, text, id, event, retry }: EventFields): string {
  if (partial !== undefined) return partial
  const comments = comment === undefined ? '' : encodeComment(comment.replaceAll('\n', '\n: '))
  const data = json === undefined ? text : JSON.stringify(json)
  if ([data, id, event, retry].every((field) => field === undefined)) return comments
  return comments + encodeEvent({ id, event, retry, data })
}
