/** A failed sign-in. What it says about it is loaded when the first one fails. */
import type { AnyMcpError } from 'mcp-over-fetch'
import type { AuthError } from '../../../src/oauth/index.ts'
import { lazy } from '../ui/lazy.tsx'

export const AuthFailure = lazy<{ error: AuthError }>(
  async () => (await import('../sign-in/failure.tsx')).AuthFailure,
  { isQuiet: true },
)

export function isAuthError(error: AnyMcpError | AuthError): error is AuthError {
  return ['auth', 'authorization-required', 'insufficient-scope'].includes(error.code)
}
