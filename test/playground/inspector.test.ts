/** The playground as a daily inspector in Chromium: servers, forms, links and what is remembered. */
import { afterAll, beforeAll, describe } from 'vitest'
import { testForms } from './features/forms.ts'
import { testPlaces } from './features/places.ts'
import { testServers } from './features/servers.ts'
import { createFixture, type Fixture } from './fixture.ts'

let fixture: Fixture

beforeAll(async () => {
  fixture = await createFixture()
}, 60_000)

afterAll(() => fixture?.close())

describe('the inspector', { timeout: 60_000 }, () => {
  testServers(() => fixture)
  testForms(() => fixture)
  testPlaces(() => fixture)
})
