/** Whether a server still answers: the status of a connection says only whether calls can be sent. */
import { type Signal, signal } from '@preact/signals'
import type { Fetch } from 'mcp-over-fetch'

export interface Liveness {
  /** When the server stopped answering, `Date.now()`; undefined while it answers. */
  silentSince: Signal<number | undefined>
  /** Any response is a sign of life; a request that failed without one, and was not cancelled here, is none. */
  watchAnswers(inner: Fetch): Fetch
}

export function createLiveness(): Liveness {
  const silentSince: Liveness['silentSince'] = signal(undefined)
  return { silentSince, watchAnswers }

  function watchAnswers(inner: Fetch): Fetch {
    const watching: Fetch = async (url, init) => {
      try {
        const response = await inner(url, init)
        silentSince.value = undefined
        return response
      } catch (error) {
        if (!init.signal.aborted) silentSince.value ??= Date.now()
        throw error
      }
    }
    // Properties of the inner fetch, such as its cache partition, are kept.
    return Object.assign(watching, { ...inner })
  }
}
