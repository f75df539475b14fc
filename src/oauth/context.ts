/** The state and functions that all parts of the authorization of one endpoint share. */
import type { Fetch, FetchInit } from '../core/index.ts'
import type { Environment } from '../core/util/environment.ts'
import { globalFetch } from '../core/util/global-fetch.ts'
import { runSafely } from '../core/util/run-safely.ts'
import { createSecrets, type Secrets } from '../core/util/secrets.ts'
import { checkOptions } from './check-options.ts'
import { createDiscovery } from './discover/discover.ts'
import type { Challenge } from './discover/www-authenticate.ts'
import type { Prover } from './dpop/types.ts'
import { AuthError } from './errors.ts'
import { type CheckUrl, createUrlCheck } from './http/allow-url.ts'
import { createOAuthRequest, type OAuthRequest } from './http/request.ts'
import type { OAuthOptions } from './options.ts'
import { type ClientRegistry, createClientRegistry } from './register/registration.ts'
import { memoryStore } from './store/memory-store.ts'
import { createRecords, type TokenSet } from './store/records.ts'
import type { GrantContext, TokenSetDetails } from './token/grant.ts'
import { createTokenRequest, parseTokenResponse, type TokenResponse } from './token/token-request.ts'
import type { EmitAuthEvent } from './types.ts'

export interface OAuthContext extends GrantContext {
  readonly options: OAuthOptions
  readonly fetch: Fetch
  readonly checkUrl: CheckUrl
  readonly request: OAuthRequest
  readonly secrets: Secrets
  readonly clients: ClientRegistry
  /** The key for proofs; undefined without DPoP. */
  getProver(algorithms?: string[]): Promise<Prover | undefined>
  forgetProver(): void
  /** Counts sign-outs: a sign-in that began before one must not take effect after it. */
  signOuts: number
  /** The server's last challenge that only a sign-in can answer. */
  pendingChallenge: Challenge | undefined
  /** The tokens that arrived last, until they are revoked. */
  latest: TokenSet | undefined
  /** Called when tokens arrived after a sign-out: revokes them if the sign-out was to revoke. */
  revokeLate(): Promise<void>
  /** Called with each request that the server accepted, whose version header shows what it speaks. */
  noteVersion(init: Pick<FetchInit, 'headers' | 'body'>): void
}

export function createOAuthContext(environment: Environment, options: OAuthOptions): OAuthContext {
  const endpoint = checkOptions(options)
  const { dpop, onEvent, client, grant } = options
  const innerFetch = options.fetch ?? globalFetch
  const emit: EmitAuthEvent = (event) => onEvent && runSafely(() => onEvent(event))
  const checkUrl = createUrlCheck(endpoint, options)
  const secrets = createSecrets()
  secrets.add(client?.secret)
  endpoint.searchParams.forEach(secrets.addNamed)
  const request = createOAuthRequest(environment, innerFetch, checkUrl, secrets)
  const store = options.store ?? memoryStore()
  const records = createRecords(store, endpoint.href, environment.now, secrets.add, (client ?? grant)?.issuer)
  const clients = createClientRegistry(request, records, options, emit)
  let prover: Promise<Prover> | undefined
  let mayLackMetadata = true
  const context: OAuthContext = {
    options,
    endpoint,
    environment,
    fetch: innerFetch,
    checkUrl,
    request,
    secrets,
    records,
    clients,
    discovery: createDiscovery(request, checkUrl, endpoint, options, () => mayLackMetadata),
    requestToken: createTokenRequest(request, getProver, clients.forget),
    getProver,
    forgetProver() {
      prover = undefined
    },
    signOuts: 0,
    pendingChallenge: undefined,
    latest: undefined,
    revokeLate: async () => {},
    noteVersion({ headers, body }) {
      // A probe has the newest version, whatever the server speaks.
      const version = headers['mcp-protocol-version']
      if (version && version > '2025-03-26' && !body?.includes('"server/discover"')) mayLackMetadata = false
    },
    toTokenSet,
    emit,
  }
  return context

  async function getProver(algorithms?: string[]): Promise<Prover | undefined> {
    prover ??= dpop?.openProver(records.store, records.dpopKey, algorithms, !!store.exposure, emit)
    const opened = prover
    try {
      return await opened
    } catch (error) {
      // The next call tries again, unless another prover was opened meanwhile.
      if (prover === opened) prover = undefined
      throw error
    }
  }

  async function toTokenSet(response: TokenResponse, details: TokenSetDetails): Promise<TokenSet> {
    const { issuer } = details.as
    const now = environment.now()
    const tokens: TokenSet = { ...details, ...parseTokenResponse(response, issuer, now), obtainedAt: now }
    if (tokens.tokenType === 'bearer') dpop?.acceptUnbound(issuer, emit)
    else if (dpop) tokens.jkt = (await getProver())?.thumbprint
    else throw new AuthError(`${issuer} bound the token to a key`, { reason: 'dpop-refused', issuer })
    context.latest = tokens
    return tokens
  }
}
