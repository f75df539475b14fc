/** Fetches a JSON document that the application itself hosts; redirects are not followed. */
import type { Fetch } from '../../core/index.ts'
import { setTimer } from '../../core/util/environment.ts'
import { globalFetch } from '../../core/util/global-fetch.ts'

/** Milliseconds until the end of the response. */
const TIMEOUT = 10_000

/** `got` describes the response, or says why there is none. `json` is undefined unless the status is 200 and the body JSON. */
export async function fetchDocument(
  url: string,
  fetch: Fetch = globalFetch,
): Promise<{ got: string; json?: unknown | undefined }> {
  const controller = new AbortController()
  const { signal } = controller
  const stopTimer = setTimer(() => controller.abort(), TIMEOUT)
  // A fetch may ignore its signal.
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('it took too long')))
  })
  // Nobody waits for it if the fetch throws at once.
  aborted.catch(() => {})
  try {
    const init = { method: 'GET', headers: {}, signal, redirect: 'manual', credentials: 'omit' } as const
    const response = await Promise.race([fetch(url, init), aborted])
    const { status } = response
    const json = status === 200 ? await Promise.race([response.json().catch(() => undefined), aborted]) : undefined
    return { got: `status ${status}`, json }
  } catch (error) {
    return { got: `no response (${error})` }
  } finally {
    stopTimer()
    controller.abort()
  }
}
