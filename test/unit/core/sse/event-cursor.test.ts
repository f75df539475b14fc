/** Event ids: replayed events are recognised, and remembering ids costs a few bytes each. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createEventCursor } from '../../../../src/core/sse/event-cursor.ts'
import { readEvents } from '../../../../src/core/sse/parse.ts'
import { openBody } from '../../../../src/core/util/body.ts'
import { createDeadline } from '../../../../src/core/util/deadline.ts'
import { createManualEnvironment } from '../../manual-environment.ts'

const MIB = 1_048_576

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function heapUsed(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Reads that many events of 64 KiB and returns what stays in memory while the cursor lives. */
async function retainedBy(events: number, idOf: (index: number) => string): Promise<number> {
  const cursor = createEventCursor()
  const deadline = createDeadline(createManualEnvironment(), { what: 'a test' })
  let index = 0
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (index === events) return controller.close()
      controller.enqueue(new TextEncoder().encode(`id: ${idOf(index++)}\ndata: ${'x'.repeat(65_536)}\n\n`))
    },
  })
  const before = heapUsed()
  const next = readEvents(openBody(new Response(stream)), {
    limit: MIB,
    tooLong: () => new Error('too long'),
    deadline,
    cursor,
  })
  let read = 0
  for (let batch = await next(); batch; batch = await next()) read += batch.length
  expect(read).toBe(events)
  const retained = heapUsed() - before
  expect(cursor.lastEventId).toBe(idOf(events - 1))
  return retained
}

test.each([
  ['of 36 characters', (index: number) => `00000000-0000-4000-8000-${`${index}`.padStart(12, '0')}`],
  ['of 32 KiB', (index: number) => `${index}-`.padEnd(32_768, 'y')],
])('remembering ids %s keeps neither them nor their events', async (_, idOf) => {
  expect(await retainedBy(1_000, idOf)).toBeLessThan(5 * MIB)
})

test('an id that an earlier connection delivered is not new, and one that only resembles it is', () => {
  const cursor = createEventCursor('given')
  const ids = Array.from({ length: 3_000 }, (_, index) => `stream_${index}_${index % 7}`)
  for (const id of ids) expect(cursor.isNew(id)).toBe(true)
  // Within one connection, a server may use an id twice.
  expect(cursor.isNew(ids[0]!)).toBe(true)
  cursor.reconnected()
  for (const id of ids) {
    expect(cursor.isNew(id)).toBe(false)
    expect(cursor.isNew(`${id}x`)).toBe(true)
  }
  expect(cursor.isNew('given')).toBe(false)
})
