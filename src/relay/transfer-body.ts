/** Bodies on their way: a request is read whole up to a limit, a response is passed on chunk by chunk. */
import { setTimer } from '../core/util/environment.ts'
import { Refusal } from './refusal.ts'
import type { RelayLogEntry } from './types.ts'

export interface RequestLimits {
  /** Bytes. */
  requestBytes: number
  /** Milliseconds that one read may take. */
  idleTimeout: number
  /** Milliseconds until the end. */
  maxDuration: number
}

/** The text of a request, which is one message: it is judged before anything of it is sent. */
export async function readRequest(request: Request, limits: RequestLimits): Promise<string> {
  const { requestBytes, idleTimeout, maxDuration } = limits
  const tooLarge = () => new Refusal(413, 'too-large', `The request is longer than ${requestBytes} bytes`)
  if (Number(request.headers.get('content-length')) > requestBytes) throw tooLarge()
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let giveUp = () => {}
  const tooLate = new Promise<never>((_, reject) => {
    giveUp = () => reject(new Refusal(408, 'timeout', 'The request did not arrive in time'))
  })
  const stopTimer = setTimer(giveUp, maxDuration, true)
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  try {
    // Firefox has no streams of requests, only whole ones.
    const { body = new Response(await withinIdleTime(request.arrayBuffer())).body } = request as {
      body?: ReadableStream<Uint8Array> | null
    }
    reader = body?.getReader()
    let text = ''
    for (let size = 0; reader; ) {
      const { done, value } = await withinIdleTime(reader.read())
      if (done) break
      size += value.length
      if (size > requestBytes) throw tooLarge()
      text += decode(value)
    }
    return text + decode()
  } catch (error) {
    reader?.cancel().catch(() => {})
    throw error
  } finally {
    stopTimer()
  }

  async function withinIdleTime<T>(reading: Promise<T>): Promise<T> {
    const stopIdleTimer = setTimer(giveUp, idleTimeout)
    try {
      return await Promise.race([reading, tooLate])
    } finally {
      stopIdleTimer()
    }
  }

  function decode(bytes?: Uint8Array): string {
    try {
      return decoder.decode(bytes, { stream: !!bytes })
    } catch {
      throw new Refusal(400, 'not-mcp', 'The request is not UTF-8')
    }
  }
}

export interface PassOptions {
  /** Bytes; more of them fail the body. */
  limit: number
  /** Milliseconds that one read may take. How long the page takes does not count. */
  idleTimeout: number
  /** Aborts the request to the server. */
  abort(): void
  /** Aborted when the page has left or the time is over. */
  signal: AbortSignal
  /** Aborted when the page has left. */
  left: AbortSignal
  onEnd(ended: RelayLogEntry['ended'], bytes: number): void
}

/** The same bytes. Nothing is read before the page asks for it, and nothing is kept. */
export function passBody(body: ReadableStream<Uint8Array>, options: PassOptions): ReadableStream<Uint8Array> {
  const { limit, idleTimeout, abort, signal, left, onEnd } = options
  const reader = body.getReader()
  let bytes = 0
  let isOpen = true
  const end = (ended: RelayLogEntry['ended']) => {
    if (isOpen) onEnd(ended, bytes)
    isOpen = false
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // A body may ignore that its request was aborted.
        signal.addEventListener('abort', () => fail(controller))
      },
      async pull(controller) {
        const stopTimer = setTimer(() => fail(controller), idleTimeout)
        try {
          const { done, value } = await reader.read()
          if (!isOpen) return
          bytes += value?.length ?? 0
          if (bytes > limit) fail(controller)
          else if (!done) controller.enqueue(value)
          else {
            controller.close()
            end('read')
          }
        } catch {
          fail(controller)
        } finally {
          stopTimer()
        }
      },
      cancel() {
        end('cancelled')
        release()
      },
    },
    { highWaterMark: 0 },
  )

  function fail(controller: ReadableStreamDefaultController): void {
    if (!isOpen) return
    // Some runtimes report an error of a response that nobody reads any more.
    if (left.aborted) controller.close()
    else controller.error(new Error('The relay lost the response of the server'))
    end(left.aborted ? 'cancelled' : 'failed')
    release()
  }

  function release(): void {
    abort()
    reader.cancel().catch(() => {})
  }
}
