/** A new token in place of one that has expired or was refused, without a person. */

import type { Base } from '../context.ts'
import type { Challenge } from '../discover/www-authenticate.ts'
import { AuthError } from '../errors.ts'
import { refusalWord } from '../http/request.ts'
import { authenticate } from '../register/registration.ts'
import type { TokenSet } from '../store/records.ts'
import { readToken } from './token-request.ts'

/**
 * `challenge` is what the server said to the old token; without one, that was about to expire.
 * Resolves to undefined if a person is needed. The old tokens are gone then.
 */
export type Renew = (tokens: TokenSet | undefined, challenge: Challenge | undefined) => Promise<TokenSet | undefined>

export function createRefresh(base: Base): Renew {
  const { options, environment, vault, clients, discovery, askToken, bind, emit } = base
  return refresh

  async function refresh(...[tokens, challenge]: Parameters<Renew>): Promise<TokenSet | undefined> {
    if (!tokens) return undefined
    const { as, clientId, resource, refreshToken } = tokens
    const moved = challenge && (await hasMoved(tokens, challenge))
    // A client without a secret needs no more than its id, even if another registration has taken its place.
    const identity = moved ? undefined : ((await clients.recall(as.issuer, clientId)) ?? { id: clientId })
    if (!refreshToken || !identity) return dropped(tokens)
    const client = { id: clientId, auth: authenticate(identity, as) }
    const parameters = { refresh_token: refreshToken, resource, scope: options.refreshScope }
    try {
      const answer = await askToken(as, client, 'refresh_token', parameters)
      const granted = readToken(answer, as.issuer, environment.now())
      const { refreshToken: next = refreshToken, tokenType } = granted
      const message = options.store?.exposure
      if (message && next === refreshToken && tokenType === 'bearer') emit({ type: 'warning', message })
      // A server leaves out what has not changed, but for the time.
      return await keepTokens(base, await bind(granted, { ...tokens, expiresAt: undefined }), tokens)
    } catch (error) {
      if (await isOver(error, tokens)) return dropped(tokens)
      throw error
    }
  }

  /** Whether the refusal is for good. */
  async function isOver(error: unknown, { as, clientId }: TokenSet): Promise<boolean> {
    const word = refusalWord(error)
    if (word === 'invalid_client') return !(await clients.recall(as.issuer, clientId))
    return word === 'invalid_grant' || word === 'invalid_dpop_proof'
  }

  /** A server that is silent about it has not moved: the token goes back to who issued it. */
  async function hasMoved({ as, prm }: TokenSet, challenge: Challenge): Promise<boolean> {
    try {
      return (await discovery.findIssuer({ resource_metadata: prm, ...challenge }, as.issuer)) !== as.issuer
    } catch (error) {
      if (error instanceof AuthError && error.reason === 'authorization_server_changed') throw error
      return false
    }
  }

  /** Somebody else may have renewed them with the same refresh token; theirs count then. */
  async function dropped(tokens: TokenSet): Promise<TokenSet | undefined> {
    return (await vault.tokens.drop(tokens)) ? undefined : vault.tokens.read()
  }
}

/** Stored before anybody uses it: the old one may be dead already. */
export async function keepTokens(
  { vault, emit }: Base,
  next: TokenSet,
  before: TokenSet | undefined,
): Promise<TokenSet | undefined> {
  // Somebody else signed in or out meanwhile: theirs counts.
  if (!(await vault.tokens.write(next, before ?? null))) return vault.tokens.read()
  emit({ type: 'refreshed', issuer: next.as.issuer, expiresAt: next.expiresAt })
  return next
}
