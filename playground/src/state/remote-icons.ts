/** Requests the icons of a server that are elsewhere, without cookies and without saying where the visitor comes from. */
import { readBase64 } from '../form/file.ts'
import { isShownIcon, loadedIcons } from './icons.ts'

const TIMEOUT_MS = 10_000
const MAX_SIZE = 70_000

/** One that cannot be loaded, or is no image, is left out. */
export async function loadIcons(urls: readonly string[]): Promise<void> {
  const loaded = await Promise.all(urls.map(async (url) => [url, await loadIcon(url)] as const))
  const shown = loaded.flatMap(([url, image]) =>
    image !== undefined && isShownIcon(image) ? [[url, image] as const] : [],
  )
  loadedIcons.value = new Map([...loadedIcons.value, ...shown])
}

async function loadIcon(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      // Another host would learn of the visit, which nobody was asked about.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) return undefined
    const blob = await response.blob()
    if (blob.size > MAX_SIZE) return undefined
    return `data:${blob.type.split(';')[0]};base64,${await readBase64(blob)}`
  } catch {
    return undefined
  }
}
