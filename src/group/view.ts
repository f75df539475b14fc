/** The view of a group: immutable, and the same object as long as nothing changes. */

import type { Member } from './member.ts'
import { createMergedList } from './merged-list.ts'
import type { GroupOptions, GroupView } from './types.ts'

export interface ViewState {
  readonly current: GroupView
  /** Makes the next view. */
  update(members: Iterable<Member>): void
  /** The names for a snapshot. */
  names(): NonNullable<GroupOptions['snapshot']>['names']
}

export function createView({ names, snapshot }: GroupOptions): ViewState {
  const isShort = names === 'short'
  const lists = {
    tools: createMergedList('name', isShort, snapshot?.names.tools),
    resources: createMergedList('uri', false),
    resourceTemplates: createMergedList('uriTemplate', false),
    prompts: createMergedList('name', isShort, snapshot?.names.prompts),
  }
  const parts = Object.keys(lists) as (keyof typeof lists)[]
  let current = toView([])
  return {
    get current() {
      return current
    },
    update(members) {
      const all = [...members]
      for (const part of parts) {
        lists[part].update(all.map(({ name, state }) => [name, state.catalogue?.[part] ?? []] as const))
      }
      current = toView(all)
    },
    names: () => ({ tools: lists.tools.names, prompts: lists.prompts.names }),
  }

  function toView(members: readonly Member[]): GroupView {
    const merged = Object.fromEntries(parts.map((part) => [part, lists[part].entries]))
    return {
      servers: Object.fromEntries(members.map(({ name, state }) => [name, state])),
      ...merged,
    } as unknown as GroupView
  }
}
