/** The playground in Chromium, feature by feature. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testAccessibility } from './features/accessibility.ts'
import { testConnecting } from './features/connect.ts'
import { testCors } from './features/cors.ts'
import { testDesign } from './features/design.ts'
import { testFaults } from './features/faults.ts'
import { testManyEvents } from './features/many-events.ts'
import { testResourcesAndPrompts } from './features/resources-and-prompts.ts'
import { testSelfTest } from './features/self-test.ts'
import { testServerRequests } from './features/server-requests.ts'
import { testServerView } from './features/server-view.ts'
import { testSignIn } from './features/sign-in.ts'
import { testTools } from './features/tools.ts'
import { testWire } from './features/wire.ts'
import { testWireDetail } from './features/wire-detail.ts'
import { testWireOAuth } from './features/wire-oauth.ts'
import { testWireRows } from './features/wire-rows.ts'
import { testWireStories } from './features/wire-stories.ts'
import { createFixture, type Fixture } from './fixture.ts'

let fixture: Fixture

beforeAll(async () => {
  fixture = await createFixture()
}, 60_000)

afterAll(() => fixture?.close())

describe('the playground', () => {
  testConnecting(() => fixture)
  testCors(() => fixture)
  testSignIn(() => fixture)
  testServerView(() => fixture)
  testTools(() => fixture)
  testResourcesAndPrompts(() => fixture)
  testServerRequests(() => fixture)
  testFaults(() => fixture)
  testWire(() => fixture)
  testWireRows(() => fixture)
  testWireDetail(() => fixture)
  testWireStories(() => fixture)
  testWireOAuth(() => fixture)
  testDesign(() => fixture)
  testSelfTest(() => fixture)
  testAccessibility(() => fixture)
})

describe('the playground, after the other tests', () => {
  testManyEvents(() => fixture)

  test('SIGTERM ends the page and the mock server', async () => {
    const { url, mockUrl, terminate } = fixture.playground
    await terminate()
    await expect(fetch(url)).rejects.toThrow()
    await expect(fetch(mockUrl)).rejects.toThrow()
  })
})
