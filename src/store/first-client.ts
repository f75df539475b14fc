/** Waits until a store has a client. */
import { ClosedError } from '../core/errors.ts'
import type { Client } from '../core/index.ts'
import { onAbort } from '../core/util/on-abort.ts'
import type { McpView, Observable } from './types.ts'

/** Rejects if connecting failed, a user has to sign in, the store was closed, or the signal aborts. */
export function firstClient({ get, subscribe }: Observable<McpView>, signal?: AbortSignal): Promise<Client> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const unsubscribe = subscribe(check)
    const ignoreAbort = signal && onAbort(signal, () => end(() => reject(signal.reason)))
    check()

    function check(): void {
      const { client, status, error } = get()
      if (status === 'connecting' && !client) return
      end(() => {
        if (client) resolve(client)
        else reject(error ?? new ClosedError('The store was closed', { delivery: 'not-executed' }))
      })
    }

    function end(settle: () => void): void {
      unsubscribe()
      ignoreAbort?.()
      settle()
    }
  })
}
