/** Networks that lose requests or streams without a sign. */
import type { Fetch } from '../../../src/core/index.ts'
import type { VirtualClock } from '../../../src/testing/index.ts'

/** A stream that delivers nothing once `isDead` says so, and never ends by itself. */
export function goSilent(response: Response, isDead: () => boolean): Response {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response
  const silence = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (!isDead()) controller.enqueue(chunk)
    },
    flush: () => (isDead() ? new Promise(() => {}) : undefined),
  })
  return new Response(response.body!.pipeThrough(silence), response)
}

/** A NAT that forgets a connection after so many milliseconds without a byte. Nothing tells either side. */
export function forgetWhenIdle(fetch: Fetch, clock: VirtualClock, milliseconds: number): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init)
    let last = clock.now()
    let isForgotten = false
    return goSilent(response, () => {
      isForgotten ||= clock.now() - last > milliseconds
      last = clock.now()
      return isForgotten
    })
  }
}
