/** The redirect driver: a page may be the callback of several sign-ins, and only our own is handled. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { finishRedirect, isCallback, redirect } from '../../../../src/oauth/browser/redirect.ts'
import { memoryStore } from '../../../../src/oauth/store/memory-store.ts'
import type { AuthStatus } from '../../../../src/oauth/types.ts'

const authorized: AuthStatus = {
  status: 'authorized',
  issuer: 'https://as.example',
  resource: 'https://mcp.example/mcp',
  tokenType: 'bearer',
}
const handleCallback = vi.fn(async () => authorized)
let page: URL
/** Every URL that was written to the history. */
let shown: string[]

beforeEach(() => {
  handleCallback.mockClear()
  shown = []
  visit('https://app.example/items?item=7')
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_state: unknown, _title: string, address: string) => {
      visit(new URL(address, page).href)
      shown.push(page.href)
    },
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

function visit(address: string): void {
  page = new URL(address)
  const { href, origin, pathname, search } = page
  vi.stubGlobal('location', { href, origin, pathname, search, assign: visit })
}

async function leave(store = memoryStore()) {
  const signal = new AbortController().signal
  const redirectUri = 'https://app.example/callback'
  await redirect({ store })(new URL('https://as.example/authorize'), { state: 'ours', redirectUri, signal })
  expect(page.href).toBe('https://as.example/authorize')
  return store
}

test('the callback of our own sign-in is handled once, and its code leaves the address bar at once', async () => {
  const store = await leave()
  visit('https://app.example/callback?code=c&state=ours')
  expect(await finishRedirect({ handleCallback }, { store })).toEqual({ status: authorized, returnTo: '/items?item=7' })
  expect(handleCallback.mock.calls).toEqual([['https://app.example/callback?code=c&state=ours']])
  expect(shown).toEqual(['https://app.example/callback'])
})

test.each([
  'https://app.example/callback?tab=1&code=c&state=theirs',
  'https://app.example/callback?error=access_denied&state=theirs#part',
  'https://app.example/callback?code=c&state=__proto__',
  'https://app.example/callback?code=c&state=toString',
])('the callback of another sign-in is left in place: %s', async (address) => {
  const store = await leave()
  visit(address)
  expect(await finishRedirect({ handleCallback }, { store })).toBeUndefined()
  expect(handleCallback).not.toHaveBeenCalled()
  expect(page.href).toBe(address)
  visit('https://app.example/callback?code=c&state=ours')
  expect(await finishRedirect({ handleCallback }, { store })).toMatchObject({ returnTo: '/items?item=7' })
})

test.each([
  ['?code=a&state=b', true],
  ['?error=access_denied&state=b', true],
  ['?code=a', false],
  ['?state=b', false],
  ['', false],
])('isCallback(%j) is %j', (search, expected) => {
  expect(isCallback({ search })).toBe(expected)
})
