/** What is kept in the store: checked when it is read, since anybody may have written there. */
import { isObject } from './ask.ts'
import { AuthError } from './errors.ts'
import { isMetadata, type ServerMetadata } from './metadata.ts'
import type { AuthStore } from './types.ts'

/** A token, and all that is needed to replace it. */
export interface TokenSet {
  endpoint: string
  as: ServerMetadata
  clientId: string
  resource: string
  prm?: string | undefined
  /** Everything that was ever asked for. */
  requested?: string | undefined
  /** What was granted. */
  scope?: string | undefined
  accessToken: string
  tokenType: 'bearer' | 'dpop'
  /** The thumbprint of the key that the token is bound to. */
  jkt?: string | undefined
  refreshToken?: string | undefined
  expiresAt?: number | undefined
  obtainedAt: number
  /** Another one after each sign-in. */
  context: string
}

/** A person is on the way to the authorization server. */
export interface FlowRecord {
  endpoint: string
  state: string
  expiresAt: number
  verifier: string
  as: ServerMetadata
  clientId: string
  redirectUri: string
  resource: string
  prm?: string | undefined
  scope?: string | undefined
}

/** What a registration gave us. */
export interface Registration {
  issuer: string
  id: string
  secret?: string | undefined
  secretExpiresAt?: number | undefined
  /** How the client authenticates. */
  method?: string | undefined
  redirectUri: string
}

export interface Vault {
  readonly store: AuthStore
  readTokens(): Promise<TokenSet | undefined>
  /** False if the tokens are no longer the `expected` ones. */
  writeTokens(tokens: TokenSet, expected?: TokenSet | null): Promise<boolean>
  dropTokens(expected?: TokenSet): Promise<boolean>
  addFlow(flow: FlowRecord): Promise<void>
  /** Gives a flow away, once. */
  takeFlow(state: string): Promise<FlowRecord | undefined>
  readRegistration(issuer: string): Promise<Registration | undefined>
  /** The one that is kept: somebody else may have been quicker. */
  keepRegistration(registration: Registration): Promise<Registration>
  dropRegistration(issuer: string): Promise<boolean>
  /** Everything that belongs to the endpoint. */
  clear(): Promise<void>
  /** Where DPoP keeps its key. */
  readonly dpopKey: string
}

const MOST_FLOWS = 20
const MOST_TRIES = 20

/** Tokens go into a header, where other bytes would break it. */
export const isToken = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)

export function createVault(given: AuthStore, endpoint: string, now: () => number): Vault {
  const store = guard(given)
  const keyOf = (kind: string, url = endpoint) => `mcp-oauth ${kind} ${url}`
  const [tokensKey, flowsKey, dpopKey] = [keyOf('tokens'), keyOf('flows'), keyOf('dpop')]
  return {
    store,
    readTokens: () => read(tokensKey, isTokenSet),
    writeTokens: (tokens, expected) => store.set(tokensKey, tokens, expected),
    dropTokens: (expected) => store.delete(tokensKey, expected),
    addFlow: async (flow) => {
      await changeFlows((flows) => [...flows, flow].slice(-MOST_FLOWS))
    },
    async takeFlow(state) {
      const before = await changeFlows((flows) => flows.filter((flow) => flow.state !== state))
      return before.find((flow) => flow.state === state)
    },
    readRegistration: (issuer) => read(keyOf('client', issuer), (value) => isRegistration(value, issuer)),
    async keepRegistration(registration) {
      const key = keyOf('client', registration.issuer)
      const before = await store.get(key)
      if (await store.set(key, registration, before ?? null)) return registration
      return (await read(key, (value) => isRegistration(value, registration.issuer))) ?? registration
    },
    dropRegistration: (issuer) => store.delete(keyOf('client', issuer)),
    async clear() {
      for (const key of [tokensKey, flowsKey, dpopKey]) await store.delete(key)
    },
    dpopKey,
  }

  /** Junk is removed. */
  async function read<T>(key: string, isValid: (value: Record<string, unknown>) => boolean): Promise<T | undefined> {
    const value = await store.get(key)
    if (isObject(value) && isValid(value)) return value as T
    if (value != null) await store.delete(key, value)
    return undefined
  }

  /** One key for all, so that old ones are swept whenever one comes or goes. Gives what there was before. */
  async function changeFlows(change: (flows: FlowRecord[]) => FlowRecord[]): Promise<FlowRecord[]> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const stored = await store.get(flowsKey)
      const before = (Array.isArray(stored) ? stored : []).filter(isFlow)
      if (await store.set(flowsKey, change(before), stored ?? null)) return before
    }
    throw failure()
  }

  function isTokenSet({
    accessToken,
    tokenType,
    obtainedAt,
    expiresAt = 0,
    ...rest
  }: Record<string, unknown>): boolean {
    const times = typeof obtainedAt === 'number' && typeof expiresAt === 'number'
    return times && isToken(accessToken) && (tokenType === 'bearer' || tokenType === 'dpop') && isOurs(rest)
  }

  function isFlow(value: unknown): value is FlowRecord {
    if (!isObject(value)) return false
    const { expiresAt, ...rest } = value
    return Number(expiresAt) > now() && isOurs(rest)
  }

  /** All the rest is text. The endpoint is compared too: a store may mix up its keys. */
  function isOurs({ as, ...texts }: Record<string, unknown>): boolean {
    return texts.endpoint === endpoint && isMetadata(as) && areTexts(texts)
  }

  function isRegistration({ secretExpiresAt = Infinity, ...texts }: Record<string, unknown>, issuer: string): boolean {
    return texts.issuer === issuer && Number(secretExpiresAt) > now() && areTexts(texts)
  }
}

function areTexts(values: Record<string, unknown>): boolean {
  return Object.values(values).every((value) => value === undefined || typeof value === 'string')
}

const failure = (cause?: unknown) => new AuthError('The store failed', { reason: 'store_failed', cause })

/** A store that fails leaves it open which tokens are good, so nobody may go on. */
function guard(store: AuthStore): AuthStore {
  const guarded = (name: 'get' | 'set' | 'delete') => async (key: string, value?: unknown, expected?: unknown) => {
    try {
      return await store[name](key, value, expected)
    } catch (cause) {
      throw failure(cause)
    }
  }
  return { get: guarded('get'), set: guarded('set'), delete: guarded('delete') } as AuthStore
}
