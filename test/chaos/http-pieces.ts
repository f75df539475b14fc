/** Cuts one direction of an HTTP/1.1 connection into heads, bodies and what frames them; the pieces are the bytes, in order. */

export interface Head {
  /** The request line or the status line. */
  start: string
  /** By lower-case name. */
  headers: Record<string, string>
}

export type Piece =
  | { kind: 'head'; raw: Buffer; head: Head }
  /** Bytes of the body itself. */
  | { kind: 'body'; raw: Buffer }
  /** Sizes of chunks, trailers, and interim responses. */
  | { kind: 'frame'; raw: Buffer }
  /** The message is complete. */
  | { kind: 'end' }

/** How the end of a body is found: its length, its chunks, the end of the connection. */
type Length = number | 'chunked' | 'close'

const EMPTY = Buffer.alloc(0)

/** `hasBody` says whether the message with this head may have a body at all. */
export function createPieceReader(hasBody: (head: Head) => boolean): (bytes: Buffer) => Piece[] {
  let state: 'head' | 'body' | 'size' | 'after-chunk' | 'trailer' | 'close' = 'head'
  /** Bytes that are left of the body or of the chunk. */
  let left = 0
  let isChunked = false
  /** The beginning of a line or head that is not complete yet. */
  let pending: Buffer = EMPTY

  return (bytes) => {
    const pieces: Piece[] = []
    let rest = pending.length ? Buffer.concat([pending, bytes]) : bytes
    pending = EMPTY
    while (rest.length > 0) {
      if (state === 'head') {
        const raw = takeThrough('\r\n\r\n')
        if (!raw) break
        startMessage(raw, pieces)
      } else if (state === 'close') {
        pieces.push({ kind: 'body', raw: take(rest.length) })
      } else if (state === 'body') {
        const raw = take(Math.min(left, rest.length))
        left -= raw.length
        pieces.push({ kind: 'body', raw })
        if (left === 0 && isChunked) state = 'after-chunk'
        else if (left === 0) endMessage(pieces)
      } else {
        const raw = takeThrough('\r\n')
        if (!raw) break
        pieces.push({ kind: 'frame', raw })
        if (state === 'after-chunk') state = 'size'
        else if (state === 'size') startChunk(raw)
        // The empty line after the last chunk.
        else if (raw.length === 2) endMessage(pieces)
      }
    }
    return pieces

    function take(length: number): Buffer {
      const raw = rest.subarray(0, length)
      rest = rest.subarray(length)
      return raw
    }

    function takeThrough(border: string): Buffer | undefined {
      const index = rest.indexOf(border)
      if (index >= 0) return take(index + border.length)
      pending = rest
      return undefined
    }
  }

  function startMessage(raw: Buffer, pieces: Piece[]): void {
    const head = parseHead(raw.toString('latin1'))
    if (/^HTTP\/1\.1 1\d\d/.test(head.start)) {
      pieces.push({ kind: 'frame', raw })
      return
    }
    pieces.push({ kind: 'head', raw, head })
    const length = hasBody(head) ? lengthOf(head) : 0
    isChunked = length === 'chunked'
    if (length === 'chunked') state = 'size'
    else if (length === 'close') state = 'close'
    else if (length > 0) {
      state = 'body'
      left = length
    } else endMessage(pieces)
  }

  function startChunk(raw: Buffer): void {
    left = Number.parseInt(raw.toString('latin1'), 16)
    state = left > 0 ? 'body' : 'trailer'
  }

  function endMessage(pieces: Piece[]): void {
    state = 'head'
    pieces.push({ kind: 'end' })
  }
}

function parseHead(text: string): Head {
  const [start = '', ...lines] = text.trimEnd().split('\r\n')
  const entries = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { start, headers: Object.fromEntries(entries) }
}

/** A request without a length has no body; a response without one lasts as long as its connection. */
function lengthOf({ start, headers }: Head): Length {
  if (headers['transfer-encoding']?.includes('chunked')) return 'chunked'
  const length = headers['content-length']
  if (length !== undefined) return Number(length)
  return start.startsWith('HTTP/') ? 'close' : 0
}
