/** The requests of a sign-in on the wire, sorted by the step that they belong to. */
import { isObject } from '../../../src/core/util/is-object.ts'
import { parseJson } from '../ui/json.ts'
import type { Lane, Row } from '../wire/rows.ts'

export const stepKinds = [
  'challenge',
  'resource',
  'server',
  'client',
  'authorize',
  'token',
  'refresh',
  'revoke',
] as const

export type StepKind = (typeof stepKinds)[number]

export type Json = Record<string, unknown>

/** For each step its latest requests: several where one URL after another was tried. */
export type LanesByStep = Partial<Record<StepKind, readonly Lane[]>>

export function sortLanes(rows: readonly Row[]): LanesByStep {
  const found: Partial<Record<StepKind, Lane[]>> = {}
  let previous: StepKind | undefined
  for (const row of rows) {
    const kind = row.kind === 'lane' ? kindOf(row, found) : undefined
    if (!kind) continue
    if (kind === previous && (kind === 'resource' || kind === 'server')) found[kind]!.push(row as Lane)
    else found[kind] = [row as Lane]
    previous = kind
  }
  return found
}

/** By what was sent, because authorization servers choose their own paths. */
function kindOf(lane: Lane, found: LanesByStep): StepKind | undefined {
  if (refusalOf(lane)) return 'challenge'
  if (!lane.auth) return undefined
  if (lane.rpc === 'authorize') return 'authorize'
  if (lane.method === 'GET') return kindOfDocument(lane, found)
  const { redirect_uris, grant_type } = sentOf(lane)
  if (redirect_uris !== undefined) return 'client'
  if (grant_type !== undefined) return grant_type === 'refresh_token' ? 'refresh' : 'token'
  return 'revoke'
}

/** A challenge may name any URL as that of the resource metadata. */
function kindOfDocument(lane: Lane, { challenge }: LanesByStep): StepKind {
  if (lane.rpc === 'resource metadata') return 'resource'
  if (lane.rpc === 'server metadata') return 'server'
  const named = challengeOf(mainLane(challenge))?.resource_metadata
  const body = receivedOf(lane)
  return lane.url === named?.split('?')[0] || body?.authorization_servers !== undefined ? 'resource' : 'server'
}

/** The parameters of a request: JSON, or a form. Secrets are masked. */
export function sentOf({ recorded }: Lane): Json {
  const text = recorded?.request
  if (!text) return {}
  const value = parseJson(text)
  return isObject(value) ? value : Object.fromEntries(new URLSearchParams(text))
}

/** The body of a response, or the parameters of a callback. Undefined if it is not a JSON object. Secrets are masked. */
export function receivedOf({ recorded }: Lane): Json | undefined {
  const value = parseJson(recorded?.response ?? '')
  return isObject(value) ? value : undefined
}

/** Of several URLs the one that had a document, else the last. */
export function mainLane(group: readonly Lane[] | undefined): Lane | undefined {
  return group?.findLast(({ status }) => status === 200) ?? group?.at(-1)
}

/** How the MCP server asked for a token: noted by `oauth()`, or a plain 401 before the page used OAuth. */
export function refusalOf({
  auth,
  refusal,
  status,
  recorded,
}: Lane): { status: number; headers: Record<string, string> } | undefined {
  if (refusal) return refusal
  return !auth && status === 401 ? { status, headers: recorded?.receivedHeaders ?? {} } : undefined
}

/** The parameters of a `WWW-Authenticate` header; undefined if the page sees none. */
export function challengeOf(lane: Lane | undefined): Record<string, string> | undefined {
  const header = lane && refusalOf(lane)?.headers['www-authenticate']
  if (header === undefined) return undefined
  const parameters = [...header.matchAll(/([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g)]
  return Object.fromEntries(parameters.map(([, name, quoted, plain]) => [name!.toLowerCase(), quoted ?? plain ?? '']))
}

export const isEnded = ({ end }: Lane) => end !== undefined
