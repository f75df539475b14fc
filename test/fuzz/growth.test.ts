/** Time grows with the input: ten times the input takes less than forty times the time, for everything a server sends. */
import { expect, test } from 'vitest'
import { findParamHeaders } from '../../src/core/modern/param-headers.ts'
import { isValidElicitation } from '../../src/core/server-requests/elicitation.ts'
import { createEventCursor } from '../../src/core/sse/event-cursor.ts'
import { readEvents } from '../../src/core/sse/parse.ts'
import { cleanText } from '../../src/core/util/clean-text.ts'
import type { Deadline } from '../../src/core/util/deadline.ts'
import { parseMessages } from '../../src/core/validation/json-rpc.ts'
import { findProblem } from '../../src/core/validation/shape.ts'
import { callToolResult } from '../../src/core/validation/shapes.ts'
import { parseChallenges } from '../../src/oauth/discover/www-authenticate.ts'

const deadline = { race: (promise: unknown) => promise, touch: () => {} } as unknown as Deadline

async function read(text: string, chunk: number): Promise<void> {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  const next = readEvents(
    {
      async read() {
        const piece = bytes.subarray(at, at + chunk)
        at += chunk
        return piece.length > 0 ? piece : undefined
      },
    },
    { limit: 16_777_216, tooLong: () => new Error('too long'), deadline, cursor: createEventCursor() },
  )
  while (await next());
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** What a server can make as large as it likes. Sizes are chosen so that the small input takes about a millisecond. */
const inputs: [string, number, (size: number) => unknown][] = [
  ['one long event in small chunks', 20_000, (size) => read(`data: ${'x'.repeat(size)}\n\n`, 16)],
  ['one long line without an end', 20_000, (size) => read('x'.repeat(size), 16)],
  ['many short events', 3_000, (size) => read('id: 1\ndata: x\n\n'.repeat(size), 4_096)],
  ['many event ids', 3_000, (size) => read(Array.from({ length: size }, (_, i) => `id: ${i}\n\n`).join(''), 4_096)],
  ['many comments', 5_000, (size) => read(': x\n'.repeat(size), 4_096)],
  ['carriage returns', 5_000, (size) => read('\r'.repeat(size), 7)],
  [
    'many messages in one text',
    5_000,
    (size) => parseMessages(JSON.stringify(Array(size).fill({ jsonrpc: '2.0', id: 1, result: {} })), () => {}),
  ],
  ['a deep text that is no message', 1_000, (size) => parseMessages(nested(size), () => {})],
  [
    'many content blocks',
    5_000,
    (size) =>
      findProblem(callToolResult, { content: Array.from({ length: size }, () => ({ type: 'text', text: 'x' })) }),
  ],
  [
    'a tool with many properties',
    2_000,
    (size) =>
      findParamHeaders({
        properties: Object.fromEntries(Array.from({ length: size }, (_, i) => [`p${i}`, { type: 'string' }])),
      }),
  ],
  [
    'a form with many fields',
    2_000,
    (size) =>
      isValidElicitation({
        mode: 'form',
        message: 'x',
        requestedSchema: {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: size }, (_, i) => [`p${i}`, { type: 'string', default: 'x' }]),
          ),
          required: [],
        },
      } as never),
  ],
  ['a challenge of quotes', 800, (size) => parseChallenges(`Bearer a="${'\\"'.repeat(size)}`)],
  ['a challenge of commas', 800, (size) => parseChallenges(`${'a=b, '.repeat(size)}`)],
  ['a text of control characters', 20_000, (size) => cleanText('\u001b\u202e x'.repeat(size))],
]

async function milliseconds(run: () => unknown): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}

test.each(inputs)('%s', async (_, size, run) => {
  const ratios: number[] = []
  // Quadratic time is a hundred times as long in every attempt; the least of several does not depend on other load.
  for (let attempt = 0; attempt < 4; attempt++) {
    const small = await milliseconds(() => run(size))
    ratios.push((await milliseconds(() => run(10 * size))) / Math.max(small, 0.2))
  }
  expect(Math.min(...ratios)).toBeLessThan(40)
})
