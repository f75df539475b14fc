/** Why connecting failed and what to do next: cause and action first, the facts of the error behind a disclosure. */
import { isMcpError } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { adviseOnConnect, type ConnectAdvice } from '../state/connect-advice.ts'
import { target, updateTarget } from '../state/form.ts'
import { connectTo } from '../state/session.ts'
import { Text } from '../ui/text.tsx'
import { AuthFailure, isAuthError } from './auth-failure.tsx'
import { CorsHelp, corsHeadline, isCorsError, withoutHeaderList } from './cors-help.tsx'
import { ErrorMembers } from './error-details.tsx'
import { needsSignIn, SignInButtons } from './sign-in-buttons.tsx'

export function ConnectFailure({ error }: { error: unknown }): JSX.Element {
  const advised = adviseOnConnect(error, target.value.url, location.origin)
  const { headline, register, message, advice, hint, addresses } = advised
  const signInNeeded = needsSignIn(error) && !register
  const isCors = isMcpError(error) && isCorsError(error)
  const section = useRef<HTMLElement>(null)
  // On a low screen it would be below the visible part of the pane.
  useEffect(() => section.current?.scrollIntoView({ block: 'nearest' }), [error])
  return (
    <section
      ref={section}
      class={`outcome ${signInNeeded ? 'warning' : 'bad'} connect-failure`}
      aria-label="Why there is no connection"
    >
      <h3>
        <span role="alert">{isCors ? corsHeadline(error) : headline}</span>
      </h3>
      {isCors && (
        <p>
          <Text of={describeCors(hint ?? error.message)} maxLength={2_000} />
        </p>
      )}
      {!isCors && (
        <p class="advice">
          <Text of={advice || message} maxLength={1_000} />
        </p>
      )}
      {signInNeeded && <Access requires={advised.requires ?? 'sign-in'} />}
      {isCors && <CorsHelp />}
      <OtherAddresses addresses={addresses} />
      {register && <RegisterButton register={register} />}
      {isMcpError(error) && isAuthError(error) && !signInNeeded && <AuthFailure error={error} />}
      {!isCors && hint && (
        <p class="hint-box">
          <Text of={hint} maxLength={2_000} />
        </p>
      )}
      <details class="failure-details">
        <summary>Details</summary>
        {!isCors && advice && (
          <p>
            <Text of={message} maxLength={2_000} />
          </p>
        )}
        <ErrorMembers error={error} />
      </details>
    </section>
  )
}

/** The cause alone, as a sentence. */
function describeCors(text: string): string {
  const sentence = withoutHeaderList(text)
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** A token first where the server names no sign-in page; the other way is offered too, since a page may not see everything. */
function Access({ requires }: { requires: NonNullable<ConnectAdvice['requires']> }): JSX.Element {
  const signIn = (
    <SignInButtons
      signIn={(oauthDriver) => {
        updateTarget({ auth: 'oauth', oauthDriver })
        void connectTo(target.value, { signInFirst: true })
      }}
    />
  )
  const enterToken = () => {
    updateTarget({ auth: 'bearer' })
    // The field is there once the form has been drawn.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.connect input[type="password"]')?.focus())
  }
  return requires === 'token' ? (
    <>
      <p class="row">
        <button type="button" class="primary" onClick={enterToken}>
          Enter a token
        </button>
      </p>
      <details class="other-access">
        <summary>The server supports OAuth</summary>
        {signIn}
      </details>
    </>
  ) : (
    <>
      {signIn}
      <p class="row">
        <button type="button" class="small quiet" onClick={enterToken}>
          Enter a token instead
        </button>
      </p>
    </>
  )
}

/** They only fill in the form, so that the user sees the URL before connecting. */
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
