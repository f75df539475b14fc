/** A failed sign-in: which document and which field is to be mended, and its request in the wire. */
import type { AnyMcpError } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import type { AuthError, AuthErrorReason } from '../../../src/oauth/index.ts'
import { chosen } from '../state/servers.ts'
import { DescriptionList } from '../ui/description-list.tsx'
import type { Lane } from '../wire/rows.ts'
import { showRow } from '../wire/selected.ts'

interface Remedy {
  document: string
  field?: string
  text: string
}

const RESOURCE = 'protected resource metadata, /.well-known/oauth-protected-resource (RFC 9728)'
const SERVER = 'authorization server metadata, /.well-known/oauth-authorization-server (RFC 8414)'

const remedies: Partial<Record<AuthErrorReason, Remedy>> = {
  'client-id-required': {
    document: SERVER,
    field: 'registration_endpoint, or client_id_metadata_document_supported',
    text: 'The authorization server lets nobody register by itself. Add one of these fields, or register this page by hand and enter its client id in the form.',
  },
  'registration-rejected': {
    document: 'the answer of registration_endpoint',
    text: 'The authorization server refuses to register this page; its answer says why.',
  },
  'cors-or-network': {
    document: 'the request that failed',
    field: 'Access-Control-Allow-Origin, Access-Control-Allow-Headers',
    text: 'A page may read metadata, registration and tokens only if the authorization server sends CORS headers with each of them.',
  },
  'resource-metadata-unavailable': {
    document: RESOURCE,
    field: 'authorization_servers; and resource_metadata in WWW-Authenticate of the 401',
    text: 'The MCP server asks for a token, but does not say who issues it. Serve this document.',
  },
  'authorization-server-metadata-unavailable': {
    document: SERVER,
    field: 'issuer, authorization_endpoint, token_endpoint',
    text: 'The authorization server that the MCP server names does not describe itself.',
  },
  'issuer-mismatch': { document: SERVER, field: 'issuer', text: 'It has to be the URL that the MCP server names.' },
  'resource-mismatch': { document: RESOURCE, field: 'resource', text: 'It has to be the URL of the MCP endpoint.' },
  'pkce-unsupported': {
    document: SERVER,
    field: 'code_challenge_methods_supported',
    text: 'It has to contain "S256".',
  },
}

export function isAuthError(error: AnyMcpError | AuthError): error is AuthError {
  return ['auth', 'authorization-required', 'insufficient-scope'].includes(error.code)
}

export function AuthFailure({ error }: { error: AuthError }): JSX.Element {
  const { reason, issuer, status, server, redirectUri } = error
  const lanes = requestsOfSignIn()
  const described = lanes.filter(({ rpc }) => rpc === 'resource metadata')
  // Without that document the addresses of 2025-03-26 are tried, and it is their failure that is reported.
  const isUndescribed = described.length > 0 && described.every((lane) => lane.status !== 200)
  const remedy = remedies[isUndescribed && reason !== 'cors-or-network' ? 'resource-metadata-unavailable' : reason]
  const lane = isUndescribed ? described.at(-1) : (lanes.findLast(isRefused) ?? lanes.at(-1))
  return (
    <section class="auth-failure" aria-label="What to mend">
      {remedy && <p class="hint-box">{remedy.text}</p>}
      <DescriptionList
        of={{
          Document: remedy?.document,
          Field: remedy?.field,
          'Last request': lane && `${lane.method} ${lane.url}: ${lane.status ?? 'no answer'}`,
          Issuer: issuer,
          Status: status,
          'Server says': [server?.error, server?.description].filter(Boolean).join(': '),
          'Redirect URI': redirectUri,
        }}
      />
      {lane && (
        <button type="button" class="small" onClick={() => showRow(lane.key)}>
          Show it in the wire
        </button>
      )}
    </section>
  )
}

/** The requests since the MCP server last asked for a token. */
function requestsOfSignIn(): Lane[] {
  const { wire } = chosen.value
  const since = wire.rows.findLastIndex((row) => row.kind === 'lane' && row.refusal !== undefined)
  return wire.rows
    .slice(since + 1)
    .filter((row): row is Lane => row.kind === 'lane' && row.auth === true && row.rpc !== 'authorize')
}

const isRefused = ({ status }: Lane) => status === undefined || status >= 400
