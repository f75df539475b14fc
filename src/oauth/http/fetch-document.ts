/** Fetches a JSON document that the application itself hosts; redirects are not followed. */
import type { Fetch } from '../../core/index.ts'
import { globalFetch } from '../../core/util/global-fetch.ts'

/** `json` is undefined unless the status is 200 and the body JSON. */
export async function fetchDocument(
  url: string,
  fetch: Fetch = globalFetch,
): Promise<{ status: number; json: unknown }> {
  const { signal } = new AbortController()
  const init = { method: 'GET', headers: {}, signal, redirect: 'manual', credentials: 'omit' } as const
  const response = await fetch(url, init)
  const { status } = response
  return { status, json: status === 200 ? await response.json().catch(() => undefined) : undefined }
}
