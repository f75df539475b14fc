/** The sign-in view: the steps of OAuth on the wire, the token, and what can be done with it. */
import '../../style/sign-in.css'
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { type AuthStatus, readTokens, statusOf, type TokenSet, watchStatus } from '../state/oauth-tokens.ts'
import { chosen } from '../state/servers.ts'
import { type Session, session } from '../state/session.ts'
import { Actions } from './actions.tsx'
import { isEnded } from './lanes.ts'
import { explain } from './remedies.ts'
import { Steps } from './step-list.tsx'
import { TokenCard } from './token.tsx'

export function SignInView(): JSX.Element {
  const known = session.value
  return (
    <article class="main-body sign-in">
      <h2>Sign-in</h2>
      {known?.target.auth === 'oauth' ? (
        <SignedIn key={known.target.url} known={known} />
      ) : (
        <p class="hint-box">
          This connection does not use OAuth. To sign in, choose OAuth under Authorization in the connection form.
        </p>
      )}
    </article>
  )
}

function SignedIn({ known: { target } }: { known: Session }): JSX.Element {
  const { wire } = chosen.value
  void wire.version.value
  const tokens = useSignal<TokenSet | undefined>(undefined)
  const status = useSignal<AuthStatus>(statusOf(target, wire))
  const read = async () => {
    status.value = statusOf(target, wire)
    tokens.value = await readTokens(target).catch(() => undefined)
  }
  useEffect(() => watchStatus(target, wire, read), [target, wire])
  // Requests of the flow change the stored token, and so may another call.
  const answered = wire.rows.filter((row) => row.kind === 'lane' && row.auth && isEnded(row)).length
  useEffect(() => void read(), [target, wire, answered])
  return (
    <>
      <Status of={status.value} tokens={tokens.value} />
      <div class="cards sign-in-cards">
        {tokens.value && <TokenCard tokens={tokens.value} />}
        <Actions target={target} wire={wire} tokens={tokens.value} onDone={read} />
      </div>
      <section>
        <h3>Steps</h3>
        <Steps target={target} hasTokens={tokens.value !== undefined} />
      </section>
    </>
  )
}

function Status({ of, tokens }: { of: AuthStatus; tokens: TokenSet | undefined }): JSX.Element {
  if (of.status === 'failed') {
    const { what, fix } = explain(of.error)
    return (
      <p class="hint-box">
        {what} <strong>{fix}</strong>
      </p>
    )
  }
  return <p class="description">{describe(of, tokens)}</p>
}

function describe(of: AuthStatus, tokens: TokenSet | undefined): string {
  if (of.status === 'needs-user' && of.reason === 'scope')
    return `A call requires sign-in with more scopes${of.scope ? `: ${of.scope}` : ''}.`
  if (of.status === 'needs-user' && of.reason === 'expired')
    return 'The token has expired and cannot be refreshed. The next call requires sign-in.'
  if (of.status === 'authorizing') return 'Waiting for you at the authorization server.'
  if (of.status === 'denied') return 'Access was denied. Sign in again and allow it, or use another account.'
  if (tokens) return 'You are signed in. Each step is below, with the request, the response and what was expected.'
  return 'You are not signed in. The next call requires sign-in.'
}
