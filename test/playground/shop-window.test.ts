/** The playground beyond one server and one page: relays, code that runs, tapes, and without a network. */
import { afterAll, beforeAll, describe } from 'vitest'
import { testRelay } from './features/relay.ts'
import { testReproduce } from './features/reproduce.ts'
import { createFixture, type Fixture } from './fixture.ts'

let fixture: Fixture

beforeAll(async () => {
  fixture = await createFixture()
}, 60_000)

afterAll(() => fixture?.close())

describe('the playground, grown', { timeout: 60_000 }, () => {
  testRelay(() => fixture)
  testReproduce(() => fixture)
})
