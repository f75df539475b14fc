/** Keeps the address, the title and the open view together: Back and Forward move inside the page. */
import { effect, type Signal, signal, untracked } from '@preact/signals'
import { type Place, readPlace, writePlace } from './address.ts'
import { currentArguments, setDraft } from './drafts.ts'
import { home, type Selection, selection } from './selection.ts'
import { session } from './session.ts'
import { updateTarget } from './target.ts'

/** A link that was opened, until somebody connects to its server. */
export const link: Signal<Place | undefined> = signal(undefined)

/** The last view at each server. */
const views = new Map<string, Selection>()

/** Milliseconds without typing before the arguments are written to the address. */
const SETTLE_MS = 300

export function startNavigation(): void {
  openLink(readPlace(location.hash, location.search))
  openViewOnConnect()
  writeAddress()
  addEventListener('popstate', ({ state }) => goTo(readPlace(location.hash), state !== null))
  effect(() => {
    document.title = [placeName(), session.value && new URL(session.value.target.url).host, 'MCP playground']
      .filter(Boolean)
      .join(' · ')
      .slice(0, 200)
  })
}

/** A link only fills in the form: connecting without a click would let any link choose the server. */
function openLink(place: Place | undefined): void {
  if (!place) return
  link.value = place
  updateTarget(place.target)
}

function openViewOnConnect(): void {
  effect(() => {
    const url = session.value?.target.url
    if (url === undefined) return
    untracked(() => {
      const linked = link.value?.target.url === url ? link.value : undefined
      link.value = undefined
      if (linked) takeArguments(linked)
      selection.value = linked?.selection ?? views.get(url) ?? { kind: 'server' }
      home.value = false
    })
  })
}

function takeArguments({ target, selection: { kind, ...rest }, args }: Place): void {
  if (args && 'name' in rest) setDraft(target.url, kind, rest.name, args)
}

/** Entries of this page keep the arguments as they are; an address that was typed or pasted brings its own. */
function goTo(place: Place | undefined, isOwnEntry: boolean): void {
  const url = session.value?.target.url
  if (!place || place.target.url !== url) {
    home.value = true
    openLink(place)
    return
  }
  if (!isOwnEntry) takeArguments(place)
  selection.value = place.selection
  home.value = false
}

/** A new entry of the browser's history for each view; typing only replaces the address of the present one. */
function writeAddress(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasConnected = false
  effect(() => {
    const known = session.value
    const place = known && {
      target: known.target,
      selection: selection.value,
      args: currentArguments(known.target.url, selection.value),
    }
    const isHome = home.value
    if (known) views.set(known.target.url, selection.value)
    const before = wasConnected
    wasConnected = known !== undefined
    clearTimeout(timer)
    // Without a connection the address stays what it is, so that a link or a reload finds its place again.
    if (isHome || (!place && !before)) return
    const address = place ? writePlace(place) : location.pathname
    if (place && isSameView(readPlace(location.hash), place)) {
      timer = setTimeout(() => history.replaceState(history.state ?? {}, '', address), SETTLE_MS)
    } else history.pushState({}, '', address)
  })
}

function isSameView(one: Place | undefined, other: Place): boolean {
  return one !== undefined && writePlace({ ...one, args: undefined }) === writePlace({ ...other, args: undefined })
}

function placeName(): string | undefined {
  if (!session.value || home.value) return undefined
  const { value } = selection
  if ('name' in value) return value.name
  if (value.kind === 'server') return undefined
  return value.kind === 'resource' ? value.uri : value.kind === 'template' ? value.uriTemplate : value.kind
}
