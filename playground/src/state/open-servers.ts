/** After a reload, or Back and Forward to another page, a tab connects again to the servers that were open in it. */
import { effect } from '@preact/signals'
import { isObject } from '../../../src/core/util/is-object.ts'
import { readPlace, writePlace } from './address.ts'
import { completeRedirect, takeRedirect } from './oauth.ts'
import type { Server } from './server/server.ts'
import { chosen, connectServer, type Opened, servers, setServers } from './servers.ts'
import { readStored, writeStored } from './storage.ts'
import { lacksSecrets, readTarget, type Target, withoutSecrets } from './target.ts'

const KEY = 'open servers'

/** Without secrets. What an earlier page of this tab stored is kept until a server is opened here. */
export function storeOpenServers(): void {
  let isFirst = true
  effect(() => {
    const open = servers.value.flatMap(({ id, wanted, selection }) => {
      const target = wanted.value
      if (!target) return []
      const { relay } = target
      return [
        { id, target: { ...withoutSecrets(target), relay }, view: writePlace({ target, selection: selection.value }) },
      ]
    })
    if (!isFirst) writeStored('tab', KEY, open.length > 0 ? open : undefined)
    isFirst = false
  })
}

interface Stored extends Opened {
  view: string
}

function readOpenServers(): Stored[] {
  const stored = readStored('tab', KEY)
  return (Array.isArray(stored) ? stored : []).flatMap((entry: unknown) => {
    if (!isObject(entry) || !Number.isSafeInteger(entry.id) || typeof entry.view !== 'string') return []
    const form = readTarget(entry.target)
    return form ? [{ id: entry.id as number, form, view: entry.view }] : []
  })
}

/** Completes a sign-in by redirect, or connects again after a reload; not for a link, which waits for a click. */
export async function restoreOpenServers(): Promise<void> {
  // The page came back as it was, but its connections were closed when it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const server of servers.value) reconnect(server, server.wanted.value)
  })
  const signingIn = takeRedirect()
  if (signingIn) {
    const others = open(readOpenServers().filter(({ form }) => form.url !== signingIn.url))
    const server = chosen.value
    server.form.value = signingIn
    for (const other of others) reconnect(other, other.form.value)
    await completeRedirect(signingIn, server.wire)
    reconnect(server, signingIn)
    return
  }
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (entry?.type === 'reload' || entry?.type === 'back_forward') restore()
}

/** Only at an address that this page wrote itself, or that names one of the servers. */
function restore(): void {
  const stored = readOpenServers()
  const place = readPlace(location.hash)
  const shown = shownId()
  const named = stored.find(({ id }) => id === shown) ?? stored.find(({ form }) => form.url === place?.target.url)
  if (stored.length === 0 || (!named && shown === undefined)) return
  const restored = open(stored, named?.id ?? shown)
  if (named && place?.target.url === named.form.url) chosen.value.link.value = place
  for (const server of restored) reconnect(server, server.form.value)
}

/** Beside the shown one if that is none of them. */
function open(stored: readonly Stored[], shown = chosen.value.id): Server[] {
  const isShown = stored.some(({ id }) => id === shown)
  const empty = { id: shown, form: chosen.value.form.value }
  setServers(isShown ? stored : [...stored.filter(({ id }) => id !== shown), empty], shown)
  return servers.value.filter((server) => {
    const known = stored.find(({ id }) => id === server.id)
    if (known) {
      server.link.value = readPlace(known.view)
      server.wanted.value = known.form
    }
    return known !== undefined
  })
}

/** Tokens and values of headers are kept in memory only, so after a reload somebody has to enter them again. */
function reconnect(server: Server, target: Target | undefined): void {
  if (target && !lacksSecrets(target)) void connectServer(server, target)
}

function shownId(): number | undefined {
  const { state } = history as { state: unknown }
  return isObject(state) && Number.isSafeInteger(state.server) ? (state.server as number) : undefined
}
