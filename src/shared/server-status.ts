/** The status of a server: it follows the last evidence, which is the outcome of the last request or stream. */

/** What is needed of the state of a client. */
interface ConnectionView {
  readonly status: string
  readonly reachable: boolean
  readonly listening: string
  readonly lastError?: unknown
}

export interface ServerEvidence {
  /** Why a list could not be read, or why nothing reports changes, if so. */
  error?: unknown
  /** Whether a user has to sign in, whatever the error. */
  isSignedOut?: boolean | undefined
}

export interface ShownStatus {
  status: 'ready' | 'degraded' | 'reconnecting' | 'needs-user' | 'failed'
  error: unknown
}

export function serverStatus(
  { status, reachable, listening, lastError }: ConnectionView,
  { error, isSignedOut }: ServerEvidence,
): ShownStatus {
  if (status !== 'failed' && (isSignedOut || needsUser(error))) return { status: 'needs-user', error }
  // A session that could not be replaced because of the network is tried again.
  const isLost = status === 'failed' && !(lastError as { retryable?: boolean } | null)?.retryable
  if (isLost) return { status: needsUser(lastError) ? 'needs-user' : 'failed', error: lastError }
  if (status !== 'connected' || !reachable) return { status: 'reconnecting', error: lastError }
  const problem = error ?? (listening === 'degraded' ? lastError : undefined)
  return { status: problem ? 'degraded' : 'ready', error: problem }
}

/** Whether the error says that a user has to sign in. */
export function needsUser(error: unknown): boolean {
  const { code, status } = (error ?? {}) as { code?: unknown; status?: unknown }
  return code === 'authorization-required' || status === 401
}
