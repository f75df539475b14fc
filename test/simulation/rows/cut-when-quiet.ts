/** A proxy that ends event streams on which nothing came for a while, as many do. */
import type { ConnectOptions } from '../../../src/core/index.ts'
import type { VirtualClock } from '../../../src/testing/index.ts'

type Fetch = NonNullable<ConnectOptions['fetch']>

export function cutWhenQuiet(fetch: Fetch, clock: VirtualClock, milliseconds: number): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init)
    if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return response
    return new Response(response.body.pipeThrough(createCut(clock, milliseconds)), response)
  }
}

function createCut(clock: VirtualClock, milliseconds: number): TransformStream<Uint8Array, Uint8Array> {
  let takeBack = () => {}
  return new TransformStream({
    start: watch,
    transform(bytes, controller) {
      watch(controller)
      controller.enqueue(bytes)
    },
    flush: () => takeBack(),
  })

  function watch(controller: TransformStreamDefaultController<Uint8Array>): void {
    takeBack()
    takeBack = clock.schedule(milliseconds, () => controller.terminate())
  }
}
