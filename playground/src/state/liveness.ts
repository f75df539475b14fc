/** Whether the server still answers: the status of a connection says only whether calls can be sent. */
import { type Signal, signal } from '@preact/signals'
import type { Fetch } from 'mcp-over-fetch'

/** When the server stopped answering, `Date.now()`; undefined while it answers. */
export const silentSince: Signal<number | undefined> = signal(undefined)

/** Any response is a sign of life; a request that failed without one, and was not cancelled here, is none. */
export function watchAnswers(inner: Fetch): Fetch {
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
