/** What every part of authorization for one endpoint shares. */
import type { Fetch } from '../core/options.ts'
import type { Environment } from '../core/util/environment.ts'
import { parseUrl } from '../core/util/parse-url.ts'
import { runSafely } from '../core/util/run-safely.ts'
import { createDiscovery, type Discovery } from './discover/discover.ts'
import { AuthError } from './errors.ts'
import type { AskToken, Prover } from './extension.ts'
import { type CheckUrl, createUrlCheck, isLoopback } from './http/allow-url.ts'
import { type Ask, createAsk } from './http/request.ts'
import { type Clients, createClients } from './register/registration.ts'
import type { EmitAuth } from './status.ts'
import { memoryStore } from './store/memory-store.ts'
import { createVault, type TokenSet, type Vault } from './store/records.ts'
import { createAskToken, type Granted } from './token/token-request.ts'
import type { OAuthOptions } from './types.ts'

export interface Base {
  options: OAuthOptions
  endpoint: URL
  environment: Environment
  fetch: Fetch
  check: CheckUrl
  ask: Ask
  vault: Vault
  clients: Clients
  discovery: Discovery
  askToken: AskToken
  /** Undefined without DPoP. */
  prover(algorithms?: string[]): Promise<Prover | undefined>
  forgetProver(): void
  /** Counts sign-outs: what began before one must not end after it. */
  epoch: number
  /** What a token answer makes of the rest. */
  bind(granted: Granted, rest: Omit<TokenSet, 'accessToken' | 'tokenType' | 'jkt' | 'obtainedAt'>): Promise<TokenSet>
  emit: EmitAuth
}

export function createBase(environment: Environment, options: OAuthOptions): Base {
  const endpoint = checkOptions(options)
  const { dpop, onEvent, client, grant } = options
  // Called plainly, since as a method it throws in browsers.
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))
  const emit: EmitAuth = (event) => onEvent && runSafely(() => onEvent(event))
  const check = createUrlCheck(endpoint, options)
  const ask = createAsk(environment, fetch, check)
  const vault = createVault(options.store ?? memoryStore(), endpoint.href, environment.now, (client ?? grant)?.issuer)
  const clients = createClients(ask, vault, options, emit)
  let opened: Promise<Prover> | undefined
  const prover: Base['prover'] = async (algorithms) => {
    opened ??= dpop?.open(vault.store, vault.dpopKey, algorithms)
    const mine = opened
    // What failed once may work the next time.
    mine?.catch(() => {
      if (opened === mine) opened = undefined
    })
    return mine
  }
  return {
    options,
    endpoint,
    environment,
    fetch,
    check,
    ask,
    vault,
    clients,
    discovery: createDiscovery(ask, check, endpoint, options),
    askToken: createAskToken(ask, prover, clients.forget),
    prover,
    forgetProver() {
      opened = undefined
    },
    epoch: 0,
    bind,
    emit,
  }

  async function bind(granted: Granted, rest: Parameters<Base['bind']>[1]): Promise<TokenSet> {
    const tokens: TokenSet = { ...rest, ...granted, obtainedAt: environment.now() }
    const { issuer } = tokens.as
    if (granted.tokenType === 'bearer') dpop?.acceptUnbound(issuer, emit)
    else if (dpop) tokens.jkt = (await prover())?.thumbprint
    else throw new AuthError(`${issuer} bound the token to a key`, { reason: 'dpop_refused', issuer })
    return tokens
  }
}

/** The endpoint. Throws on a mistake of the developer. */
function checkOptions({ server, redirectUri, clientMetadataUrl, client, grant }: OAuthOptions): URL {
  // Each is for one issuer, and only one can be the one that is asked.
  if (client && grant) throw new TypeError('client, grant: expected one of them, got both')
  const url = parseUrl(server)
  if (!url || !/^https?:$/.test(url.protocol) || url.username) throw new TypeError('server: expected an http(s) URL')
  url.hash = ''
  if (redirectUri !== undefined) checkRedirectUri(redirectUri)
  // An href that differs has dot segments or is not written as it is sent.
  const isSound = (text: string) => parseUrl(text)?.href === text && /^https:\/\/[^@/]+\/[^#?][^#]*$/.test(text)
  if (clientMetadataUrl !== undefined && !isSound(clientMetadataUrl)) {
    throw new TypeError('clientMetadataUrl: expected an https URL with nothing but a path')
  }
  return url
}

export function checkRedirectUri(redirectUri: string | undefined): string {
  const url = parseUrl(redirectUri ?? '')
  // Native applications have schemes of their own (RFC 8252, section 7.1); nobody comes back to these.
  const nowhere = url && /^(javascript|data|file|ftp|blob):/.test(url.protocol)
  if (redirectUri && url && !nowhere && !redirectUri.includes('#') && (url.protocol !== 'http:' || isLoopback(url))) {
    return redirectUri
  }
  throw new TypeError('redirectUri: expected an https or loopback URL without a fragment')
}
