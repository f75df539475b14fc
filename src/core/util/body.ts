/** A response body that is read to its end or cancelled, and reports its end once. */
import { ConnectionError } from '../errors.ts'
import type { Deadline } from './deadline.ts'

export interface Body {
  /** The next chunk; undefined at the end. */
  read(): Promise<Uint8Array | undefined>
  cancel(): void
  /** Whether it was neither read to its end nor cancelled. */
  readonly isOpen: boolean
}

export type BodyEnd = 'read' | 'cancelled' | 'failed'

export interface BodyEvents {
  /** After each read. */
  onActivity(): void
  onEnd(outcome: BodyEnd): void
  /** Called by `cancel()`, to abort the request too: Firefox keeps the connection of a body that was only cancelled. */
  abort(): void
}

/** Throws for a body that is being read elsewhere; `onEnd` is called then too. */
export function openBody(
  response: Pick<Response, 'body' | 'text'>,
  { onActivity, onEnd, abort }: Partial<BodyEvents> = {},
): Body {
  const reader = openReader()
  let reading: Promise<Uint8Array | undefined> | undefined
  // A field and no getter: an object with a getter of its own takes several times the memory.
  const opened = {
    isOpen: true,
    read() {
      if (!opened.isOpen) return Promise.resolve(undefined)
      // workerd allows one read at a time, and that of a call which was given up may still be waiting.
      reading ??= readChunk()
      return reading
    },
    cancel() {
      if (!opened.isOpen) return
      // A body that has failed rejects this too; nothing is left to release then.
      reader!.cancel().catch(() => {})
      abort?.()
      end('cancelled')
    },
  }
  if (!reader) end('read')
  return opened

  async function readChunk(): Promise<Uint8Array | undefined> {
    try {
      const { done, value } = await reader!.read()
      reading = undefined
      onActivity?.()
      if (!done) return value
    } catch (error) {
      // A body that we cancelled ends; in workerd it fails instead.
      if (!opened.isOpen) return undefined
      end('failed')
      throw error
    }
    end('read')
    return undefined
  }

  function openReader(): Reader | undefined {
    const { body } = response as { body?: ReadableStream<Uint8Array> | null }
    // React Native has no streams, only the whole text.
    if (body === undefined) return createTextReader(response)
    try {
      return body?.getReader()
    } catch (cause) {
      onEnd?.('failed')
      throw new ConnectionError('fetch returned a body that is already being read', { cause })
    }
  }

  function end(outcome: BodyEnd): void {
    if (opened.isOpen) onEnd?.(outcome)
    opened.isOpen = false
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
