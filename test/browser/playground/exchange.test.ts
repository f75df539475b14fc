/** Exchanges, the tabs of the wire and the history, in Chromium. */
import { afterAll, beforeAll, describe } from 'vitest'
import { testExchange } from './features/exchange.ts'
import { testHistory } from './features/history.ts'
import { testWireTabs } from './features/wire-tabs.ts'
import { createFixture, type Fixture } from './fixture.ts'

let fixture: Fixture

beforeAll(async () => {
  fixture = await createFixture()
}, 60_000)

afterAll(() => fixture?.close())

describe('what goes over the wire', () => {
  testExchange(() => fixture)
  testWireTabs(() => fixture)
  testHistory(() => fixture)
})
