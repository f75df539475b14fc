/** What happened to a call that was in flight when the user signed out. */
import { ClosedError, McpError } from '../core/errors.ts'

/** Has the code of the error in `mcp-over-fetch/oauth`, which a store without sign-in must not load. */
class SignedOutError extends McpError<{ reason: string }> {
  override readonly code: 'authorization-required' = 'authorization-required'
  /** What the user has to do. */
  declare readonly reason: string
}

/** The error for a call that failed because the store closed its client after a sign-out. Returns other errors unchanged. */
export function explainSignOut(error: unknown): unknown {
  if (!(error instanceof ClosedError)) return error
  const { message, delivery } = error
  const what = message.replace(/: .*/, '')
  const options = { delivery, reason: 'sign-in-required', cause: error }
  return new SignedOutError(`${what}: the user signed out during the call`, options)
}
