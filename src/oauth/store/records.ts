/** What is kept in the store: checked when it is read, since anybody may have written there. */

import { isMetadata, type ServerMetadata } from '../discover/authorization-server.ts'
import { isSameIssuer } from '../discover/issuer.ts'
import { AuthError } from '../errors.ts'
import { isObject } from '../http/request.ts'
import type { AuthStore } from '../types.ts'

/** Where a token comes from, and what it is for. */
export interface Origin {
  endpoint: string
  as: ServerMetadata
  clientId: string
  resource: string
  prm?: string | undefined
  /** Everything that was ever asked for. */
  requested?: string | undefined
}

/** A token, and all that is needed to replace it. */
export interface TokenSet extends Origin {
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
export interface FlowRecord extends Origin {
  state: string
  expiresAt: number
  verifier: string
  redirectUri: string
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

/** One value of the store. */
export interface Slot<T> {
  /** Junk is removed. */
  read(): Promise<T | undefined>
  /** False, and nothing is changed, if the value is no longer the `expected` one. */
  write(value: T, expected?: T | null): Promise<boolean>
  drop(expected?: T): Promise<boolean>
}

export interface Vault {
  readonly store: AuthStore
  tokens: Slot<TokenSet>
  registration(issuer: string): Slot<Registration>
  addFlow(flow: FlowRecord): Promise<void>
  /** Gives a flow away, once. */
  takeFlow(state: string): Promise<FlowRecord | undefined>
  /** Everything that belongs to the endpoint. */
  clear(): Promise<void>
  /** Where DPoP keeps its key. */
  readonly dpopKey: string
}

/** Flows at once, and tries to write. */
const MOST = 20

/** Tokens go into a header, where other bytes would break it. */
export const isToken = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)

/** `bound` is the only issuer that the credentials in the options are for. */
export function createVault(given: AuthStore, endpoint: string, now: () => number, bound?: string): Vault {
  const store = guard(given)
  const keyOf = (kind: string, url = endpoint) => `mcp-oauth ${kind} ${url}`
  const [tokensKey, flowsKey, dpopKey] = [keyOf('tokens'), keyOf('flows'), keyOf('dpop')]
  return {
    store,
    tokens: slot(tokensKey, isTokenSet),
    registration: (issuer) => slot(keyOf('client', issuer), (value) => isRegistration(value, issuer)),
    addFlow: async (flow) => {
      await changeFlows((flows) => [...flows, flow].slice(-MOST))
    },
    async takeFlow(state) {
      const before = await changeFlows((flows) => flows.filter((flow) => flow.state !== state))
      return before.find((flow) => flow.state === state)
    },
    async clear() {
      for (const key of [tokensKey, flowsKey, dpopKey]) await store.delete(key)
    },
    dpopKey,
  }

  function slot<T>(key: string, isValid: (value: Record<string, unknown>) => boolean): Slot<T> {
    return {
      async read() {
        const value = await store.get(key)
        if (isObject(value) && isValid(value)) return value as T
        if (value != null) await store.delete(key, value)
        return undefined
      },
      write: (value, expected) => store.set(key, value, expected),
      drop: (expected) => store.delete(key, expected),
    }
  }

  /** One key for all, so that old ones are swept whenever one comes or goes. Gives what there was before. */
  async function changeFlows(change: (flows: FlowRecord[]) => FlowRecord[]): Promise<FlowRecord[]> {
    for (let tries = 0; tries < MOST; tries++) {
      const stored = await store.get(flowsKey)
      const before = (Array.isArray(stored) ? stored : []).filter(isFlow)
      if (await store.set(flowsKey, change(before), stored ?? null)) return before
    }
    throw failure()
  }

  function isTokenSet({ accessToken, tokenType, ...rest }: Record<string, unknown>): boolean {
    return isToken(accessToken) && (tokenType === 'bearer' || tokenType === 'dpop') && isOurs(rest)
  }

  function isFlow(value: unknown): value is FlowRecord {
    return isObject(value) && Number(value.expiresAt) > now() && isOurs(value)
  }

  /** The endpoint is compared too: a store may mix up its keys. So is the issuer: the options may have been others. */
  function isOurs({ as, ...rest }: Record<string, unknown>): boolean {
    const right = isMetadata(as) && (bound === undefined || isSameIssuer(as.issuer, bound))
    return right && rest.endpoint === endpoint && isSound(rest)
  }

  function isRegistration(value: Record<string, unknown>, issuer: string): boolean {
    return value.issuer === issuer && !(Number(value.secretExpiresAt) <= now()) && isSound(value)
  }
}

/** Times are numbers; all the rest is text. */
function isSound(values: Record<string, unknown>): boolean {
  const isRight = ([name, value]: [string, unknown]) => typeof value === (name.endsWith('At') ? 'number' : 'string')
  return Object.entries(values).every((entry) => entry[1] === undefined || isRight(entry))
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
