/** Bytes to server-sent events, a batch per read. */
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { Body } from '../util/body.ts'
import type { Deadline } from '../util/deadline.ts'

/** All events of one read; undefined at the end of the stream. `tooLong` is thrown for an event over the limit. */
export function readEvents(
  body: Body,
  limit: number,
  tooLong: () => Error,
  deadline: Deadline,
): () => Promise<EventSourceMessage[] | undefined> {
  const decoder = new TextDecoder()
  let batch: EventSourceMessage[] = []
  let overflow = false
  const parser = createParser({
    maxBufferSize: limit,
    onEvent(event) {
      // What arrives in one piece is never buffered, so its length is checked here too.
      if (event.data.length > limit) overflow = true
      batch.push(event)
    },
    onComment: deadline.touch,
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') overflow = true
    },
  })

  return async () => {
    for (batch = []; !batch.length; ) {
      const piece = await deadline.race(body.read())
      if (!piece) return undefined
      parser.feed(decoder.decode(piece, { stream: true }))
      if (overflow) throw tooLong()
    }
    return batch
  }
}
