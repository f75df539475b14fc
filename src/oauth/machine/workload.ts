/** Workload identity federation: the platform of a workload issues an assertion of its identity (RFC 7523). */
import type { ClientAuth } from 'oauth4webapi'
import type { Grant } from '../token/grant.ts'
import { createGrant, JWT_BEARER, requireText } from './create-grant.ts'

/** What an assertion is requested for. */
export interface AssertionContext {
  /** The authorization server. */
  issuer: string
  /** Where the assertion is sent to. */
  tokenEndpoint: string
  /** The MCP server that the token is for. */
  resource: string
}

/** The options of `workload()`. */
export interface WorkloadOptions {
  /** The authorization server. */
  issuer: string
  /** The client id, if the server wants one. */
  id?: string | undefined
  /** Returns a token that proves the identity of this workload; called for each grant. */
  assertion: (context: AssertionContext) => string | Promise<string>
}

/** A workload that its platform vouches for. */
export function workload({ issuer, id, assertion }: WorkloadOptions): Grant {
  return createGrant('auth/wif', [issuer], async ({ as, resource, scope, requestToken }) => {
    const token = await assertion({ issuer: as.issuer, tokenEndpoint: as.token_endpoint ?? '', resource })
    const auth: ClientAuth = (_as, _client, body) => {
      if (id !== undefined) body.set('client_id', id)
    }
    // The library demands a client id; `auth` does not send this placeholder.
    const parameters = { assertion: requireText(token, 'assertion', as.issuer), resource, scope }
    return requestToken(as, { id: id ?? 'none', auth }, JWT_BEARER, parameters)
  })
}
