/** What a new connection shows: what its link names, else what was open at this server before. */
import { effect, untracked } from '@preact/signals'
import type { Place } from '../address.ts'
import { setDraft } from '../drafts.ts'
import type { Server } from './server.ts'

export function openViewOnConnect({ session, link, selection, home }: Server): void {
  effect(() => {
    const url = session.value?.target.url
    if (url === undefined) return
    untracked(() => {
      const linked = link.value?.target.url === url ? link.value : undefined
      link.value = undefined
      if (linked) {
        takeArguments(linked)
        selection.value = linked.selection
      }
      home.value = false
    })
  })
}

export function takeArguments({ target, selection: { kind, ...rest }, args }: Place): void {
  if (args && 'name' in rest) setDraft(target.url, kind, rest.name, args)
}
