/** What the tabs and the common timeline call a server. */
import { nonEmptyString } from '../ui/json.ts'
import { presetOf } from './mock-url.ts'
import { findPreset } from './presets.ts'
import { defaultName, savedServers } from './saved-servers.ts'
import type { Server } from './server/server.ts'
import { servers } from './servers.ts'

/** Its own name; where another open server has the same, with what tells them apart. */
export function serverName(server: Server): string {
  const name = shortName(server)
  const same = servers.value.filter((other) => shortName(other) === name)
  if (same.length === 1) return name
  const places = same.map(placeOf)
  const at = same.indexOf(server)
  return `${name} · ${new Set(places).size === same.length ? places[at] : at + 1}`
}

/** A short name of the server with this id: of equal names only what tells them apart. Empty when it was closed. */
export function labelOf(id: number | undefined): string {
  const server = servers.value.find((known) => known.id === id)
  return server ? (serverName(server).split(' · ').at(-1) ?? '') : ''
}

function shortName({ session, form }: Server): string {
  const known = session.value
  const url = known?.target.url ?? form.value.url
  const saved = savedServers.value.find(({ target }) => target.url === url)
  if (saved && saved.name !== defaultName(url)) return saved.name
  const info = known?.client.server.info
  const own = nonEmptyString(info?.title) ?? nonEmptyString(info?.name)
  if (own) return own.slice(0, 60)
  return URL.canParse(url) ? new URL(url).host : 'New connection'
}

function placeOf({ session, form }: Server): string {
  const url = session.value?.target.url ?? form.value.url
  const preset = findPreset(presetOf(url))
  if (preset) return preset.title
  return URL.canParse(url) ? new URL(url).host : ''
}
