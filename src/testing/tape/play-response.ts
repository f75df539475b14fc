/** Plays the response of an entry: its parts one by one, each when the given function says so. */
import { encodeTapeEvent } from './read-events.ts'
import type { TapeEvent, TapeResponse } from './tape.ts'

/** Waits until a part may be played. */
export type Turn = (part: 'end' | number) => Promise<void>

export interface PlayOptions {
  url: string
  signal: AbortSignal | undefined
  turn: Turn
  /** The event with the values of this run. */
  fillIn<T>(value: T): T
  /** Events that wait for a request of their own do not hold up the others. */
  isDetached(event: TapeEvent): boolean
  /** Called after each part, also if the client no longer reads. */
  played(part: 'end' | number): void
}

/** Statuses whose responses have no body. */
const NO_BODY = [101, 103, 204, 205, 304]

/** Microtasks in which a client that reads has taken a part. */
const MAX_TURNS = 50

export function playResponse(response: TapeResponse, options: PlayOptions): Response {
  const { status, headers, url, events, ended } = response
  const hasBody =
    events !== undefined || response.json !== undefined || response.text !== undefined || ended !== 'closed'
  const body = hasBody && status !== 0 && !NO_BODY.includes(status) ? playBody(response, options) : null
  if (!body) options.played('end')
  // A browser hides redirects: no constructor makes such a response.
  const played = new Response(body, { status: status === 0 ? 200 : status, headers: options.fillIn(headers) })
  return Object.defineProperties(played, {
    url: { value: url === undefined ? options.url : options.fillIn(url) },
    redirected: { value: url !== undefined },
    ...(status === 0 && { status: { value: 0 }, ok: { value: false }, type: { value: 'opaqueredirect' } }),
  })
}

function playBody(response: TapeResponse, options: PlayOptions): ReadableStream<Uint8Array> {
  const { signal, turn, played, fillIn, isDetached } = options
  const encoder = new TextEncoder()
  let stream!: ReadableStreamDefaultController<Uint8Array>
  let isOpen = true
  const close = (finish: () => void) => {
    if (!isOpen) return
    isOpen = false
    signal?.removeEventListener('abort', abort)
    finish()
  }
  const abort = () => close(() => stream.error(signal?.reason))
  const write = (text: string) => isOpen && text !== '' && stream.enqueue(encoder.encode(text))
  let isCut = false
  const cut = () => close(() => stream.error(new TypeError('terminated')))
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream = controller
      },
      // Called when the client waits and nothing is left to read.
      pull() {
        if (isCut) cut()
      },
      cancel: () => close(() => {}),
    },
    { highWaterMark: 0 },
  )
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  play().catch((error: unknown) => close(() => stream.error(error)))
  return body

  async function play(): Promise<void> {
    const { events = [], json, text, ended } = response
    for (const [index, event] of events.entries()) {
      const playing = playEvent(event, index + 1)
      if (!isDetached(event)) await playing
      else playing.catch((error: unknown) => close(() => stream.error(error)))
    }
    if (ended === 'open' || ended === 'cancelled') {
      writeBody()
      return
    }
    await turn('end')
    writeBody()
    if (ended === 'closed') close(() => stream.close())
    // An error drops what the client has not read yet, so it waits for that.
    else if (stream.desiredSize === 0) cut()
    else isCut = true
    played('end')

    function writeBody(): void {
      if (json !== undefined) write(JSON.stringify(fillIn(json)))
      else if (text !== undefined) write(fillIn(text))
    }
  }

  async function playEvent(event: TapeEvent, number: number): Promise<void> {
    await turn(number)
    write(encodeTapeEvent(fillIn(event)))
    // The order on a tape is the one in which the client got the parts: one that reads gets this part before the next
    // of any stream is played. One that does not read holds nothing up.
    for (let turns = 0; turns < MAX_TURNS && isOpen && stream.desiredSize! < 0; turns++) await undefined
    played(number)
  }
}
