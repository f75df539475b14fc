/** Reports an error that nobody else would see, as an uncaught one of the page. */

interface Page {
  navigator?: { userAgent?: string }
  reportError?(error: unknown): void
}

/** Only in pages and their workers, whose user agents all begin so: elsewhere it could end the process. */
export function reportInPage(error: unknown): void {
  const isEmulated = 'Deno' in globalThis || 'Bun' in globalThis
  const { navigator, reportError } = globalThis as Page
  if (!isEmulated && navigator?.userAgent?.startsWith('Mozilla/')) reportError?.(error)
}
