/** Record and replay: a conversation with a real server, as a file beside the test. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { createMockServer, record, replay } from 'mcp-over-fetch/testing'
import { sum } from './sum.js'

const SERVER = 'https://tools.example.com/mcp'
const file = new URL('./sum.tape.json', import.meta.url)
// Here a mock stands for the real server; you would record `globalThis.fetch`.
const network = createMockServer({ origin: new URL(SERVER).origin }).fetch

/** The first run records, all later runs replay. Delete the file to record again. */
async function withTape(use) {
  if (existsSync(file)) {
    const fetch = replay(JSON.parse(readFileSync(file, 'utf8')))
    await use(fetch)
    fetch.expectDone()
  } else {
    const recording = record(network)
    await use(recording.fetch)
    writeFileSync(file, JSON.stringify(await recording.tape(), undefined, 2))
  }
}

test('adds two numbers, with a tape', () => withTape(async (fetch) => assert.equal(await sum(SERVER, 1, 2, fetch), 3)))
