/** A few clients of a soak as one group, which lives for one round. */
import { setTimeout as wait } from 'node:timers/promises'
import { connectGroup } from '../../../src/group/index.ts'
import { callTool } from './random-actions.ts'
import type { ServerKind, SoakServer } from './servers.ts'
import { OPTIONS, type SoakClientParts } from './soak-client.ts'

type GroupParts = Omit<SoakClientParts, 'server' | 'kind'> & {
  servers: readonly { kind: ServerKind; server: SoakServer }[]
}

export async function runGroup({ servers, ...parts }: GroupParts, isOver: () => boolean): Promise<void> {
  const { ledger, name, random, pace } = parts
  const named = servers.map(({ kind, server }, index) => {
    return [`s${index}`, { url: server.url, fetch: server.fetch, ...kind.connect }] as const
  })
  const { snapshot: _none, ...options } = OPTIONS
  const group = await connectGroup(Object.fromEntries(named), { ...options, deadline: 1_000 })
  while (!isOver()) {
    const server = random.pick(Object.keys(group.get().servers))
    const isKnown = group.get().tools.some((tool) => tool.server === server)
    if (!isKnown) await ledger.watch(`${name}: retry`, group.retry(server))
    else await callTool({ ...parts, kind: servers[0]!.kind }, group, `${server}__work`)
    await wait(random.between(pace / 8, pace / 3))
  }
  await ledger.watch(`${name}: close`, group.close())
}
