/** Creates a group, without servers at first. */
import { ClosedError } from '../core/errors.ts'
import type { Connect, SubscriptionFilter } from '../core/index.ts'
import { createEmitter } from '../core/util/emitter.ts'
import type { Environment } from '../core/util/environment.ts'
import { runSafely } from '../core/util/run-safely.ts'
import { checkServer } from './check-input.ts'
import { GroupError } from './errors.ts'
import type { Group } from './group.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import { listenToAll, type MergedSubscription } from './listen.ts'
import { createMember, type Member, type MemberContext } from './member.ts'
import { createRequests } from './requests.ts'
import { createSearch, type Search } from './search.ts'
import type { GroupOptions, GroupServers, GroupTool } from './types.ts'
import { createView } from './view.ts'

export interface GroupHandle {
  group: Group
  /** Adds a server. Resolves when it is connected or has failed. Throws for wrong input. */
  add(name: string, server: GroupServers[string]): Promise<void>
  /** From now on the view follows every change. Until then, nobody sees it, and servers have the order they were given in. */
  open(): void
}

export function createGroup(environment: Environment, defaultConnect: Connect, options: GroupOptions): GroupHandle {
  const {
    concurrency = 8,
    lists = ['tools', 'resources', 'prompts'],
    autoRefresh = true,
    connect = defaultConnect,
    snapshot,
    deadline: _deadline,
    names: _names,
    signal: _signal,
    ...common
  } = options
  const view = createView(options)
  const changes = createEmitter<[]>()
  const members = new Map<string, Member>()
  const subscriptions = new Set<MergedSubscription>()
  let isOpen = false
  let closed: Promise<void> | undefined
  let search: { tools: readonly GroupTool[]; find: Search } | undefined
  const context: MemberContext = {
    environment,
    connect,
    lists,
    autoRefresh,
    limit: limitConcurrency(concurrency),
    onChange: publish,
    onConnected: ({ name, client }) => {
      for (const subscription of subscriptions) if (client) subscription.addClient(name, client)
    },
  }
  // An engine without `Symbol.asyncDispose` gets a private symbol: nothing can call the method there.
  const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol()
  const group: Group = {
    get: () => view.current,
    subscribe: (listener) => changes.subscribe(() => runSafely(listener)),
    async add(name, server) {
      checkOpen()
      const added = add(name, server)
      publish()
      await added
      return member(name).state
    },
    async remove(name) {
      const removed = member(name)
      members.delete(name)
      publish()
      await removed.close(false)
    },
    async retry(name) {
      const retried = member(name)
      await retried.connect()
      return retried.state
    },
    client: (name) => members.get(name)?.client,
    listTools: async () => [...view.current.tools],
    search(query, { limit = 10 } = {}) {
      const { tools } = view.current
      if (search?.tools !== tools) search = { tools, find: createSearch(tools) }
      return search.find(query, limit)
    },
    ...createRequests({ view: () => view.current, member }),
    listen(filter, options = {}) {
      checkOpen()
      const subscription = listenToAll(filter as SubscriptionFilter, options, view, () =>
        subscriptions.delete(subscription),
      )
      subscriptions.add(subscription)
      for (const { name, client } of members.values()) if (client) subscription.addClient(name, client)
      return subscription
    },
    snapshot() {
      const servers = [...members.values()].map(({ name, client, state: { catalogue } }) => {
        return [name, { connection: client?.snapshot(), catalogue }]
      })
      return JSON.parse(JSON.stringify({ version: 1, servers: Object.fromEntries(servers), names: view.names() }))
    },
    close: () => (closed ??= close(false)),
    detach: () => (closed ??= close(true)),
    [asyncDispose]: () => (closed ??= close(options.keepSession ?? !!snapshot)),
  }
  return {
    group,
    add,
    open() {
      isOpen = true
      publish()
    },
  }

  function add(name: string, server: GroupServers[string]): Promise<void> {
    const input = checkServer(name, server)
    if (members.has(name)) {
      const message = `The group has a server ${name} already; remove it first, or use another name`
      throw new GroupError(message, { reason: 'duplicate-server', server: name })
    }
    const saved = snapshot && Object.hasOwn(snapshot.servers, name) ? snapshot.servers[name] : undefined
    const added = createMember(name, { ...common, ...input }, saved, context)
    members.set(name, added)
    return added.connect()
  }

  function member(name: string): Member {
    checkOpen()
    const found = members.get(name)
    if (found) return found
    throw new GroupError(`The group has no server ${name}`, { reason: 'unknown-server', server: name })
  }

  function checkOpen(): void {
    if (closed) throw new ClosedError('The group was closed', { delivery: 'not-executed' })
  }

  function publish(): void {
    if (!isOpen) return
    view.update(members.values())
    changes.publish()
  }

  async function close(keepSession: boolean): Promise<void> {
    for (const subscription of subscriptions) subscription.close()
    await Promise.all([...members.values()].map((member) => member.close(keepSession)))
  }
}
