/** Why connecting failed and what to do next, with sign-in buttons when the server requires authorization. */
import { isMcpError } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { adviseOnConnect, type ConnectAdvice } from '../state/connect-advice.ts'
import { target, updateTarget } from '../state/form.ts'
import { connectTo } from '../state/session.ts'
import { Text } from '../ui/text.tsx'
import { AuthFailure, isAuthError } from './auth-failure.tsx'
import { CorsHelp, isCorsError, withoutHeaderList } from './cors-help.tsx'
import { ErrorMembers } from './error-details.tsx'
import { needsSignIn, SignInButtons } from './sign-in-buttons.tsx'

export function ConnectFailure({ error }: { error: unknown }): JSX.Element {
  const { register, message, advice, hint, addresses } = adviseOnConnect(error, target.value.url, location.origin)
  const signInNeeded = needsSignIn(error) && !register
  const isCors = isMcpError(error) && isCorsError(error)
  const section = useRef<HTMLElement>(null)
  // On a low screen it would be below the visible part of the pane.
  useEffect(() => section.current?.scrollIntoView({ block: 'nearest' }), [error])
  return (
    <section
      ref={section}
      class={`outcome ${signInNeeded ? 'warning' : 'bad'}`}
      aria-label="Why there is no connection"
    >
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
      <p>
        <Text of={isCors ? withoutHeaderList(error.message) : message} maxLength={2_000} />
      </p>
      {isCors && <CorsHelp />}
      {!isCors && !signInNeeded && advice && (
        <p class="advice">
          <strong>
            <Text of={advice} maxLength={1_000} />
          </strong>
        </p>
      )}
      <OtherAddresses addresses={addresses} />
      {register && <RegisterButton register={register} />}
      {isMcpError(error) && isAuthError(error) && !signInNeeded && <AuthFailure error={error} />}
      {!isCors && hint && (
        <p class="hint-box">
          <Text of={hint} maxLength={2_000} />
        </p>
      )}
      <ErrorMembers error={error} />
    </section>
  )
}

/** They only fill in the form, so that the person sees the address before connecting. */
function OtherAddresses({ addresses }: { addresses: readonly string[] }): JSX.Element | null {
  if (addresses.length === 0) return null
  const choose = (url: string) => {
    updateTarget({ url })
    document.getElementById('address')?.focus()
  }
  return (
    <p class="row">
      {addresses.map((url) => (
        <button key={url} type="button" class="small" onClick={() => choose(url)}>
          Use <Text of={url} maxLength={200} />
        </button>
      ))}
    </p>
  )
}

function RegisterButton({ register }: { register: NonNullable<ConnectAdvice['register']> }): JSX.Element {
  const open = () => {
    updateTarget({ auth: 'oauth', issuer: register.issuer })
    // The field is there once the form has been drawn.
    requestAnimationFrame(() => document.getElementById('client-id')?.focus())
  }
  return (
    <p class="row">
      <button type="button" class="primary" onClick={open}>
        Enter a client id
      </button>
    </p>
  )
}
