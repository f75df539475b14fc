/** Shorthands for scenarios about what a client is told of changes. */
import type { Change, Client } from '../../src/core/index.ts'
import type { JournalEntry, Rule, Step } from '../../src/testing/index.ts'
import type { Scenario, World } from './scenario.ts'

type Listening = ReturnType<Client['listen']>

export const everything = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true } as const

/** What happens to the nth `subscriptions/listen`; without a number, to all of them. */
export const onListen = (nth: number | undefined, ...steps: Step[]): Rule => ({
  on: { rpc: 'subscriptions/listen' },
  ...(nth && { nth }),
  do: steps,
})

/** The server's promise, without the id, which a script cannot know and the stream makes plain. */
export const acknowledge = (notifications: object): Step => ({
  notify: { method: 'notifications/subscriptions/acknowledged', params: { notifications } },
})

/** An event beside those of the server. */
export const beside = (method: string, params: object = {}): Step => ({
  event: { data: { jsonrpc: '2.0', method, params } },
})

export const listensIn = (journal: readonly JournalEntry[]): JournalEntry[] =>
  journal.filter(({ rpc }) => rpc === 'subscriptions/listen')

/** Reads one change after the other. */
export function follow(listening: Listening) {
  const iterator = listening[Symbol.asyncIterator]()
  return {
    /** The next change; undefined after the last. */
    async next(): Promise<Change | undefined> {
      const { done, value } = await iterator.next()
      return done ? undefined : value
    },
    /** The next changes, that many. */
    async take(count: number): Promise<(Change | undefined)[]> {
      const changes: (Change | undefined)[] = []
      while (changes.length < count) changes.push(await this.next())
      return changes
    },
    /** Everything up to this change and with it. */
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

/** Whether a promise settles without anybody doing anything more. */
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

/** The same promise in every way that a server can be connected to. */
export function everywhere(name: string, run: (world: World, connect: World['connect']) => Promise<void>): Scenario[] {
  return [
    { name: `${name} (2026-07-28)`, run: (world) => run(world, world.connectModern) },
    { name: `${name} (with a session)`, run: (world) => run(world, world.connect) },
    {
      name: `${name} (HTTP+SSE)`,
      run: (world) => run(world, (options) => world.connect({ url: world.server.sseUrl, ...options })),
    },
  ]
}
