/** Buttons for the two ways to sign in, and the check whether an error can be solved by them. */
import { isMcpError } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import type { Target } from '../state/target.ts'

export function SignInButtons({ signIn }: { signIn(driver: Target['oauthDriver']): void }): JSX.Element {
  return (
    <p class="row">
      <button type="button" class="primary" onClick={() => signIn('popup')}>
        Sign in (pop-up)
      </button>
      <button type="button" onClick={() => signIn('redirect')}>
        Sign in (redirect)
      </button>
    </p>
  )
}

export function needsSignIn(error: unknown): boolean {
  if (!isMcpError(error)) return false
  const { code, status, attempts } = error as {
    code: string
    status?: number
    attempts?: readonly { error: unknown }[]
  }
  if (code === 'authorization-required' || code === 'insufficient-scope' || status === 401) return true
  return attempts?.some((attempt) => needsSignIn(attempt.error)) ?? false
}
