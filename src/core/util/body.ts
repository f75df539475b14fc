/** A response body: read to its end or cancelled, and its end told once. */
import type { Deadline } from './deadline.ts'

export interface Body {
  /** The next piece; undefined at the end. */
  read(): Promise<Uint8Array | undefined>
  cancel(): void
}

export type BodyEnd = 'read' | 'cancelled' | 'failed'

/** `heard` is told of every piece. `abort` ends the request: Firefox keeps a connection whose body was only cancelled. */
export function openBody(
  stream: ReadableStream<Uint8Array> | null,
  heard: () => void,
  ended: (how: BodyEnd) => void,
  abort: () => void,
): Body {
  const reader = stream?.getReader()
  let open = true
  if (!reader) end('read')
  return {
    async read() {
      if (!open) return undefined
      try {
        const { done, value } = await reader!.read()
        heard()
        if (!done) return value
      } catch (error) {
        end('failed')
        throw error
      }
      end('read')
      return undefined
    },
    cancel() {
      if (!open) return
      // A body that has already failed rejects this too; there is nothing left to release then.
      reader!.cancel().catch(() => {})
      abort()
      end('cancelled')
    },
  }

  function end(how: BodyEnd): void {
    if (open) ended(how)
    open = false
  }
}

/** The body as text, up to `limit` bytes; if it is longer, the rest is cancelled and `cut` is true. */
export async function readText(
  body: Body,
  limit: number,
  deadline: Pick<Deadline, 'race'>,
): Promise<{ text: string; cut: boolean }> {
  const decoder = new TextDecoder()
  let text = ''
  for (let left = limit; ; ) {
    const piece = await deadline.race(body.read())
    if (!piece) return { text: text + decoder.decode(), cut: false }
    text += decoder.decode(piece.subarray(0, left), { stream: true })
    left -= piece.length
    if (left < 0) {
      body.cancel()
      return { text, cut: true }
    }
  }
}
