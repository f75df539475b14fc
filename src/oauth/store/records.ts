/** The records in the store. They are checked when they are read, since other programs may write to the same store. */
import { isObject } from '../../core/util/is-object.ts'
import type { Secrets } from '../../core/util/secrets.ts'
import { isSameIssuer } from '../discover/issuer.ts'
import { isServerMetadata, type ServerMetadata } from '../discover/server-metadata.ts'
import { AuthError } from '../errors.ts'
import type { AuthStore } from '../types.ts'

/** Where a token comes from, and for which resource it is. */
export interface TokenSource {
  endpoint: string
  as: ServerMetadata
  clientId: string
  resource: string
  /** The URL of the protected resource metadata. */
  prm?: string | undefined
  /** All scopes that were ever requested. */
  requested?: string | undefined
}

/** A token and everything that is needed to replace it. */
export interface TokenSet extends TokenSource {
  /** The scopes that were granted. */
  scope?: string | undefined
  accessToken: string
  tokenType: 'bearer' | 'dpop'
  /** The thumbprint of the key that the token is bound to. */
  jkt?: string | undefined
  refreshToken?: string | undefined
  expiresAt?: number | undefined
  obtainedAt: number
  /** Identifies the sign-in; a refresh keeps it. */
  context: string
}

/** A sign-in whose callback has not arrived yet. */
export interface FlowRecord extends TokenSource {
  state: string
  expiresAt: number
  verifier: string
  redirectUri: string
}

/** The result of a dynamic client registration (RFC 7591). */
export interface Registration {
  issuer: string
  id: string
  secret?: string | undefined
  secretExpiresAt?: number | undefined
  /** The `token_endpoint_auth_method`. */
  method?: string | undefined
  redirectUri: string
}

/** One value of the store. */
export interface StoredRecord<T> {
  /** Undefined for an invalid value, which is also deleted. */
  read(): Promise<T | undefined>
  /** Returns false and changes nothing if the value is no longer the `expected` one. */
  write(value: T, expected?: T | null): Promise<boolean>
  delete(expected?: T): Promise<boolean>
}

export interface Records {
  readonly store: AuthStore
  readonly tokens: StoredRecord<TokenSet>
  registration(issuer: string): StoredRecord<Registration>
  addFlow(flow: FlowRecord): Promise<void>
  /** Removes and returns a flow: only the first caller gets it. */
  takeFlow(state: string): Promise<FlowRecord | undefined>
  /** Deletes the tokens, the flows and the DPoP key of the endpoint. */
  clear(): Promise<void>
  /** The store key of the DPoP key pair. */
  readonly dpopKey: string
}

const MAX_FLOWS = 20
const MAX_WRITE_ATTEMPTS = 20

/** Only visible ASCII: the token is sent in a header. */
export const isAccessToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)

/**
 * `addSecrets` is called with the secrets of each record that is read or written. `onlyIssuer` is the issuer of the
 * credentials in the options: tokens of another issuer are invalid.
 */
export function createRecords(
  authStore: AuthStore,
  endpoint: string,
  now: () => number,
  addSecrets: Secrets['add'],
  onlyIssuer?: string,
): Records {
  const store = wrapStoreErrors(authStore)
  const keyOf = (kind: string, url = endpoint) => `mcp-oauth ${kind} ${url}`
  const [tokensKey, flowsKey, dpopKey] = [keyOf('tokens'), keyOf('flows'), keyOf('dpop')]
  return {
    store,
    tokens: createRecord(tokensKey, isTokenSet),
    registration: (issuer) => createRecord(keyOf('client', issuer), (value) => isRegistration(value, issuer)),
    async addFlow(flow) {
      await updateFlows((flows) => [...flows, flow].slice(-MAX_FLOWS))
    },
    async takeFlow(state) {
      const before = await updateFlows((flows) => flows.filter((flow) => flow.state !== state))
      return before.find((flow) => flow.state === state)
    },
    async clear() {
      for (const key of [tokensKey, flowsKey, dpopKey]) await store.delete(key)
    },
    dpopKey,
  }

  function createRecord<T>(key: string, isValid: (value: Record<string, unknown>) => boolean): StoredRecord<T> {
    return {
      async read() {
        const value = await store.get(key)
        if (isObject(value) && isValid(value)) return note(value as T)
        if (value != null) await store.delete(key, value)
        return undefined
      },
      write: (value, expected) => store.set(key, note(value), expected),
      delete: (expected) => store.delete(key, expected),
    }
  }

  function note<T>(record: T): T {
    const { accessToken, refreshToken, secret } = record as Partial<TokenSet & Registration>
    addSecrets(accessToken, refreshToken, secret)
    return record
  }

  /** All flows share one key, so that every update also removes the expired ones. Returns the flows before the update. */
  async function updateFlows(update: (flows: FlowRecord[]) => FlowRecord[]): Promise<FlowRecord[]> {
    for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt++) {
      const stored = await store.get(flowsKey)
      const before = (Array.isArray(stored) ? stored : []).filter(isFlow)
      if (await store.set(flowsKey, update(before), stored ?? null)) return before
    }
    throw createStoreError()
  }

  function isTokenSet({ accessToken, tokenType, ...rest }: Record<string, unknown>): boolean {
    return isAccessToken(accessToken) && (tokenType === 'bearer' || tokenType === 'dpop') && hasValidSource(rest)
  }

  function isFlow(value: unknown): value is FlowRecord {
    return isObject(value) && Number(value.expiresAt) > now() && hasValidSource(value)
  }

  /** Checks the endpoint, since a store may mix up its keys, and the issuer, since the options may have changed. */
  function hasValidSource({ as, ...rest }: Record<string, unknown>): boolean {
    const isRightServer = isServerMetadata(as) && (onlyIssuer === undefined || isSameIssuer(as.issuer, onlyIssuer))
    return isRightServer && rest.endpoint === endpoint && hasValidFields(rest)
  }

  function isRegistration(value: Record<string, unknown>, issuer: string): boolean {
    return value.issuer === issuer && !(Number(value.secretExpiresAt) <= now()) && hasValidFields(value)
  }
}

/** Members whose names end with `At` are numbers, all others are strings. */
function hasValidFields(values: Record<string, unknown>): boolean {
  const isValid = ([name, value]: [string, unknown]) => typeof value === (name.endsWith('At') ? 'number' : 'string')
  return Object.entries(values).every((entry) => entry[1] === undefined || isValid(entry))
}

const createStoreError = (cause?: unknown) => new AuthError('The store failed', { reason: 'store-failed', cause })

/** After a store error it is unknown which tokens are valid, so the operation ends with `store-failed`. */
function wrapStoreErrors(store: AuthStore): AuthStore {
  const wrap = (name: 'get' | 'set' | 'delete') => async (key: string, value?: unknown, expected?: unknown) => {
    try {
      return await store[name](key, value, expected)
    } catch (cause) {
      throw createStoreError(cause)
    }
  }
  return { get: wrap('get'), set: wrap('set'), delete: wrap('delete') } as AuthStore
}
