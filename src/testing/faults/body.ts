/** Faults of the response body: it ends too early, too late or never, or comes in another way than in one go. */
import type { Clock } from '../clock/clock.ts'
import type { FaultContext, FaultDefinition, FaultOptions, OwnOption } from './fault.ts'
import { isEventStream, passAll, type ReadBytes, readUnits, type ShapedEnd, shapeBody } from './shape-body.ts'

const encoder = new TextEncoder()

/** More than a client may read after the answer before it gives the connection up. */
const FLOOD_PIECES = 20

const PIECE_LENGTH = 16_384

/** The names of these faults. */
export type BodyFault =
  | 'ends-early'
  | 'cut-in-message'
  | 'cut-in-character'
  | 'falls-silent'
  | 'holds-open'
  | 'late-cut'
  | 'flood'
  | 'in-pieces'
  | 'slow'

export const bodyFaults: Readonly<Record<BodyFault, FaultDefinition>> = {
  'ends-early': breakFault('end', () => new Uint8Array()),
  'cut-in-message': breakFault('error', firstHalf),
  'cut-in-character': breakFault('error', upToCharacter),
  'falls-silent': breakFault('silence', firstHalf),
  'holds-open': {
    apply: async ({ serve }) => shapeBody(await serve(), (read) => thenEnd(read, async () => 'silence')),
  },
  'late-cut': {
    options: ['delay'],
    async apply({ serve, clock, signal }, { delay = 1_000 }) {
      const wait = async () => {
        await clock.wait(delay, signal)
        return 'error' as const
      }
      return shapeBody(await serve(), (read) => thenEnd(read, wait), { isCut: true })
    },
  },
  flood: {
    async apply({ serve, clock }) {
      const response = await serve()
      const line = isEventStream(response) ? `: ${'x'.repeat(PIECE_LENGTH - 4)}\n\n` : ' '.repeat(PIECE_LENGTH)
      return shapeBody(response, (read) => flood(read, encoder.encode(line), clock))
    },
  },
  'in-pieces': {
    options: ['bytes', 'delay'],
    apply: (context, { bytes = 7, delay = 0 }) => inPieces(context, bytes, delay),
  },
  slow: {
    options: ['bytesPerSecond'],
    apply: (context, { bytesPerSecond = 100 }) => inPieces(context, Math.max(1, Math.ceil(bytesPerSecond / 10)), 100),
  },
}

/** A body that stops before its end: after `after` bytes, or within the answer as `part` says. */
function breakFault(end: ShapedEnd, part: (answer: string) => Uint8Array): FaultDefinition {
  const options: OwnOption[] = ['after']
  return {
    options,
    async apply({ serve }, { after }: FaultOptions) {
      const response = await serve()
      const isStream = isEventStream(response)
      const shape = (read: ReadBytes) => breakOff(read, isStream, end, part, after)
      return shapeBody(response, shape, { isCut: end === 'error' })
    },
  }
}

async function* breakOff(
  read: ReadBytes,
  isStream: boolean,
  end: ShapedEnd,
  part: (answer: string) => Uint8Array,
  after: number | undefined,
): AsyncGenerator<Uint8Array, ShapedEnd> {
  if (after !== undefined) yield* firstBytes(read, after)
  else yield* upToAnswer(read, isStream, part)
  if (end === 'silence') void discard(read)
  return end
}

async function* firstBytes(read: ReadBytes, after: number): AsyncGenerator<Uint8Array, void> {
  let left = after
  for (let bytes = left > 0 ? await read() : undefined; bytes; bytes = left > 0 ? await read() : undefined) {
    const piece = bytes.subarray(0, left)
    left -= piece.length
    yield piece
  }
}

async function* upToAnswer(
  read: ReadBytes,
  isStream: boolean,
  part: (answer: string) => Uint8Array,
): AsyncGenerator<Uint8Array, void> {
  for await (const unit of readUnits(read, isStream)) {
    const isAnswer = !isStream || /"(result|error)":/.test(unit)
    const bytes = isAnswer ? part(unit) : encoder.encode(unit)
    if (bytes.length > 0) yield bytes
    if (isAnswer) return
  }
}

function firstHalf(text: string): Uint8Array {
  return encoder.encode(text.slice(0, text.length / 2))
}

/** Up to the first byte of a character that has several; if there is none, such a byte is added. */
function upToCharacter(text: string): Uint8Array {
  const bytes = encoder.encode(text)
  const index = bytes.findIndex((byte) => byte >= 0xc0)
  if (index >= 0) return bytes.slice(0, index + 1)
  const half = bytes.slice(0, bytes.length / 2)
  return Uint8Array.from([...half, 0xc3])
}

/** The server does not notice, and goes on writing. */
async function discard(read: ReadBytes): Promise<void> {
  while (await read().catch(() => undefined));
}

async function* thenEnd(read: ReadBytes, end: () => Promise<ShapedEnd>): AsyncGenerator<Uint8Array, ShapedEnd> {
  yield* passAll(read)
  return end()
}

async function* flood(read: ReadBytes, line: Uint8Array, clock: Clock): AsyncGenerator<Uint8Array, ShapedEnd> {
  yield* passAll(read)
  for (let piece = 0; piece < FLOOD_PIECES; piece++) {
    await clock.wait(1)
    yield line
  }
  return 'silence'
}

async function inPieces({ serve, clock, signal }: FaultContext, size: number, delay: number): Promise<Response> {
  return shapeBody(await serve(), async function* (read) {
    for await (const bytes of passAll(read)) {
      for (let start = 0; start < bytes.length; start += size) {
        if (delay > 0) await clock.wait(delay, signal)
        yield bytes.subarray(start, start + size)
      }
    }
    return 'end'
  })
}
