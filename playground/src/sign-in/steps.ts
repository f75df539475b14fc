/** The steps of a sign-in as the cards show them: what was sent, what came back, and whether it is right. */
import type { Target } from '../state/target.ts'
import type { Lane, Row } from '../wire/rows.ts'
import {
  type Check,
  checkAuthorize,
  checkChallenge,
  checkClient,
  checkResource,
  checkRevoke,
  checkServer,
  checkToken,
} from './checks.ts'
import {
  challengeOf,
  isEnded,
  type Json,
  type LanesByStep,
  mainLane,
  receivedOf,
  refusalOf,
  type StepKind,
  sentOf,
  sortLanes,
} from './lanes.ts'

/** `skipped`: it needed no request. */
export type StepState = 'right' | 'wrong' | 'waiting' | 'skipped' | 'not-reached'

export interface Step {
  kind: StepKind
  title: string
  state: StepState
  /** One line about the outcome. */
  summary: string
  expected: string
  checks: Check[]
  /** The request that counts. */
  lane?: Lane | undefined
  /** Requests before it that found nothing. */
  tried: readonly Lane[]
  /** The members of request and response that matter. */
  sent: Json
  received: Json
}

/** What is known apart from the requests. */
export interface Known {
  target: Pick<Target, 'url' | 'clientId' | 'clientMetadataUrl'>
  hasTokens: boolean
}

interface Definition {
  title: string
  expected: string
  sent: readonly string[]
  received: readonly string[]
}

const definitions: Record<StepKind, Definition> = {
  challenge: {
    title: 'Request without a token',
    expected: '401 with WWW-Authenticate: Bearer resource_metadata="…"',
    sent: [],
    received: ['error', 'scope', 'resource_metadata'],
  },
  resource: {
    title: 'Protected resource metadata',
    expected: '200 and JSON that names this server as resource, and its authorization_servers (RFC 9728)',
    sent: [],
    received: ['resource', 'authorization_servers', 'scopes_supported'],
  },
  server: {
    title: 'Authorization server metadata',
    expected: '200 and JSON with the same issuer, both endpoints, and PKCE with S256 (RFC 8414)',
    sent: [],
    received: [
      'issuer',
      'authorization_endpoint',
      'token_endpoint',
      'registration_endpoint',
      'revocation_endpoint',
      'code_challenge_methods_supported',
      'client_id_metadata_document_supported',
    ],
  },
  client: {
    title: 'Client registration',
    expected: '201 and JSON with a client_id (RFC 7591)',
    sent: ['client_name', 'redirect_uris', 'grant_types', 'token_endpoint_auth_method'],
    received: ['client_id', 'redirect_uris', 'token_endpoint_auth_method', 'error', 'error_description'],
  },
  authorize: {
    title: 'Authorization',
    expected: 'a redirect back to this page with code, state and iss',
    sent: ['client_id', 'redirect_uri', 'scope', 'resource', 'code_challenge_method'],
    received: ['code', 'state', 'iss', 'error', 'error_description'],
  },
  token: {
    title: 'Token',
    expected: '200 and JSON with access_token, token_type and expires_in',
    sent: ['grant_type', 'client_id', 'redirect_uri', 'resource', 'code'],
    received: ['access_token', 'token_type', 'expires_in', 'scope', 'refresh_token', 'error', 'error_description'],
  },
  refresh: {
    title: 'Refresh',
    expected: '200 and JSON with a new access_token, and a new refresh_token if they rotate',
    sent: ['grant_type', 'client_id', 'resource', 'refresh_token'],
    received: ['access_token', 'token_type', 'expires_in', 'scope', 'refresh_token', 'error', 'error_description'],
  },
  revoke: { title: 'Revocation', expected: '200 (RFC 7009)', sent: ['token', 'client_id'], received: [] },
}

export function stepsOf(rows: readonly Row[], known: Known): Step[] {
  const lanes = withoutOutdated(sortLanes(rows), known)
  const steps: Step[] = []
  for (const kind of ['challenge', 'resource', 'server', 'client', 'authorize', 'token', 'refresh'] as const)
    steps.push(stepOf(kind, lanes, known, steps))
  if (lanes.revoke) steps.push(stepOf('revoke', lanes, known, steps))
  return steps
}

/** When discovery failed this time, what an earlier sign-in got after it does not count. */
function withoutOutdated(lanes: LanesByStep, known: Known): LanesByStep {
  const started = lanes.resource?.[0]?.start ?? lanes.server?.[0]?.start ?? 0
  const isFresh = (group: readonly Lane[] | undefined) => (group?.[0]?.start ?? 0) >= started
  if (isFresh(lanes.authorize) || isFresh(lanes.refresh)) return lanes
  const fresh: LanesByStep = Object.fromEntries(
    Object.entries(lanes).filter(([kind, group]) => kind === 'challenge' || isFresh(group)),
  )
  const discovery = ['resource', 'server', 'client'] as const
  const failed = discovery.some((kind) => checksOf(kind, mainLane(fresh[kind]), fresh, known).some(isWrong))
  return failed ? fresh : lanes
}

function stepOf(kind: StepKind, lanes: LanesByStep, known: Known, before: readonly Step[]): Step {
  const { title, expected, sent, received } = definitions[kind]
  const group = lanes[kind] ?? []
  const lane = mainLane(group)
  if (!lane)
    return { kind, title, expected, tried: [], sent: {}, received: {}, ...withoutRequest(kind, lanes, known, before) }
  const isDone = isEnded(lane) || refusalOf(lane) !== undefined
  const checks = isDone || kind === 'authorize' ? checksOf(kind, lane, lanes, known) : []
  const state: StepState = !isDone ? 'waiting' : checks.some(isWrong) ? 'wrong' : 'right'
  return {
    kind,
    title,
    expected,
    state,
    checks,
    lane,
    tried: group.filter((other) => other !== lane),
    summary: summarize(state, checks),
    sent: pick(sentOf(lane), sent),
    received: pick(kind === 'challenge' ? (challengeOf(lane) ?? {}) : (receivedOf(lane) ?? {}), received),
  }
}

/** The first problem says most. */
function summarize(state: StepState, checks: readonly Check[]): string {
  if (state === 'wrong') return checks.find(isWrong)!.text
  if (state === 'waiting') return checks[0]?.text ?? 'Waiting for the answer.'
  return checks.find(({ is }) => is === 'note')?.text ?? checks[0]?.text ?? ''
}

function withoutRequest(
  kind: StepKind,
  lanes: LanesByStep,
  known: Known,
  before: readonly Step[],
): Pick<Step, 'state' | 'summary' | 'checks'> & { title?: string } {
  const failed = before.find(({ state }) => state === 'wrong')
  const client = kind === 'client' ? describeClient(lanes, known) : undefined
  if (client && !failed) return { state: 'skipped', checks: [], ...client }
  const notReached = (summary: string) => ({ state: 'not-reached' as const, checks: [], summary })
  if (failed) return notReached(`Not reached: "${failed.title}" failed.`)
  if (kind === 'refresh') return notReached('Not reached: the token was not refreshed yet.')
  if (known.hasTokens) {
    const isReloaded = lanes.authorize === undefined
    const summary = isReloaded ? 'Done before this page was loaded.' : 'No request was recorded.'
    return { state: 'skipped', checks: [], summary }
  }
  return notReached('Not reached.')
}

/** How the page got its client id without registering now. */
function describeClient(
  { authorize, server }: LanesByStep,
  { target }: Known,
): { title: string; summary: string } | undefined {
  if (target.clientId) return { title: 'Existing OAuth client', summary: `The client id ${target.clientId} is used.` }
  const document = mainLane(server)
  const metadata = document && receivedOf(document)
  if (target.clientMetadataUrl && metadata?.client_id_metadata_document_supported === true)
    return { title: 'Client ID metadata document', summary: `The client id is ${target.clientMetadataUrl}` }
  const id = authorize?.at(-1) && sentOf(authorize.at(-1)!).client_id
  return id === undefined
    ? undefined
    : { title: definitions.client.title, summary: `Registered earlier as ${String(id)}.` }
}

function checksOf(kind: StepKind, lane: Lane | undefined, lanes: LanesByStep, known: Known): Check[] {
  if (!lane) return []
  const { target } = known
  const bodyOf = (other: 'resource' | 'server') => {
    const document = mainLane(lanes[other])
    return document && receivedOf(document)
  }
  switch (kind) {
    case 'challenge':
      return checkChallenge(lane)
    case 'resource':
      return checkResource(lane, target.url)
    case 'server':
      return checkServer(lane, bodyOf('resource'), target.clientId !== '' || lanes.client !== undefined)
    case 'client':
      return checkClient(lane)
    case 'authorize':
      return checkAuthorize(lane, bodyOf('server'))
    case 'revoke':
      return checkRevoke(lane)
    default: {
      const asked = lanes.authorize?.at(-1)
      const scope = asked && sentOf(asked).scope
      return checkToken(lane, typeof scope === 'string' ? scope : undefined)
    }
  }
}

const isWrong = ({ is }: Check) => is === 'wrong'

function pick(from: Json, names: readonly string[]): Json {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
}
