/** A response body that is read to its end or cancelled, and reports its end once. */
import { ConnectionError } from '../errors.ts'
import type { Deadline } from './deadline.ts'

export interface Body {
  /** The next chunk; undefined at the end. */
  read(): Promise<Uint8Array | undefined>
  /** The text of a short body in one piece, which takes less time; only before the first `read()`. */
  text?: (() => Promise<string>) | undefined
  cancel(): void
  /** Whether it was neither read to its end nor cancelled. */
  readonly isOpen: boolean
}

export type BodyEnd = 'read' | 'cancelled' | 'failed'

export interface BodyOptions {
  /** After each read. */
  onActivity(): void
  onEnd(outcome: BodyEnd): void
  /** Called by `cancel()`, to abort the request too: Firefox keeps the connection of a body that was only cancelled. */
  abort(): void
  /** Whether the length of the body is known to be small. */
  isShort: boolean
}

/** Throws for a body that is being read elsewhere; `onEnd` is called then too. */
export function openBody(
  response: Pick<Response, 'body' | 'text'>,
  { onActivity, onEnd, abort, isShort }: Partial<BodyOptions> = {},
): Body {
  const { body: stream } = response as { body?: ReadableStream<Uint8Array> | null }
  // React Native has no streams, only the whole text.
  let reader = stream === undefined ? createTextReader(response) : undefined
  let reading: Promise<Uint8Array | undefined> | undefined
  const body = {
    isOpen: true,
    read() {
      if (!body.isOpen) return Promise.resolve(undefined)
      // workerd allows one read at a time, and that of a call which was given up may still be waiting.
      reading ??= readChunk()
      return reading
    },
    text: stream && isShort ? readWhole : undefined,
    cancel() {
      if (!body.isOpen)
        return // A body that has failed rejects this too, as does one whose text is being read; aborting releases that.
      ;(reader ?? stream!).cancel().catch(() => {})
      abort?.()
      end('cancelled')
    },
  }
  if (stream === null) end('read')
  if (!stream?.locked) return body
  onEnd?.('failed')
  throw new ConnectionError('fetch returned a body that is already being read')

  async function readChunk(): Promise<Uint8Array | undefined> {
    try {
      reader ??= stream!.getReader()
      const { done, value } = await reader.read()
      reading = undefined
      onActivity?.()
      if (!done) return value
    } catch (error) {
      fail(error)
    }
    end('read')
    return undefined
  }

  async function readWhole(): Promise<string> {
    let text = ''
    try {
      text = await response.text()
      onActivity?.()
    } catch (error) {
      fail(error)
    }
    end('read')
    return text
  }

  /** A body that we cancelled ends; in workerd it fails instead. */
  function fail(error: unknown): void {
    if (!body.isOpen) return
    end('failed')
    throw error
  }

  function end(outcome: BodyEnd): void {
    if (body.isOpen) onEnd?.(outcome)
    body.isOpen = false
  }
}

type Reader = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>

/** The text of the response as one chunk. */
function createTextReader(response: Pick<Response, 'text'>): Reader {
  let wasRead = false
  return {
    async read() {
      const done = wasRead
      wasRead = true
      const value = done ? undefined : new TextEncoder().encode(await response.text())
      return { done, value } as ReadableStreamReadResult<Uint8Array<ArrayBuffer>>
    },
    async cancel() {},
  }
}

/** The body as text, up to `limit` bytes; if it is longer, the rest is cancelled and `truncated` is true. */
export async function readText(
  body: Body,
  limit: number,
  deadline: Pick<Deadline, 'race' | 'touch'>,
): Promise<{ text: string; truncated: boolean }> {
  if (body.text) {
    const text = await deadline.race(body.text())
    return { text: text.slice(0, limit), truncated: text.length > limit }
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const chunk = await deadline.race(body.read())
    if (!chunk) break
    deadline.touch()
    chunks.push(chunk)
    length += chunk.length
    if (length <= limit) continue
    body.cancel()
    break
  }
  // Decoded in one piece, since decoding each chunk takes up to ten times as long.
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return { text: new TextDecoder().decode(bytes.subarray(0, limit)), truncated: length > limit }
}

/**
 * Returns a function that throws when another request of a Worker calls it. There workerd delivers nothing of a stream
 * that belongs to this request, without an error; but it refuses to release a reader.
 */
export function createWorkerRequestCheck(): () => void {
  const { body } = new Response('x') as { body?: ReadableStream | null }
  let reader = body?.getReader()
  return () => {
    try {
      reader?.releaseLock()
    } catch (error) {
      throw Object.assign(error as Error, { delivery: 'not-executed' })
    }
    reader = body?.getReader()
  }
}
