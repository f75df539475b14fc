/** Changes at the server for a host that expects them unasked, and its subscriptions to single resources. */
import type { Client, Subscription, SubscriptionFilter } from '../core/index.ts'
import type { Host } from './host.ts'

const LISTS = ['tools', 'prompts', 'resources'] as const

export interface Subscriptions {
  /** Follows the lists whose changes the server reports. */
  followLists(): Promise<void>
  subscribe(uri: string): Promise<object>
  unsubscribe(uri: string): Promise<object>
}

/** The notifications themselves reach the host by `onNotification`; here the server is asked to send them. */
export function createSubscriptions(client: Client, host: Host): Subscriptions {
  /** By URI; under the empty text that of the lists, and of everything in 2026-07-28. */
  const open = new Map<string, Subscription>()
  const uris = new Set<string>()
  const lists: SubscriptionFilter = {}
  /** One after the other, since each ends the one before. */
  let last: Promise<unknown> = Promise.resolve()
  const isModern = () => client.connection.era === 'modern'
  return {
    async followLists() {
      const { capabilities } = client.server
      for (const list of LISTS) if (capabilities?.[list]?.listChanged) lists[`${list}ListChanged`] = true
      await update('').catch(host.report)
    },
    async subscribe(uri) {
      uris.add(uri)
      const { resourceSubscriptions = [] } = await update(uri).catch((error) => {
        uris.delete(uri)
        throw error
      })
      if (resourceSubscriptions.includes(uri)) return {}
      await this.unsubscribe(uri)
      // The answer of the server says why; in 2026-07-28, that it has no such request.
      return client.request('resources/subscribe', { uri })
    },
    async unsubscribe(uri) {
      uris.delete(uri)
      await update(uri)
      return {}
    },
  }

  /**
   * Follows what is wanted now, and resolves with what the server granted. Each subscription of 2026-07-28 is an open
   * stream, so there is one for all; those of earlier servers share the stream that is there.
   */
  function update(uri: string): Promise<SubscriptionFilter> {
    const turn = last.then(() => {
      const key = isModern() ? '' : uri
      const resourceSubscriptions = [...uris].filter((one) => !key || one === key)
      return follow(key, {
        ...(!key && lists),
        ...(resourceSubscriptions.length && (key || isModern()) && { resourceSubscriptions }),
      })
    })
    last = turn.catch(() => {})
    return turn
  }

  /** The subscription before ends only when the new one works, so that no change is missed. */
  function follow(key: string, filter: SubscriptionFilter): Promise<SubscriptionFilter> {
    return new Promise((resolve, reject) => {
      if (!Object.keys(filter).length) {
        open.get(key)?.close()
        return resolve(filter)
      }
      const subscription = client.listen(filter, { reopen: true })
      // After `subscribed` nobody waits for the promise, so the host is told of an error.
      let onError = reject
      read().then(
        () => resolve({}),
        (error) => onError(error),
      )

      async function read(): Promise<void> {
        for await (const change of subscription) {
          if (change.type === 'subscribed') {
            const before = open.get(key)
            if (before !== subscription) before?.close()
            open.set(key, subscription)
            onError = host.report
            resolve(change.granted)
          } else if (change.type === 'may-have-changed') tellAll(filter)
        }
      }
    })
  }

  /** The host knows of no gaps: after one, everything that it follows may have changed. */
  function tellAll({ resourceSubscriptions = [], ...filter }: SubscriptionFilter): void {
    for (const list of LISTS) if (filter[`${list}ListChanged`]) host.notify(`notifications/${list}/list_changed`)
    for (const uri of resourceSubscriptions) host.notify('notifications/resources/updated', { uri })
  }
}
