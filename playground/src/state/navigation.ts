/** Keeps the address, the title and the open view together: Back and Forward move inside the page. */
import { batch, effect } from '@preact/signals'
import { isObject } from '../../../src/core/util/is-object.ts'
import { type Place, readPlace, writePlace } from './address.ts'
import { builtInRelay } from './built-in-relay.ts'
import { currentArguments } from './drafts.ts'
import { type ChosenSignal, ofChosen } from './of-chosen.ts'
import { home, selection } from './selection.ts'
import { takeArguments } from './server/open-view.ts'
import { choose, chosen, connectTo, openServer, servers } from './servers.ts'
import { session } from './session.ts'

/** A link that was opened, until somebody connects to its server. */
export const link: ChosenSignal<Place | undefined> = ofChosen((server) => server.link)

/** Milliseconds without typing before the arguments are written to the address. */
const SETTLE_MS = 300

/** Back or Forward has changed the address already. */
let isGoing = false

export function startNavigation(): void {
  const place = readPlace(location.hash, location.search)
  openLink(place)
  writeAddress()
  // This link was written by the process that serves the page, for the server that its user named.
  if (builtInRelay !== '' && place?.target.relay === builtInRelay) void connectTo(chosen.value.form.peek())
  addEventListener('popstate', ({ state }) => {
    isGoing = true
    batch(() => goTo(readPlace(location.hash), isObject(state) ? state.server : undefined, state !== null))
    isGoing = false
  })
  effect(() => {
    document.title = [placeName(), session.value && new URL(session.value.target.url).host, 'mcp-over-fetch inspector']
      .filter(Boolean)
      .join(' · ')
      .slice(0, 200)
  })
}

/** A link only fills in the form: connecting without a click would let any link choose the server. */
function openLink(place: Place | undefined): void {
  if (!place) return
  const server = chosen.value
  server.link.value = place
  server.form.value = { ...server.form.value, ...place.target }
}

/** Entries of this page keep the arguments as they are; an address that was typed or pasted brings its own. */
function goTo(place: Place | undefined, id: unknown, isOwnEntry: boolean): void {
  const isAt = (server: typeof chosen.value) => server.session.value?.target.url === place?.target.url
  const own = servers.value.find((server) => server.id === id)
  const server = own && (!place || isAt(own)) ? own : place && [...(own ? [own] : []), ...servers.value].find(isAt)
  if (server) choose(server.id)
  if (place && server) {
    if (!isOwnEntry) takeArguments(place)
    selection.value = place.selection
    home.value = false
    return
  }
  // A link does not take the place of a server that is connected.
  if (place && chosen.value.session.value) {
    const empty = servers.value.find(({ url }) => url === '')
    if (empty) choose(empty.id)
    else openServer()
  }
  home.value = true
  openLink(place)
}

/** A new entry of the browser's history for each server and view; typing only replaces the address of the present one. */
function writeAddress(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let written: { id: number; view: string } | undefined
  effect(() => {
    const { id, session: known, phase } = chosen.value
    // Until it is known whether it succeeds, the address stays what it is.
    if (phase.value.status === 'connecting') return
    const { value } = known
    const place = value &&
      !home.value && {
        target: value.target,
        selection: selection.value,
        args: currentArguments(value.target.url, selection.value),
      }
    const before = written
    written = { id, view: place ? viewOf(place) : '' }
    clearTimeout(timer)
    // Without a connection the address stays what it is, so that a link or a reload finds its place again.
    if (isGoing || !before) return
    const isSame = before.id === id && (before.view === written.view || isAt(place))
    if (!isSame) history.pushState({ server: id }, '', place ? writePlace(place) : location.pathname)
    else if (place) timer = setTimeout(() => history.replaceState({ server: id }, '', writePlace(place)), SETTLE_MS)
  })
}

/** Whether the address is that of this view already. */
function isAt(place: Place | undefined | false): boolean {
  const current = readPlace(location.hash)
  return place && current ? viewOf(current) === viewOf(place) : false
}

const viewOf = (place: Place) => writePlace({ ...place, args: undefined })

function placeName(): string | undefined {
  if (!session.value || home.value) return undefined
  const { value } = selection
  if ('name' in value) return value.name
  if (value.kind === 'server') return undefined
  return value.kind === 'resource' ? value.uri : value.kind === 'template' ? value.uriTemplate : value.kind
}
