/** The playground as a daily inspector in Chromium: servers, forms, links, relays, tapes, and servers of others. */
import { afterAll, beforeAll, describe } from 'vitest'
import { testAuthorLoop } from './features/author-loop.ts'
import { testBadInput } from './features/bad-input.ts'
import { testDiscover } from './features/discover.ts'
import { testExamine } from './features/examine.ts'
import { testFields } from './features/fields.ts'
import { testFormAccessibility } from './features/form-accessibility.ts'
import { testForms } from './features/forms.ts'
import { testIcons } from './features/icons.ts'
import { testInstrument } from './features/instrument.ts'
import { testKeyboard } from './features/keyboard.ts'
import { testLarge } from './features/large.ts'
import { testOAuthDebugger } from './features/oauth-debugger.ts'
import { testPlaces } from './features/places.ts'
import { testQuestions } from './features/questions.ts'
import { testRelay } from './features/relay.ts'
import { testReproduce } from './features/reproduce.ts'
import { testSaid } from './features/said.ts'
import { testServers } from './features/servers.ts'
import { testSeveralServers } from './features/several-servers.ts'
import { testTypes } from './features/types.ts'
import { testUntrustedServers } from './features/untrusted-servers.ts'
import { createFixture, type Fixture } from './fixture.ts'

let fixture: Fixture

beforeAll(async () => {
  fixture = await createFixture()
}, 60_000)

afterAll(() => fixture?.close())

describe('the inspector', () => {
  testServers(() => fixture)
  testSeveralServers(() => fixture)
  testExamine(() => fixture)
  testForms(() => fixture)
  testFields(() => fixture)
  testFormAccessibility(() => fixture)
  testIcons(() => fixture)
  testLarge(() => fixture)
  testPlaces(() => fixture)
  testAuthorLoop(() => fixture)
  testKeyboard(() => fixture)
  testBadInput(() => fixture)
  testQuestions(() => fixture)
  testInstrument(() => fixture)
  testSaid(() => fixture)
  testOAuthDebugger(() => fixture)
})

describe('the playground beyond one server and one page', () => {
  testRelay(() => fixture)
  testReproduce(() => fixture)
  testTypes(() => fixture)
  testDiscover(() => fixture)
})

describe('servers that are not the mock', () => testUntrustedServers(() => fixture))
