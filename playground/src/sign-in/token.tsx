/** The token: what it is for, how long it lives, and its claims. Nothing of it leaves this view. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { TokenSet } from '../state/oauth-tokens.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { JsonTree } from '../ui/json-tree.tsx'
import { Text } from '../ui/text.tsx'
import { decodeJwt, type Jwt } from './jwt.ts'

export function TokenCard({ tokens }: { tokens: TokenSet }): JSX.Element {
  const { accessToken, refreshToken, tokenType, scope, requested, resource, as, clientId } = tokens
  const jwt = decodeJwt(accessToken)
  const missing = (requested?.split(' ') ?? []).filter((name) => scope && !scope.split(' ').includes(name))
  return (
    <section class="card token-card" aria-label="Token">
      <h3>Token</h3>
      <Expiry tokens={tokens} />
      <DescriptionList
        of={{
          Type: tokenType === 'dpop' ? 'DPoP, bound to a key' : 'Bearer',
          Scopes: scope ? <Scopes of={scope} /> : 'none named',
          'Not granted': missing.length > 0 && <Scopes of={missing.join(' ')} />,
          Resource: resource,
          Audience: jwt && <Audience jwt={jwt} resource={resource} />,
          Issuer: as.issuer,
          'Client id': clientId,
          'Refresh token': refreshToken ? 'yes' : 'none: you sign in again when the token expires',
          Format: jwt ? 'JWT' : 'opaque: only the authorization server can read it',
        }}
      />
      <Secret name="Access token" value={accessToken} />
      {refreshToken && <Secret name="Refresh token" value={refreshToken} />}
      {jwt && <Claims jwt={jwt} />}
    </section>
  )
}

function Scopes({ of }: { of: string }): JSX.Element {
  return (
    <ul class="tags">
      {of
        .split(' ')
        .slice(0, 100)
        .map((name) => (
          <li key={name} class="tag">
            <Text of={name} maxLength={200} />
          </li>
        ))}
    </ul>
  )
}

function Expiry({ tokens: { expiresAt } }: { tokens: TokenSet }): JSX.Element {
  const now = useSignal(Date.now())
  useEffect(() => {
    if (expiresAt === undefined) return
    now.value = Date.now()
    const timer = setInterval(() => (now.value = Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [expiresAt])
  if (expiresAt === undefined) return <p class="muted">The server did not say when it expires.</p>
  const left = expiresAt - now.value
  return (
    <p class="token-expiry">
      <span class={`tag ${left <= 0 ? 'bad' : left < 60_000 ? 'warn' : 'good'}`} role="timer">
        {left <= 0 ? 'Expired' : `Expires in ${formatLeft(left)}`}
      </span>
      <span class="muted">{formatDate(expiresAt / 1_000)}</span>
    </p>
  )
}

/** To the second: 2 d 3 h, 1 h 05 min, 4 min 09 s. */
export function formatLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600), Math.floor(seconds / 60)]
  const two = (count: number) => String(count).padStart(2, '0')
  if (days > 0) return `${days} d ${hours % 24} h`
  if (hours > 0) return `${hours} h ${two(minutes % 60)} min ${two(seconds % 60)} s`
  return minutes > 0 ? `${minutes} min ${two(seconds % 60)} s` : `${seconds} s`
}

function Audience({ jwt, resource }: { jwt: Jwt; resource: string }): JSX.Element {
  const { aud } = jwt.payload
  const audiences = (Array.isArray(aud) ? aud : [aud]).filter((one): one is string => typeof one === 'string')
  const isOurs = audiences.some((one) => one.replace(/\/$/, '') === resource.replace(/\/$/, ''))
  return (
    <>
      <Text of={audiences.join('\n') || 'no aud claim'} maxLength={1_000} />
      {!isOurs && <span class="fix">The audience is not this resource. The server should refuse such a token.</span>}
    </>
  )
}

/** Hidden until somebody asks. */
function Secret({ name, value }: { name: string; value: string }): JSX.Element {
  const shown = useSignal(false)
  return (
    <div class="token-secret">
      <p class="row">
        <span class="label">{name}</span>
        <button
          type="button"
          class="small"
          aria-label={`${shown.value ? 'Hide' : 'Show'} the ${name.toLowerCase()}`}
          aria-expanded={shown.value}
          onClick={() => (shown.value = !shown.value)}
        >
          {shown.value ? 'Hide' : 'Show'}
        </button>
        {shown.value && <CopyButton text={() => value}>Copy</CopyButton>}
      </p>
      <code>{shown.value ? <Text of={value} maxLength={10_000} /> : `[hidden, ${value.length} characters]`}</code>
    </div>
  )
}

const times = ['exp', 'iat', 'nbf', 'auth_time']

function Claims({ jwt: { header, payload } }: { jwt: Jwt }): JSX.Element {
  const readable = times.flatMap((name) => {
    const seconds = payload[name]
    return typeof seconds === 'number' ? [[name, formatDate(seconds)] as const] : []
  })
  return (
    <section class="token-claims" aria-label="Claims">
      <h4>
        Claims <span class="tag warn">not verified</span>
      </h4>
      <p class="hint">Decoded in this page. The signature was not checked, so do not trust these values.</p>
      <JsonTree value={header} label="Header of the token" />
      <JsonTree value={payload} label="Claims of the token" />
      {readable.length > 0 && <DescriptionList of={Object.fromEntries(readable)} />}
    </section>
  )
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

function formatDate(seconds: number): string {
  const date = new Date(seconds * 1_000)
  return Number.isNaN(date.getTime()) ? 'not a date' : dateFormat.format(date)
}
