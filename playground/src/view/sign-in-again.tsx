/** More may be asked of a person than was at first: signing in again, while the connection stays. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { signIn } from '../state/oauth.ts'
import { session } from '../state/session.ts'
import type { Target } from '../state/target.ts'
import { Text } from '../ui/text.tsx'
import { SignInButtons } from './sign-in-buttons.tsx'

/** The client that is connected takes the new token by itself. */
export function SignInAgain(): JSX.Element | null {
  const target = session.value?.target
  const said = useSignal('')
  if (target?.auth !== 'oauth') return null
  const again = async (oauthWay: Target['oauthWay']) => {
    try {
      const done = await signIn({ ...target, oauthWay }, new AbortController().signal)
      said.value = done ? 'Signed in: call again.' : ''
    } catch (error) {
      said.value = String(error)
    }
  }
  return (
    <>
      <SignInButtons signIn={again} />
      <p role="status">
        <Text of={said.value} maxLength={500} />
      </p>
    </>
  )
}
