/** Creates a group, without servers at first. */
import { ClosedError } from '../core/errors.ts'
import type { Connect, SubscriptionFilter } from '../core/index.ts'
import { createEmitter } from '../core/util/emitter.ts'
import type { Environment } from '../core/util/environment.ts'
import { runSafely } from '../core/util/run-safely.ts'
import { type Part, withoutDeepItems } from './catalogue.ts'
import { GroupError } from './errors.ts'
import type { Group } from './group.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import { listenToAll, type MergedSubscription } from './listen.ts'
import { createMember, type Member, type MemberContext } from './member.ts'
import { createMergedList } from './merged-list.ts'
import { createRequests } from './requests.ts'
import { createSearch, type Search } from './search.ts'
import type { GroupOptions, GroupServers, GroupTool, GroupView } from './types.ts'

export interface GroupHandle {
  group: Group
  /** Adds servers. Resolves when each is connected or has failed. Throws for wrong input before it connects. */
  addAll(servers: GroupServers): Promise<unknown>
  /** From now on the view follows every change. Until then nobody sees it, so that servers have the order they were given in. */
  open(): void
}

export function createGroup(environment: Environment, defaultConnect: Connect, options: GroupOptions): GroupHandle {
  const {
    concurrency = 8,
    lists = ['tools', 'resources', 'prompts'],
    autoRefresh = true,
    connect = defaultConnect,
    names,
    snapshot,
    deadline: _deadline,
    signal: _signal,
    ...common
  } = options
  const useShort = names === 'short'
  const merged = {
    tools: createMergedList('name', useShort, snapshot?.names.tools),
    resources: createMergedList('uri', false),
    resourceTemplates: createMergedList('uriTemplate', false),
    prompts: createMergedList('name', useShort, snapshot?.names.prompts),
  }
  const changes = createEmitter<[]>()
  const members = new Map<string, Member>()
  const subscriptions = new Set<MergedSubscription>()
  let view: GroupView
  let isOpen = false
  let closed: Promise<unknown> | undefined
  let search: { tools: readonly GroupTool[]; find: Search } | undefined
  const context: MemberContext = {
    environment,
    connect,
    lists,
    autoRefresh,
    limit: limitConcurrency(concurrency),
    onChange: publish,
    onConnected({ name, client }) {
      for (const subscription of subscriptions) void subscription.addClient(name, client!)
    },
  }
  const close = (keepSession: boolean) => async () => {
    for (const subscription of subscriptions) subscription.close()
    closed ??= Promise.all([...members.values()].map((member) => member.close(keepSession)))
    await closed
  }
  // An engine without `Symbol.asyncDispose` gets a private symbol: nothing can call the method there.
  const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol()
  const group: Group = {
    get: () => view,
    subscribe: (listener) => changes.subscribe(() => runSafely(listener)),
    async add(name, server) {
      const added = addAll({ [name]: server })
      publish()
      await added
      return memberOf(name).state
    },
    async remove(name) {
      const removed = memberOf(name)
      members.delete(name)
      publish()
      await removed.close(false)
    },
    async retry(name) {
      const member = memberOf(name)
      await member.connect()
      return member.state
    },
    client: (name) => members.get(name)?.client,
    listTools: async () => [...view.tools],
    search(query, { limit = 10 } = {}) {
      const { tools } = view
      if (search?.tools !== tools) search = { tools, find: createSearch(tools) }
      return search.find(query, limit)
    },
    ...createRequests(() => view, memberOf),
    listen(filter, options = {}) {
      checkOpen()
      const filterOf = (server: string) => narrow(filter as SubscriptionFilter, options.servers, server)
      const subscription = listenToAll(filterOf, options, () => subscriptions.delete(subscription))
      subscriptions.add(subscription)
      for (const { name, client } of members.values()) if (client) void subscription.addClient(name, client)
      return subscription
    },
    snapshot() {
      const servers = [...members.values()].map(({ name, client, state: { catalogue } }) => {
        return [name, { connection: client?.snapshot(), catalogue: catalogue && withoutDeepItems(catalogue) }]
      })
      const names = { tools: [...merged.tools.names], prompts: [...merged.prompts.names] }
      return JSON.parse(JSON.stringify({ version: 1, servers: Object.fromEntries(servers), names }))
    },
    close: close(false),
    detach: close(true),
    [asyncDispose]: close(options.keepSession ?? !!snapshot),
  }
  return {
    group,
    addAll,
    open() {
      isOpen = true
      publish()
    },
  }

  function addAll(servers: GroupServers): Promise<unknown> {
    checkOpen()
    const added = Object.entries(servers).map(([name, server]) => {
      const given = typeof server === 'string' || server instanceof URL ? { url: server } : server
      if (!name || !given?.url) throw new TypeError(`connectGroup: expected a name and a url, got none for "${name}"`)
      if (members.has(name)) {
        const message = `The group has a server ${name} already; remove it first, or use another name`
        throw new GroupError(message, { reason: 'duplicate-server', server: name })
      }
      const saved = Object.entries(snapshot?.servers ?? {}).find(([key]) => key === name)?.[1]
      return createMember(name, { ...common, ...given }, saved, context)
    })
    return Promise.all(
      added.map((member) => {
        members.set(member.name, member)
        return member.connect()
      }),
    )
  }

  function memberOf(name: string): Member {
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
    const all = [...members.values()]
    const next: Record<string, unknown> = { servers: Object.fromEntries(all.map(({ name, state }) => [name, state])) }
    for (const [part, list] of Object.entries(merged)) {
      list.update(all.map(({ name, state }) => [name, state.catalogue?.[part as Part] ?? []]))
      next[part] = list.entries
    }
    view = next as unknown as GroupView
    changes.publish()
  }

  /** Resources and tasks are asked only of the servers that have them, or that the caller names. */
  function narrow(
    filter: SubscriptionFilter,
    servers: readonly string[] | undefined,
    server: string,
  ): SubscriptionFilter | undefined {
    if (servers) return servers.includes(server) ? filter : undefined
    const { taskIds: _, resourceSubscriptions: uris = [], ...rest } = filter
    const listed = view.resources.filter((resource) => resource.server === server && uris.includes(resource.uri))
    return { ...rest, ...(listed.length && { resourceSubscriptions: listed.map(({ uri }) => uri) }) }
  }
}
