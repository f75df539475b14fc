/** A proxy that ends event streams on which nothing came for a while, as many do. */
import type { ConnectOptions } from '../../../src/core/index.ts'
import type { VirtualClock } from '../../../src/testing/index.ts'

type Fetch = NonNullable<ConnectOptions['fetch']>

export function cutWhenIdle(fetch: Fetch, clock: VirtualClock, milliseconds: number): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init)
    if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return response
    return new Response(response.body.pipeThrough(createIdleCut(clock, milliseconds)), response)
  }
}

function createIdleCut(clock: VirtualClock, milliseconds: number): TransformStream<Uint8Array, Uint8Array> {
  let cancelTimer = () => {}
  return new TransformStream({
    start: restartTimer,
    transform(bytes, controller) {
      restartTimer(controller)
      controller.enqueue(bytes)
    },
    flush: () => cancelTimer(),
  })

  function restartTimer(controller: TransformStreamDefaultController<Uint8Array>): void {
    cancelTimer()
    cancelTimer = clock.schedule(milliseconds, () => controller.terminate())
  }
}
