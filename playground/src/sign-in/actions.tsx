/** What to do with the token: expire, refresh, revoke, sign in with more scopes, sign out. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { signIn, signOut } from '../state/oauth.ts'
import { canRevoke, expireTokens, refreshTokens, type TokenSet } from '../state/oauth-tokens.ts'
import type { Target } from '../state/target.ts'
import { Text } from '../ui/text.tsx'
import { ErrorDetails } from '../view/error-details.tsx'
import type { WireModel } from '../wire/model.ts'

export interface ActionsProps {
  target: Target
  wire: WireModel
  tokens: TokenSet | undefined
  /** The stored token may have changed. */
  onDone(): void
}

const needsSignIn = 'The next request requires sign-in.'

export function Actions({ target, wire, tokens, onDone }: ActionsProps): JSX.Element {
  const message = useSignal('')
  const error = useSignal<unknown>(undefined)
  const signingIn = useSignal<AbortController | undefined>(undefined)
  const run = async (act: () => Promise<string>) => {
    message.value = ''
    error.value = undefined
    try {
      message.value = await act()
    } catch (reason) {
      error.value = reason
    }
    onDone()
  }
  const again = (oauthDriver: Target['oauthDriver'], scope: string) =>
    run(async () => {
      const attempt = new AbortController()
      signingIn.value = attempt
      const onClosed = () => (message.value = 'The sign-in window seems to be closed.')
      try {
        const done = await signIn({ ...target, oauthDriver }, wire, attempt.signal, onClosed, scope)
        return done ? 'Signed in. The next request uses the new token.' : ''
      } catch (reason) {
        if (attempt.signal.aborted) return 'Sign-in canceled.'
        throw reason
      } finally {
        signingIn.value = undefined
      }
    })
  const hasRefresh = tokens?.refreshToken !== undefined
  return (
    <section class="card" aria-label="Actions">
      <h3>Actions</h3>
      {tokens && (
        <>
          <p class="row">
            <button
              type="button"
              class="small"
              onClick={() =>
                run(async () => {
                  await expireTokens(target)
                  return hasRefresh ? 'Expired. The next request refreshes the token.' : `Expired. ${needsSignIn}`
                })
              }
            >
              Expire now
            </button>
            <button
              type="button"
              class="small"
              disabled={!hasRefresh}
              onClick={() =>
                run(async () => {
                  await refreshTokens(target, wire)
                  return 'Refreshed. The next request uses the new token.'
                })
              }
            >
              Refresh
            </button>
            <button
              type="button"
              class="small"
              disabled={!canRevoke(tokens)}
              onClick={() =>
                run(async () => {
                  await signOut(target, wire, { revoke: true })
                  return `The token was sent to the revocation endpoint and deleted here. ${needsSignIn}`
                })
              }
            >
              Revoke
            </button>
            <button
              type="button"
              class="small"
              onClick={() =>
                run(async () => {
                  await signOut(target, wire, { revoke: false })
                  return `Signed out. The token was deleted here and stays valid at the server. ${needsSignIn}`
                })
              }
            >
              Sign out
            </button>
          </p>
          {!hasRefresh && <p class="hint">There is no refresh token, so an expired token requires sign-in.</p>}
          {!canRevoke(tokens) && <p class="hint">The server has no revocation_endpoint, so it cannot revoke.</p>}
        </>
      )}
      <SignInForm signedIn={tokens !== undefined} busy={signingIn.value !== undefined} signIn={again} />
      {signingIn.value && (
        <p class="row">
          <span>Waiting for you at the authorization server.</span>
          <button type="button" class="stop small" onClick={() => signingIn.value?.abort()}>
            Cancel
          </button>
        </p>
      )}
      <p role="status" class="sign-in-message">
        <Text of={message.value} maxLength={500} />
      </p>
      {error.value !== undefined && (
        <section class="outcome bad" aria-label="What went wrong">
          <ErrorDetails error={error.value} />
        </section>
      )}
    </section>
  )
}

interface SignInFormProps {
  signedIn: boolean
  busy: boolean
  signIn(driver: Target['oauthDriver'], scope: string): void
}

function SignInForm({ signedIn, busy, signIn }: SignInFormProps): JSX.Element {
  const scope = useSignal('')
  return (
    <form
      class="sign-in-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) signIn('popup', scope.value.trim())
      }}
    >
      <label for="sign-in-scope">{signedIn ? 'Sign in again with scope' : 'Scope'}</label>
      <div class="row">
        <input
          id="sign-in-scope"
          type="text"
          autocomplete="off"
          spellcheck={false}
          placeholder="Server default"
          value={scope.value}
          onInput={({ currentTarget }) => (scope.value = currentTarget.value)}
        />
        <button type="submit" class="primary" disabled={busy}>
          Sign in (pop-up)
        </button>
        <button type="button" disabled={busy} onClick={() => signIn('redirect', scope.value.trim())}>
          Sign in (redirect)
        </button>
      </div>
      <p class="hint">Separate scopes with spaces. Granted scopes are requested again.</p>
    </form>
  )
}
