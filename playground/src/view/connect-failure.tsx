/** Why there is no connection, and what can be done: signing in, if that is all it takes. */
import type { JSX } from 'preact'
import { enter } from '../state/session.ts'
import { change, target } from '../state/target.ts'
import { ErrorDetails } from './error-details.tsx'
import { SignInButtons, wantsSignIn } from './sign-in-buttons.tsx'

export function ConnectFailure({ error }: { error: unknown }): JSX.Element {
  const wanted = wantsSignIn(error)
  return (
    <section class={`outcome ${wanted ? 'warning' : 'bad'}`} aria-label="Why there is no connection">
      <h3>
        <span role="alert">{wanted ? 'This server wants you to sign in' : 'Could not connect'}</span>
      </h3>
      {wanted && (
        <SignInButtons
          signIn={(oauthWay) => {
            change({ auth: 'oauth', oauthWay })
            void enter(target.value, 'signing in')
          }}
        />
      )}
      <ErrorDetails error={error} />
    </section>
  )
}
