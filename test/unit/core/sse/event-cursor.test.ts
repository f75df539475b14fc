/** Event ids: replayed events are recognized, and remembering events costs a few bytes each. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
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
    onId: cursor.moveTo,
  })
  let read = 0
  for (let batch = await next(); batch; batch = await next()) {
    for (const { id, data } of batch) expect(cursor.isReplay(id!, data, 1)).toBe(false)
    read += batch.length
  }
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

describe('a replay', () => {
  const ids = Array.from({ length: 3_000 }, (_, index) => `stream_${index}_${index % 7}`)

  test('has an id and data that another connection delivered', () => {
    const cursor = createEventCursor()
    const [first, second] = [cursor.connect(), cursor.connect()]
    for (const id of ids) expect(cursor.isReplay(id, `data of ${id}`, first)).toBe(false)
    for (const id of ids) {
      expect(cursor.isReplay(id, `data of ${id}`, second)).toBe(true)
      expect(cursor.isReplay(`${id}x`, `data of ${id}`, second)).toBe(false)
    }
    // An extra stream may be ahead of the first one.
    expect(cursor.isReplay('ahead', 'x', second)).toBe(false)
    expect(cursor.isReplay('ahead', 'x', first)).toBe(true)
  })

  test('comes once on each connection: a second time it is another event under the same id', () => {
    const cursor = createEventCursor()
    expect(cursor.isReplay('all', 'same', cursor.connect())).toBe(false)
    const second = cursor.connect()
    expect([1, 2, 3].map(() => cursor.isReplay('all', 'same', second))).toEqual([true, false, false])
    expect(cursor.isReplay('all', 'same', cursor.connect())).toBe(false)
  })

  test.each([
    ['twice on one connection', 1, 'same'],
    ['for other data', 2, 'other'],
  ])('is not recognized where a server uses an id %s', (_, connection, data) => {
    const cursor = createEventCursor()
    expect(cursor.isReplay('all', 'same', 1)).toBe(false)
    expect(cursor.isReplay('all', data, connection)).toBe(false)
    expect(cursor.isReplay('all', 'same', 2)).toBe(false)
  })

  test('is not an event whose data only another client has seen', () => {
    const cursor = createEventCursor('given')
    expect(cursor.isReplay('given', 'x', 1)).toBe(false)
  })
})

test('an id is new once, also one without data, and the given one is not', () => {
  const cursor = createEventCursor('given')
  for (const id of ['given', 'one', 'two', 'one', 'given', '']) cursor.moveTo(id)
  cursor.isReplay('one', 'x', 1)
  expect(cursor.newIds).toBe(2)
})
