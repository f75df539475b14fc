/** Whether the page opens without a network: a service worker keeps its files. */
import { type Signal, signal } from '@preact/signals'

export const worksOffline: Signal<boolean> = signal(false)

/** Without a network, as far as the browser knows. */
export const isOffline: Signal<boolean> = signal(!navigator.onLine)

const SCRIPT = 'service-worker.js'

/** There is none while the page is being developed: it would show old files. */
export function startOffline(hasServiceWorker: boolean): void {
  for (const type of ['online', 'offline']) {
    addEventListener(type, () => {
      isOffline.value = !navigator.onLine
    })
  }
  if (!hasServiceWorker || !('serviceWorker' in navigator)) return
  // After everything that the first screen needs.
  addEventListener('load', () => setTimeout(register, 500))
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator
  try {
    await serviceWorker.register(toScriptUrl(`./${SCRIPT}`))
    // It is active when all files are stored.
    await serviceWorker.ready
    worksOffline.value = true
  } catch {
    // The host does not serve it, or the browser forbids it: the page works with a network only.
  }
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

/** The policy of the page allows no script by its address but this one. */
function toScriptUrl(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('service-worker', {
    createScriptURL(url) {
      if (url === `./${SCRIPT}`) return url
      throw new TypeError(`Not the service worker: ${url}`)
    },
  })
  return policy ? policy.createScriptURL(address) : address
}
