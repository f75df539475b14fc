/** The records in the store: validation, concurrent writes and expiry. */
import { describe, expect, test } from 'vitest'
import { memoryStore } from '../../../../src/oauth/store/memory-store.ts'
import { createRecords, type FlowRecord, type TokenSet } from '../../../../src/oauth/store/records.ts'
import type { AuthStore } from '../../../../src/oauth/types.ts'
import { agree, ISSUER } from '../fake-servers.ts'
import { signedIn } from '../signed-in.ts'

const ENDPOINT = 'https://mcp.example/mcp'
const as = { issuer: 'https://as.example', token_endpoint: 'https://as.example/token' }
const tokens: TokenSet = {
  endpoint: ENDPOINT,
  as,
  clientId: 'c',
  resource: ENDPOINT,
  accessToken: 'a',
  tokenType: 'bearer',
  obtainedAt: 1,
  context: 'x',
}
const flow = (state: string, expiresAt = 100): FlowRecord => ({
  endpoint: ENDPOINT,
  state,
  expiresAt,
  verifier: 'v',
  as,
  clientId: 'c',
  redirectUri: 'https://app.example/cb',
  resource: ENDPOINT,
})

/** Stores JSON text and answers asynchronously, as real stores do. */
function slowStore(): AuthStore {
  const store = memoryStore()
  const later = () => new Promise<void>((resolve) => setImmediate(resolve))
  const copy = (value: unknown) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))
  return {
    get: async (key) => later().then(() => store.get(key).then(copy)),
    set: async (key, value, expected) => later().then(() => store.set(key, copy(value), expected)),
    delete: async (key, expected) => later().then(() => store.delete(key, expected)),
  }
}

const open = (store: AuthStore = slowStore(), now = () => 0) => createRecords(store, ENDPOINT, now, () => {})

describe('tokens', () => {
  test('of many concurrent writers with the same expectation one succeeds', async () => {
    const records = open()
    await records.tokens.write(tokens)
    const before = await records.tokens.read()
    const writes = Array.from({ length: 50 }, (_, index) =>
      records.tokens.write({ ...tokens, accessToken: `n${index}` }, before),
    )
    expect((await Promise.all(writes)).filter(Boolean)).toHaveLength(1)
    expect(await records.tokens.delete(before)).toBe(false)
  })

  test.for<unknown>([
    7,
    'x',
    [],
    {},
    { ...tokens, endpoint: 'https://other.example/mcp' },
    { ...tokens, accessToken: 'a\nb' },
    { ...tokens, accessToken: undefined },
    { ...tokens, tokenType: 'mac' },
    { ...tokens, obtainedAt: 'now' },
    { ...tokens, expiresAt: '1' },
    { ...tokens, refreshToken: 7 },
    { ...tokens, as: undefined },
    { ...tokens, as: { issuer: 7 } },
    { ...tokens, as: { ...as, token_endpoint: ['x'] } },
    { ...tokens, as: { ...as, scopes_supported: 'x' } },
  ])('an invalid token record is ignored and deleted: %j', async (junk) => {
    const store = memoryStore()
    const records = open(store)
    const [key] = await keysOf(store, () => records.tokens.write(tokens))
    expect(await records.tokens.read()).toEqual(tokens)
    await store.set(key!, junk)
    expect(await records.tokens.read()).toBe(undefined)
    expect(await store.get(key!)).toBe(undefined)
  })
})

/** The keys that `run` writes. */
async function keysOf(store: AuthStore, run: () => Promise<unknown>): Promise<string[]> {
  const keys: string[] = []
  const { set } = store
  store.set = (key, ...rest) => {
    keys.push(key)
    return set(key, ...rest)
  }
  await run()
  store.set = set
  return keys
}

describe('flows', () => {
  test('flows that are added concurrently are all kept', async () => {
    const store = slowStore()
    const states = ['a', 'b', 'c', 'd']
    await Promise.all(states.map((state) => open(store).addFlow(flow(state))))
    for (const state of states) expect(await open(store).takeFlow(state)).toEqual(flow(state))
  })

  test('a flow is taken by one caller only', async () => {
    const records = open()
    await records.addFlow(flow('a'))
    const taken = await Promise.all(Array.from({ length: 10 }, () => records.takeFlow('a')))
    expect(taken.filter((found) => found !== undefined)).toHaveLength(1)
  })

  test('an expired flow is not returned and is removed', async () => {
    let now = 0
    const store = memoryStore()
    const records = open(store, () => now)
    const [key] = await keysOf(store, () => records.addFlow(flow('old')))
    now = 100
    expect(await records.takeFlow('old')).toBe(undefined)
    expect(await store.get(key!)).toEqual([])
  })

  test('at most twenty flows are kept', async () => {
    const records = open()
    for (let count = 0; count < 25; count++) await records.addFlow(flow(`${count}`))
    expect(await records.takeFlow('0')).toBe(undefined)
    expect(await records.takeFlow('24')).toBeDefined()
  })

  test('invalid flows are ignored', async () => {
    const store = memoryStore()
    const records = open(store)
    const [key] = await keysOf(store, () => records.addFlow(flow('a')))
    for (const junk of [7, [null], [{}], [{ ...flow('a'), verifier: 7 }], [{ ...flow('a'), endpoint: 'https://x' }]]) {
      await store.set(key!, junk)
      expect(await records.takeFlow('a'), JSON.stringify(junk)).toBe(undefined)
    }
  })
})

describe('registrations', () => {
  const registration = (id: string) => ({ issuer: as.issuer, id, redirectUri: 'https://app.example/cb' })

  test('a registration is kept per issuer, and the first of concurrent writers wins', async () => {
    const records = open()
    const record = records.registration(as.issuer)
    const writes = ['a', 'b', 'c'].map((id) => record.write(registration(id), null))
    expect(await Promise.all(writes)).toEqual([true, false, false])
    expect(await record.read()).toEqual(registration('a'))
    expect(await records.registration('https://other.example').read()).toBe(undefined)
  })

  test('a registration expires with its secret', async () => {
    const record = open(memoryStore(), () => 10).registration(as.issuer)
    await record.write({ ...registration('a'), secret: 's', secretExpiresAt: 10 })
    expect(await record.read()).toBe(undefined)
  })
})

test('an error of the store becomes store-failed', async () => {
  const broken = () => {
    throw new Error('quota')
  }
  const records = open({ get: broken, set: broken, delete: broken })
  for (const failing of [
    records.tokens.read(),
    records.tokens.write(tokens),
    records.tokens.delete(),
    records.addFlow(flow('a')),
  ]) {
    await expect(failing).rejects.toMatchObject({ code: 'auth', reason: 'store-failed', delivery: 'not-executed' })
  }
})

test('a store that changes the order of object members keeps users signed in', async () => {
  const store = memoryStore()
  const sorted: AuthStore = {
    get: store.get,
    set: (key, value, expected) => store.set(key, sort(value), sort(expected)),
    delete: (key, expected) => store.delete(key, sort(expected)),
  }
  const { servers, auth, call, create } = await signedIn({ store: sorted })
  servers.validTokens.clear()
  expect((await call()).status).toBe(200)
  const next = create()
  await next.signIn(agree)
  expect(servers.to(`${ISSUER}/register`)).toHaveLength(1)
  await auth.signOut()
  await expect(call()).rejects.toMatchObject({ code: 'authorization-required' })
})

/** Sorts the members, as some databases do. */
function sort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sort)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, sort(member)]))
}
