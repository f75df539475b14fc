/** What tabs of one origin share, without real time: Web Locks and broadcast channels. */
import { vi } from 'vitest'

/** Until `vi.unstubAllGlobals()`. */
export function stubTabs(): { messages: () => number } {
  const queues = new Map<string, Promise<unknown>>()
  const channels = new Set<FakeChannel>()
  let messages = 0

  class FakeChannel {
    onmessage: (() => void) | undefined
    readonly name: string

    constructor(name: string) {
      this.name = name
      channels.add(this)
    }

    postMessage(): void {
      if (!channels.has(this)) throw new DOMException('The channel is closed', 'InvalidStateError')
      messages++
      for (const other of channels) if (other !== this && other.name === this.name) queueMicrotask(() => other.hear())
    }

    hear(): void {
      if (channels.has(this)) this.onmessage?.()
    }

    close(): void {
      channels.delete(this)
    }
  }

  const request = <T>(name: string, { signal }: { signal: AbortSignal }, work: () => Promise<T>): Promise<T> => {
    const before = queues.get(name) ?? Promise.resolve()
    const aborted = new Promise<never>((_, reject) => {
      if (signal.aborted) reject(signal.reason)
      signal.addEventListener('abort', () => reject(signal.reason))
    })
    // The signal counts only until the lock is granted.
    const granted = Promise.race([before, aborted]).then(work)
    queues.set(name, Promise.all([before, granted.catch(() => {})]))
    return granted
  }

  vi.stubGlobal('BroadcastChannel', FakeChannel)
  vi.stubGlobal('navigator', { locks: { request } })
  return { messages: () => messages }
}
