/** The stored tokens of a server, read and changed for the sign-in view. Part of the OAuth chunk. */
import type { AuthStatus } from '../../../src/oauth/index.ts'
import { createRecords, type StoredRecord, type TokenSet } from '../../../src/oauth/store/records.ts'
import type { WireModel } from '../wire/model.ts'
import { getClient, replacing, store } from './oauth-clients.ts'
import type { Target } from './target.ts'

export type { AuthStatus, TokenSet }

/** Longer than a new token is used in any case. */
const LONG_AGO = 60_000

/** Not a token that any server has issued. */
const REFUSED_TOKEN = 'expired-by-the-inspector'

export function watchStatus(target: Target, wire: WireModel, listener: () => void): () => void {
  return getClient(target, wire).subscribe(listener)
}

export function statusOf(target: Target, wire: WireModel): AuthStatus {
  return getClient(target, wire).status
}

export function readTokens(target: Target): Promise<TokenSet | undefined> {
  return recordOf(target).read()
}

/**
 * The next request must refresh. Without a refresh token, the access token itself is replaced, so that the server refuses
 * the next request as it refuses an expired token.
 */
export async function expireTokens(target: Target): Promise<void> {
  const record = recordOf(target)
  const before = await record.read()
  if (before) await record.write(expired(before), before)
}

/** Refreshes without a request to the MCP server. Throws the error of the refresh. */
export async function refreshTokens(target: Target, wire: WireModel): Promise<void> {
  const record = recordOf(target)
  const before = await record.read()
  if (!before?.refreshToken) return
  const forced = expired(before)
  if (!(await record.write(forced, before))) return
  const { signal } = new AbortController()
  replacing.set(signal, before.accessToken)
  try {
    const { fetch } = getClient(target, wire)
    await fetch(before.endpoint, { method: 'POST', headers: {}, redirect: 'manual', credentials: 'omit', signal })
  } finally {
    // Only where the refresh failed for a while: the old token is as good as before.
    await record.write(before, forced)
  }
}

/** Whether the authorization server says where tokens are revoked. */
export function canRevoke({ as }: TokenSet): boolean {
  return as.revocation_endpoint !== undefined
}

function expired(tokens: TokenSet): TokenSet {
  const times = { expiresAt: Date.now() - 1, obtainedAt: Date.now() - LONG_AGO }
  return { ...tokens, ...times, ...(!tokens.refreshToken && { accessToken: REFUSED_TOKEN }) }
}

function recordOf({ url }: Target): StoredRecord<TokenSet> {
  const endpoint = new URL(url)
  endpoint.hash = ''
  return createRecords(store, endpoint.href, Date.now, () => {}).tokens
}
