/** What a person can rely on in the playground, seen in Chromium. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answering } from './points/asked.ts'
import { connecting } from './points/connect.ts'
import { reading } from './points/reading.ts'
import { testingItself } from './points/self.ts'
import { knowingTheServer } from './points/server.ts'
import { signingIn } from './points/signing-in.ts'
import { staysSmooth } from './points/smooth.ts'
import { usingTools } from './points/tools.ts'
import { watchingTheWire } from './points/wire.ts'
import { type Stage, setStage } from './stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await setStage()
}, 60_000)

afterAll(() => stage?.end())

describe('a visitor', { timeout: 60_000 }, () => {
  connecting(() => stage)
  signingIn(() => stage)
  knowingTheServer(() => stage)
  usingTools(() => stage)
  reading(() => stage)
  answering(() => stage)
  watchingTheWire(() => stage)
  testingItself(() => stage)
})

describe('at the end', { timeout: 60_000 }, () => {
  staysSmooth(() => stage)

  test('when it is told to end, page and mock server end with it', async () => {
    const { url, mockUrl, end } = stage.playground
    await end()
    await expect(fetch(url)).rejects.toThrow()
    await expect(fetch(mockUrl)).rejects.toThrow()
  })
})
