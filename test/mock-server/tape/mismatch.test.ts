/** A request that does not fit a tape is refused with what was expected and what came; a loose replay finds it. */
import { describe, expect, test } from 'vitest'
import { createInProcess } from '../../../playground/server/control/in-process.ts'
import { connect } from '../../../src/core/index.ts'
import { createClock } from '../../../src/testing/clock/clock.ts'
import { createSeededRandom } from '../../../src/testing/clock/seeded-random.ts'
import { record, replay, type Tape } from '../../../src/testing/index.ts'
import { textsOf } from '../../scenarios/steps/calls.ts'

const URL_OF_SERVER = 'http://localhost/r/in-process/mcp'
type Version = '2026-07-28' | '2025-11-25' | '2024-11-05'

/** A recorded client that calls `echo` with these texts, one after the other. */
async function recordCalls(
  texts: readonly string[],
  version: Version = '2026-07-28',
  url = URL_OF_SERVER,
): Promise<Tape> {
  const server = createInProcess({ clock: createClock(), random: createSeededRandom(1) })
  const recording = record(server.fetch)
  const client = await connect(url, { fetch: recording.fetch, versions: [version], eraCache: new Map() })
  for (const text of texts) await client.callTool('echo', { text })
  await client.close()
  return recording.tape()
}

const open = (fetch: typeof globalThis.fetch, version: Version = '2026-07-28', headers = {}) =>
  connect(URL_OF_SERVER, { fetch, versions: [version], eraCache: new Map(), headers })

const messageOf = (error: Error): string => error.message

describe('a request that does not fit', () => {
  test('is refused with where it differs, and so is everything after it', async () => {
    const fetch = replay(await recordCalls(['one', 'two']))
    const client = await open(fetch)
    const message = await client.callTool('echo', { text: 'other' }).catch(messageOf)
    expect(message).toContain(
      [
        'Request 2 does not fit the tape.',
        `  expected: 2. POST ${URL_OF_SERVER} tools/call`,
        `  expected: 3. POST ${URL_OF_SERVER} tools/call`,
        `  came:     POST ${URL_OF_SERVER} tools/call`,
        '  json.params.arguments.text: expected "one", came "other"',
      ].join('\n'),
    )
    expect(await client.callTool('echo', { text: 'one' }).catch(messageOf)).toContain('Request 2 does not fit')
    expect(() => fetch.expectDone()).toThrow('Request 2 does not fit the tape')
  })

  test('is refused when it comes too early', async () => {
    const client = await open(replay(await recordCalls(['one', 'two'])))
    const message = await client.callTool('echo', { text: 'two' }).catch(messageOf)
    expect(message).toContain('json.params.arguments.text: expected "one", came "two"')
  })

  test('is refused after the end of the tape', async () => {
    const client = await open(replay(await recordCalls(['one'])))
    await client.callTool('echo', { text: 'one' })
    const message = await client.callTool('echo', { text: 'one' }).catch(messageOf)
    expect(message).toContain('Request 3 came after the end of the tape.\n  expected: nothing more')
  })

  test('is refused for a header that matters, without showing a secret', async () => {
    const fetch = replay(await recordCalls([]))
    const message = await open(fetch, '2026-07-28', {
      authorization: 'Bearer canary-7f3a9c2e',
      'x-key': 'canary',
    }).catch(messageOf)
    expect(message).toContain('headers.authorization: expected nothing, came "Bearer [hidden]"')
    expect(message).toContain('headers.x-key: expected nothing, came "[hidden]"')
    expect(message).not.toContain('canary')
  })

  test('that never came is named', async () => {
    const fetch = replay(await recordCalls(['one', 'two']))
    const client = await open(fetch)
    await client.callTool('echo', { text: 'one' })
    expect(() => fetch.expectDone()).toThrow(
      `The tape is not at its end.\n  expected: 3. POST ${URL_OF_SERVER} tools/call`,
    )
  })

  test('that never came, and that a response waits for, is named in the end', async () => {
    const tape = await recordCalls(['one', 'two'])
    tape.entries[1]!.response!.after = 'request 3'
    const client = await open(replay(tape, { patience: 30 }))
    const message = await client.callTool('echo', { text: 'one' }).catch(messageOf)
    expect(message).toContain(`Nothing came for 30 ms.\n  expected: 3. POST ${URL_OF_SERVER} tools/call`)
  })
})

test.for(['2026-07-28', '2025-11-25'] as const)(
  'another version of the client may play a tape, at %s',
  async (version) => {
    const tape = await recordCalls(['one'], version)
    const text = JSON.stringify(tape)
    const other = text.replaceAll(/("name":"mcp-over-fetch","version":)"[^"]*"/g, '$1"0.0.9"')
    expect(other).not.toBe(text)
    const fetch = replay(JSON.parse(other) as Tape)
    const client = await open(fetch, version)
    expect(textsOf(await client.callTool('echo', { text: 'one' }))).toEqual(['one'])
    await client.close()
    fetch.expectDone()
  },
)

describe('requests that were sent at once', () => {
  test('may come in another order', async () => {
    const server = createInProcess({ clock: createClock(), random: createSeededRandom(1) })
    const recording = record(server.fetch)
    const callBoth = async (fetch: typeof globalThis.fetch, texts: string[]) => {
      const client = await open(fetch)
      return Promise.all(texts.map(async (text) => textsOf(await client.callTool('echo', { text }))))
    }
    expect(await callBoth(recording.fetch, ['one', 'two'])).toEqual([['one'], ['two']])
    const fetch = replay(await recording.tape())
    expect(await callBoth(fetch, ['two', 'one'])).toEqual([['two'], ['one']])
    fetch.expectDone()
  })
})

describe('a loose replay', () => {
  test.for(['2026-07-28', '2025-11-25'] as const)('answers in any order and again, at %s', async (version) => {
    const fetch = replay(await recordCalls(['one', 'two'], version), { loose: true })
    const client = await open(fetch, version, { 'x-key': 'another' })
    const call = async (text: string) => textsOf(await client.callTool('echo', { text }))
    expect([await call('two'), await call('one'), await call('two'), await call('two')]).toEqual([
      ['two'],
      ['one'],
      ['two'],
      ['two'],
    ])
    await client.close()
    await client.close()
  })

  test('answers in any order over HTTP+SSE, where one stream has all answers', async () => {
    const url = URL_OF_SERVER.replace('/mcp', '/sse')
    const tape = await recordCalls(['one', 'two'], '2024-11-05', url)
    const options = { versions: ['2024-11-05'], eraCache: new Map() } as const
    const client = await connect(url, { fetch: replay(tape, { loose: true }), ...options })
    const call = async (text: string) => textsOf(await client.callTool('echo', { text }))
    expect([await call('two'), await call('one')]).toEqual([['two'], ['one']])
    await client.close()
  })

  test('refuses what is not on the tape with all that is', async () => {
    const client = await open(replay(await recordCalls(['one', 'two']), { loose: true }))
    const message = await client.callTool('echo', { text: 'three' }).catch(messageOf)
    expect(message).toMatch(
      /The tape has no such request\.\n {2}expected: 2\. .*\n {2}expected: 3\. .*\n {2}came: {5}POST /,
    )
  })
})
