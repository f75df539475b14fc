/** The address of a proxy page, and what it cannot hold. */
import { expect, test } from 'vitest'
import { mountApp } from '../../../src/apps/index.ts'
import { addressOf, findPlace } from '../../../src/apps/place.ts'
import type { AppOptions, AppView } from '../../../src/apps/types.ts'

const client = { snapshot: () => ({ url: 'https://tools.example.com/mcp' }) }
const proxy: AppOptions['proxy'] = ({ hash }) => `https://${hash}.apps.example.com/?tenant=1`
const options = { client, proxy } as unknown as AppOptions
const page = { origin: 'https://app.example.com' } as Location

test('the policy travels in the address of the proxy page, beside what is there', async () => {
  const place = await findPlace(options, page)
  expect(place.isolation).toBe('origin')
  expect(addressOf(place, {}, false)).toMatch(/^https:\/\/[0-9a-f]{32}\.apps\.example\.com\/\?tenant=1$/)
  const csp = { connectDomains: ['https://a.example'] }
  const { searchParams } = new URL(addressOf(place, csp, false))
  expect([searchParams.get('tenant'), JSON.parse(atob(searchParams.get('csp')!))]).toEqual(['1', csp])
  expect(() => addressOf(place, csp, true)).toThrow('a static proxy page cannot allow')
})

test('more domains than an address can hold are an error that says so', async () => {
  const place = await findPlace(options, page)
  const many = Array.from({ length: 40 }, (_, n) => `https://${'long-name-'.repeat(10)}${n}.example`)
  const csp = { connectDomains: many, resourceDomains: many, frameDomains: many, baseUriDomains: many }
  expect(() => addressOf(place, csp, false)).toThrow(
    expect.objectContaining({ reason: 'domains', message: expect.stringContaining('can hold (8 kB)') }),
  )
})

test('a view that was read before is not larger than maxSize either', async () => {
  const container = { isConnected: true, ownerDocument: { defaultView: { location: page } } } as never
  const view = { uri: 'ui://x', html: 'x'.repeat(11), meta: {} } satisfies AppView
  await expect(mountApp(container, { ...options, view, maxSize: 10 })).rejects.toMatchObject({
    reason: 'invalid-view',
    message: 'The view ui://x is larger than maxSize (10)',
  })
})
