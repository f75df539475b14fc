/** Script rules and readers for `listen()`. */
import type { Change, Client } from '../../../src/core/index.ts'
import type { JournalEntry, Rule, Step } from '../../../src/testing/index.ts'
import type { Scenario, ScenarioByConnect, World } from '../scenario.ts'

type Listening = ReturnType<Client['listen']>

export const everything = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true } as const

/** The steps for the nth `subscriptions/listen`, or for all of them. */
export const onListen = (nth: number | undefined, ...steps: Step[]): Rule => ({
  on: { rpcMethod: 'subscriptions/listen' },
  ...(nth && { nth }),
  do: steps,
})

/** The server's acknowledgement, without the subscription id, which a script cannot know. */
export const acknowledge = (notifications: object): Step => ({
  notify: { method: 'notifications/subscriptions/acknowledged', params: { notifications } },
})

/** A notification that the script sends itself, without a subscription id. */
export const untaggedNotification = (method: string, params: object = {}): Step => ({
  event: { data: { jsonrpc: '2.0', method, params } },
})

export const listensIn = (journal: readonly JournalEntry[]): JournalEntry[] =>
  journal.filter(({ rpcMethod }) => rpcMethod === 'subscriptions/listen')

/** Reads the items of a subscription one by one. */
export function follow(listening: Listening) {
  const iterator = listening[Symbol.asyncIterator]()
  return {
    /** The next item; undefined at the end. */
    async next(): Promise<Change | undefined> {
      const { done, value } = await iterator.next()
      return done ? undefined : value
    },
    /** The next items, this many. */
    async take(count: number): Promise<(Change | undefined)[]> {
      const changes: (Change | undefined)[] = []
      while (changes.length < count) changes.push(await this.next())
      return changes
    },
    /** All items up to and including the first of this type. */
    async until(type: Change['type']): Promise<Change[]> {
      const changes: Change[] = []
      for (;;) {
        const change = await this.next()
        if (!change) throw new Error(`Ended before ${type}: ${JSON.stringify(changes)}`)
        changes.push(change)
        if (change.type === type) return changes
      }
    },
  }
}

/** Whether the promise is still pending after a while. */
export async function isPending(
  { macrotasks }: Pick<World, 'macrotasks'>,
  promise: Promise<unknown>,
): Promise<boolean> {
  let settled = false
  const settle = () => {
    settled = true
  }
  promise.then(settle, settle)
  await macrotasks(20)
  return !settled
}

/** The same promise on every transport that a server can be connected by. */
export function onEveryTransport({ name, run, ...rest }: ScenarioByConnect): Scenario[] {
  return [
    { ...rest, name: `${name} (2026-07-28)`, run: (world) => run(world, world.connectModern) },
    { ...rest, name: `${name} (Streamable HTTP with a session)`, run: (world) => run(world, world.connect) },
    {
      ...rest,
      name: `${name} (HTTP+SSE)`,
      run: (world) => run(world, (options) => world.connect({ url: world.server.sseUrl, ...options })),
    },
  ]
}
