/** The servers that are open in this page, each with everything of its own, and the one that is shown. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { createWireRecord, type WireRecord } from '../wire/record.ts'
import type { ConnectingOptions } from './server/connection.ts'
import { createServer, type Server } from './server/server.ts'
import { emptyTarget, type Target } from './target.ts'

const all = createWireRecord()

/** The wires of all servers in one. */
export const allWires: WireRecord = all.record

let lastId = 0

/** In the order of their tabs; never empty. One that is not connected shows the connection form. */
export const servers: Signal<readonly Server[]> = signal([create(emptyTarget)])

const chosenId = signal(servers.peek()[0]!.id)

/** The server that is shown. */
export const chosen: ReadonlySignal<Server> = computed(
  () => servers.value.find(({ id }) => id === chosenId.value) ?? servers.value[0]!,
)

/** Servers that another one took the place of in their tab: what was done there is found again. */
const replaced = new Map<string, Server>()
const MAX_REPLACED = 10

function create(form: Target, id = ++lastId): Server {
  lastId = Math.max(lastId, id)
  return createServer(id, form, all.writer)
}

export function choose(id: number): void {
  chosenId.value = id
}

/** Opens a tab and shows it. */
export function openServer(form: Target = emptyTarget): Server {
  const server = create(form)
  servers.value = [...servers.value, server]
  choose(server.id)
  return server
}

export interface Opened {
  id: number
  form: Target
}

/** After a reload: all tabs as they were. Those that are there already stay what they are. */
export function setServers(opened: readonly Opened[], shown: number): void {
  servers.value = opened.map(({ id, form }) => {
    const known = servers.value.find((server) => server.id === id)
    if (!known) return create(form, id)
    known.form.value = form
    return known
  })
  choose(shown)
}

/** Closes the connection and forgets everything of it. */
export function closeServer({ id, disconnect }: Server): void {
  disconnect()
  const at = servers.value.findIndex((server) => server.id === id)
  const left = servers.value.filter((server) => server.id !== id)
  servers.value = left.length > 0 ? left : [create(emptyTarget)]
  if (chosenId.value === id) choose(servers.value[Math.min(at, servers.value.length - 1)]!.id)
  all.writer.remove(({ server }) => server === id)
}

/** A new tab if the shown one is connected to another server, else in its place. Never rejects. */
export async function connectTo(target: Target, options: ConnectingOptions = {}): Promise<void> {
  await connectServer(serverFor(target), target, options)
}

/** Never rejects: errors are in the phase of the server. */
export async function connectServer(server: Server, target: Target, options: ConnectingOptions = {}): Promise<void> {
  if (server.phase.value.status === 'connecting') return
  server.url = target.url
  server.form.value = target
  await server.connect(target, options)
}

function serverFor(target: Target): Server {
  const shown = chosen.value
  if (shown.url === '' || shown.url === target.url || shown.phase.value.status === 'connecting') return shown
  if (!shown.session.value) return replace(shown, target)
  const empty = servers.value.find(({ url }) => url === '')
  if (!empty) return openServer(target)
  choose(empty.id)
  return empty
}

/** Nothing of the old server may be seen at the new one. */
function replace(old: Server, target: Target): Server {
  const known = replaced.get(target.url)
  replaced.delete(target.url)
  replaced.set(old.url, old)
  const [oldest] = replaced.keys()
  if (replaced.size > MAX_REPLACED) replaced.delete(oldest!)
  const next = known ?? create(target)
  next.link.value = old.link.value
  servers.value = servers.value.map((server) => (server === old ? next : server))
  all.writer.remove(({ server }) => server === old.id)
  choose(next.id)
  return next
}
