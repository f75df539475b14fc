/** A failed sign-in: what it means, which document and field to correct, and every step. */
import '../../style/sign-in.css'
import type { JSX } from 'preact'
import type { AuthError } from '../../../src/oauth/index.ts'
import { target as form } from '../state/form.ts'
import { select } from '../state/selection.ts'
import { chosen } from '../state/servers.ts'
import { session } from '../state/session.ts'
import { DescriptionList } from '../ui/description-list.tsx'
import { Text } from '../ui/text.tsx'
import type { Lane } from '../wire/rows.ts'
import { showRow } from '../wire/selected.ts'
import { explain } from './remedies.ts'
import { Steps } from './step-list.tsx'

export function AuthFailure({ error }: { error: AuthError }): JSX.Element {
  const { issuer, status, server, redirectUri } = error
  const lanes = requestsOfSignIn()
  const described = lanes.filter(({ rpc }) => rpc === 'resource metadata')
  // Without that document the addresses of 2025-03-26 are tried, and it is their failure that is reported.
  const isUndescribed = described.length > 0 && described.every((lane) => lane.status !== 200)
  const remedy = explain(
    isUndescribed && error.reason !== 'cors-or-network'
      ? ({ reason: 'resource-metadata-unavailable' } as AuthError)
      : error,
  )
  const lane = isUndescribed ? described.at(-1) : (lanes.findLast(isRefused) ?? lanes.at(-1))
  return (
    <section class="auth-failure" aria-label="What to do">
      <p class="hint-box">
        {remedy.what} <strong>{remedy.fix}</strong>
      </p>
      <DescriptionList
        of={{
          Document: remedy.document,
          Field: remedy.field,
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
      <AllSteps />
    </section>
  )
}

/** While there is a connection, they are in a view of their own. */
function AllSteps(): JSX.Element | null {
  if (session.value?.target.auth === 'oauth') {
    return (
      <button type="button" class="small" onClick={() => select({ kind: 'sign-in' })}>
        Show every step
      </button>
    )
  }
  if (form.value.auth !== 'oauth') return null
  return (
    <details open>
      <summary>
        Every step at <Text of={form.value.url} maxLength={200} />
      </summary>
      <Steps target={form.value} hasTokens={false} />
    </details>
  )
}

/** The requests since the MCP server last asked for a token. */
function requestsOfSignIn(): Lane[] {
  const { wire } = chosen.value
  void wire.version.value
  const since = wire.rows.findLastIndex((row) => row.kind === 'lane' && row.refusal !== undefined)
  return wire.rows
    .slice(since + 1)
    .filter((row): row is Lane => row.kind === 'lane' && row.auth === true && row.rpc !== 'authorize')
}

const isRefused = ({ status }: Lane) => status === undefined || status >= 400
