/** Bytes of event streams: events do not depend on how the network cuts them, and garbage ends in a typed error. */
import { createEventCursor } from '../../../src/core/sse/event-cursor.ts'
import { readEvents } from '../../../src/core/sse/parse.ts'
import type { Deadline } from '../../../src/core/util/deadline.ts'
import { hostileText } from '../hostile-text.ts'
import { type FuzzTarget, pick, type Random, repeat, target, Violation } from '../target.ts'

interface StreamInput {
  text: string
  /** Lengths of chunks in bytes, repeated; a chunk may end inside of a character or of a line end. */
  chunks: number[]
}

const FIELDS = ['data', 'id', 'event', 'retry', '', 'Data', 'data ', '\ufeffdata', 'unknown']

const deadline = { race: (promise: unknown) => promise, touch: () => {} } as unknown as Deadline

export const eventStreamTargets: FuzzTarget[] = [
  target<StreamInput>({
    name: 'an event stream in any pieces',
    generate: (random) => ({ text: streamText(random), chunks: [1 + Math.floor(random() * 7), ...lengths(random)] }),
    async check({ text, chunks }) {
      const bytes = new TextEncoder().encode(text)
      const whole = await read([bytes])
      for (const lengths of [chunks, [1]]) {
        const pieces = await read([...cut(bytes, lengths)])
        if (pieces !== whole) throw new Violation(`in pieces of ${lengths} it reads ${pieces} instead of ${whole}`)
      }
    },
  }),
  target<{ bytes: number[] }>({
    name: 'bytes that are no event stream',
    generate: (random) => ({ bytes: repeat(random, 60, () => Math.floor(random() * 256)) }),
    check: async ({ bytes }) => void (await read([Uint8Array.from(bytes)])),
  }),
]

function streamText(random: Random): string {
  const lineEnd = () => pick(random, ['\n', '\r\n', '\r'])
  const line = () => `${pick(random, FIELDS)}${pick(random, [':', ': ', ''])}${hostileText(random, 3)}${lineEnd()}`
  return repeat(random, 5, () => `${repeat(random, 3, line).join('')}${lineEnd()}`).join('')
}

const lengths = (random: Random) => repeat(random, 4, () => 1 + Math.floor(random() * 9))

function* cut(bytes: Uint8Array, lengths: readonly number[]): Generator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const length = Math.max(1, lengths[turn % lengths.length] ?? 1)
    yield bytes.subarray(at, at + length)
    at += length
  }
}

/** All events, the last id and the retry interval, as text. */
async function read(chunks: Uint8Array[]): Promise<string> {
  const left = [...chunks]
  const cursor = createEventCursor()
  const next = readEvents(
    { read: async () => left.shift() },
    {
      limit: 100_000,
      tooLong: () => new Violation('an event over the limit'),
      deadline,
      onId: cursor.moveTo,
      onRetry: cursor.setRetry,
    },
  )
  const events: object[] = []
  for (let batch = await next(); batch; batch = await next()) events.push(...batch)
  return JSON.stringify({ events, lastEventId: cursor.lastEventId, retry: cursor.retry })
}
