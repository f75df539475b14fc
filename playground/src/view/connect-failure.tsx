/** Why connecting failed, with sign-in buttons when the server requires authorization. */
import type { JSX } from 'preact'
import { connectTo } from '../state/session.ts'
import { target, updateTarget } from '../state/target.ts'
import { ErrorDetails } from './error-details.tsx'
import { needsSignIn, SignInButtons } from './sign-in-buttons.tsx'

export function ConnectFailure({ error }: { error: unknown }): JSX.Element {
  const signInNeeded = needsSignIn(error)
  return (
    <section class={`outcome ${signInNeeded ? 'warning' : 'bad'}`} aria-label="Why there is no connection">
      <h3>
        <span role="alert">{signInNeeded ? 'This server wants you to sign in' : 'Could not connect'}</span>
      </h3>
      {signInNeeded && (
        <SignInButtons
          signIn={(oauthDriver) => {
            updateTarget({ auth: 'oauth', oauthDriver })
            void connectTo(target.value, { signInFirst: true })
          }}
        />
      )}
      <ErrorDetails error={error} />
    </section>
  )
}
