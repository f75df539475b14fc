/** Signing in again while connected, when a call needs more scopes or a new token. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { signIn } from '../state/oauth.ts'
import { chosen } from '../state/servers.ts'
import { session } from '../state/session.ts'
import type { Target } from '../state/target.ts'
import { Text } from '../ui/text.tsx'
import { SignInButtons } from './sign-in-buttons.tsx'

/** The connected client uses the new token from its next request on. */
export function SignInAgain(): JSX.Element | null {
  const target = session.value?.target
  const message = useSignal('')
  if (target?.auth !== 'oauth') return null
  const again = async (oauthDriver: Target['oauthDriver']) => {
    try {
      const done = await signIn({ ...target, oauthDriver }, chosen.value.wire, new AbortController().signal)
      message.value = done ? 'Signed in. Call again.' : ''
    } catch (error) {
      message.value = String(error)
    }
  }
  return (
    <>
      <SignInButtons signIn={again} />
      <p role="status">
        <Text of={message.value} maxLength={500} />
      </p>
    </>
  )
}
