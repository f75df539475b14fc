/** Waits until a store has a client. */
import { ClosedError } from '../core/errors.ts'
import type { Client } from '../core/index.ts'
import type { McpView, Observable } from './types.ts'

/** Rejects if connecting failed, a user has to sign in, or the store was closed. */
export function firstClient({ get, subscribe }: Observable<McpView>): Promise<Client> {
  return new Promise((resolve, reject) => {
    const end = subscribe(check)
    check()

    function check(): void {
      const { client, status, error } = get()
      if (status === 'connecting' && !client) return
      end()
      if (client) resolve(client)
      else reject(error ?? new ClosedError('The store was closed', { delivery: 'not-executed' }))
    }
  })
}
