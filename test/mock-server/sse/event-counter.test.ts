/** The counter of events in an SSE stream. */
import { expect, test } from 'vitest'
import { createEventCounter } from '../../../src/testing/sse/event-counter.ts'

test('events are counted with any line ends, however the bytes are cut', () => {
  const text = 'id: 1\n\n: c\n\ndata: a\r\ndata: b\r\n\r\nevent: e\r\r: c\ndata: f\n\ndata: unfinished\n'
  const bytes = new TextEncoder().encode(text)
  for (const size of [1, 2, 3, 5, bytes.length]) {
    const count = createEventCounter()
    let events = 0
    for (let at = 0; at < bytes.length; at += size) events += count(bytes.subarray(at, at + size))
    expect(events).toBe(4)
  }
})
