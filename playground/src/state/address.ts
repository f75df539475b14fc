/** The address of a place on the page: the server, the open view and its arguments, after the `#`. */
import { isObject } from '../../../src/core/util/is-object.ts'
import { tryParseExactJson } from '../ui/exact-json.ts'
import type { Selection } from './selection.ts'
import { readLink, revisions, type Target } from './target.ts'

export interface Place {
  target: Pick<Target, 'url' | 'transport' | 'version'> & { relay?: string }
  selection: Selection
  args?: Record<string, unknown> | undefined
}

/** Longer arguments are left out of the address: browsers and chat programs cut it. */
const MAX_ARGUMENTS = 8_000

const views = ['examine', 'faults', 'model', 'sign-in'] as const

/** Undefined when the address names no server, or one that is not an HTTP URL. */
export function readPlace(hash: string, search = ''): Place | undefined {
  const text = hash.replace(/^#/, '') || search
  const link = readLink(text)
  if (!link?.url) return undefined
  const query = new URLSearchParams(text)
  const args = tryParseExactJson(query.get('args') ?? 'null')
  return {
    target: { transport: 'auto', version: 'auto', ...link, url: link.url },
    selection: readSelection(query),
    ...(isObject(args) && { args }),
  }
}

function readSelection(query: URLSearchParams): Selection {
  const view = views.find((name) => name === query.get('view'))
  if (view) return { kind: view }
  const [tool, prompt, uri, uriTemplate] = ['tool', 'prompt', 'resource', 'template'].map((name) => query.get(name))
  if (tool) return { kind: 'tool', name: tool }
  if (prompt) return { kind: 'prompt', name: prompt }
  if (uri) return { kind: 'resource', uri }
  return uriTemplate ? { kind: 'template', uriTemplate } : { kind: 'server' }
}

/** Without secrets, because addresses are shared; so without a relay, too, which is on this machine only. */
export function writePlace({ target: { url, transport, version }, selection, args }: Place): string {
  const query = new URLSearchParams({ server: url })
  if (transport !== 'auto') query.set('transport', transport)
  if (revisions.some((known) => known === version)) query.set('version', version)
  for (const [name, value] of selectionEntries(selection)) query.set(name, value)
  const text = args && Object.keys(args).length > 0 ? JSON.stringify(args) : ''
  if (text !== '' && text.length <= MAX_ARGUMENTS) query.set('args', text)
  return `#${query}`
}

function selectionEntries(selection: Selection): [string, string][] {
  switch (selection.kind) {
    case 'server':
      return []
    case 'tool':
    case 'prompt':
      return [[selection.kind, selection.name]]
    case 'resource':
      return [['resource', selection.uri]]
    case 'template':
      return [['template', selection.uriTemplate]]
    default:
      return [['view', selection.kind]]
  }
}

/** The full address of a place, to be copied. */
export function linkTo(place: Place): string {
  const link = new URL(location.href)
  link.search = ''
  link.hash = writePlace(place)
  return link.href
}
