/** The warning of stores that scripts can read. */
import { expect, test } from 'vitest'
import { idbStore, localStore, tabStore } from '../../../../src/oauth/browser/index.ts'

test('browser stores warn that scripts of the origin can read them', () => {
  for (const store of [tabStore(), localStore({ plainText: true }), idbStore()]) {
    expect(store.exposure).toMatch(/every script of this origin/)
  }
})
