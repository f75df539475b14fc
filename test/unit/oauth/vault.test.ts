/** The store, and who wins when several write at once. */
import { describe, expect, test } from 'vitest'
import { memoryStore } from '../../../src/oauth/store/memory-store.ts'
import { createRecords, type FlowRecord, type TokenSet } from '../../../src/oauth/store/records.ts'
import type { AuthStore } from '../../../src/oauth/types.ts'

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

/** Keeps text, and takes its time, as real stores do. */
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

const open = (store: AuthStore = slowStore(), now = () => 0) => createRecords(store, ENDPOINT, now)

describe('a memory store', () => {
  test('writes only over what is expected', async () => {
    const store = memoryStore()
    expect(await store.set('k', { a: 1 }, null)).toBe(true)
    expect(await store.set('k', { a: 2 }, null)).toBe(false)
    expect(await store.set('k', { a: 2 }, { a: 9 })).toBe(false)
    expect(await store.get('k')).toEqual({ a: 1 })
    expect(await store.set('k', { a: 2 }, { a: 1 })).toBe(true)
    expect(await store.delete('k', { a: 1 })).toBe(false)
    expect(await store.delete('k', { a: 2 })).toBe(true)
    expect([await store.get('k'), await store.delete('k')]).toEqual([undefined, true])
  })
})

describe('tokens', () => {
  test('are replaced by one of many', async () => {
    const vault = open()
    await vault.tokens.write(tokens)
    const before = await vault.tokens.read()
    const writes = Array.from({ length: 50 }, (_, index) =>
      vault.tokens.write({ ...tokens, accessToken: `n${index}` }, before),
    )
    expect((await Promise.all(writes)).filter(Boolean)).toHaveLength(1)
    expect(await vault.tokens.delete(before)).toBe(false)
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
  ])('that are junk are none, and are removed: %j', async (junk) => {
    const store = memoryStore()
    const vault = open(store)
    const [key] = await keysOf(store, () => vault.tokens.write(tokens))
    expect(await vault.tokens.read()).toEqual(tokens)
    await store.set(key!, junk)
    expect(await vault.tokens.read()).toBe(undefined)
    expect(await store.get(key!)).toBe(undefined)
  })
})

/** The keys that this writes. */
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
  test('that begin at once are all there', async () => {
    const store = slowStore()
    const states = ['a', 'b', 'c', 'd']
    await Promise.all(states.map((state) => open(store).addFlow(flow(state))))
    for (const state of states) expect(await open(store).takeFlow(state)).toEqual(flow(state))
  })

  test('are given away once, to whoever is first', async () => {
    const vault = open()
    await vault.addFlow(flow('a'))
    const taken = await Promise.all(Array.from({ length: 10 }, () => vault.takeFlow('a')))
    expect(taken.filter((found) => found !== undefined)).toHaveLength(1)
  })

  test('end after their time, and are swept', async () => {
    let now = 0
    const store = memoryStore()
    const vault = open(store, () => now)
    const [key] = await keysOf(store, () => vault.addFlow(flow('old')))
    now = 100
    expect(await vault.takeFlow('old')).toBe(undefined)
    expect(await store.get(key!)).toEqual([])
  })

  test('do not add up without end', async () => {
    const vault = open()
    for (let count = 0; count < 25; count++) await vault.addFlow(flow(`${count}`))
    expect(await vault.takeFlow('0')).toBe(undefined)
    expect(await vault.takeFlow('24')).toBeDefined()
  })

  test('of junk are none', async () => {
    const store = memoryStore()
    const vault = open(store)
    const [key] = await keysOf(store, () => vault.addFlow(flow('a')))
    for (const junk of [7, [null], [{}], [{ ...flow('a'), verifier: 7 }], [{ ...flow('a'), endpoint: 'https://x' }]]) {
      await store.set(key!, junk)
      expect(await vault.takeFlow('a'), JSON.stringify(junk)).toBe(undefined)
    }
  })
})

describe('registrations', () => {
  const registration = (id: string) => ({ issuer: as.issuer, id, redirectUri: 'https://app.example/cb' })

  test('are kept by issuer, and the first of several counts', async () => {
    const vault = open()
    const slot = vault.registration(as.issuer)
    const writes = ['a', 'b', 'c'].map((id) => slot.write(registration(id), null))
    expect(await Promise.all(writes)).toEqual([true, false, false])
    expect(await slot.read()).toEqual(registration('a'))
    expect(await vault.registration('https://other.example').read()).toBe(undefined)
  })

  test('end with their secret', async () => {
    const slot = open(memoryStore(), () => 10).registration(as.issuer)
    await slot.write({ ...registration('a'), secret: 's', secretExpiresAt: 10 })
    expect(await slot.read()).toBe(undefined)
  })
})

test('a store that fails is told apart', async () => {
  const broken = () => {
    throw new Error('quota')
  }
  const vault = open({ get: broken, set: broken, delete: broken })
  for (const failing of [
    vault.tokens.read(),
    vault.tokens.write(tokens),
    vault.tokens.delete(),
    vault.addFlow(flow('a')),
  ]) {
    await expect(failing).rejects.toMatchObject({ code: 'auth', reason: 'store_failed', delivery: 'not-executed' })
  }
})
