/** Event ids: which of them count as the last event id, and how repeated events are recognised. */
import type { ResumeToken, StreamToken } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { cursorsIn, getsIn, onCall, onGet, textsOf } from '../steps/calls.ts'

/** A pause that is too short to slow the scenario down. */
const retry = 20

export const eventIds: Scenario[] = [
  {
    name: 'an event id without data counts as the last event id',
    ids: ['R-19'],
    async run({ connect, server, assert }) {
      await server.script(
        onCall({ stream: {} }, { event: { id: 'bare', retry } }, { closeConnection: true }, { answer: true }),
      )
      const client = await connect()
      assert.equal(textsOf(await client.callTool('echo', { text: 'x' })), ['x'])
      assert.equal(cursorsIn(await server.journal()), ['bare'])
    },
  },
  {
    name: 'an event that was cut in its middle does not count',
    ids: ['R-19'],
    async run({ connect, server, assert }) {
      for (const half of [
        'id: e2\n',
        'id: e2\nevent: message\n',
        'id: e2\ndata: {"jsonrpc":"2.0"',
        'id: e2\ndata: {}\n',
      ]) {
        await server.script(
          onCall({ stream: {} }, { prime: { id: 'e1', retry } }, { frame: half }, { closeConnection: true }),
          onGet(1, { stream: {} }, { answer: true }),
        )
        const before = getsIn(await server.journal()).length
        const tokens: string[] = []
        const client = await connect()
        const onResumable = (token: ResumeToken) => tokens.push((token as StreamToken).lastEventId)
        assert.equal(textsOf(await client.callTool('echo', { text: 'x' }, { onResumable })), ['x'])
        assert.equal(cursorsIn(await server.journal()).slice(before), ['e1'], `after ${JSON.stringify(half)}`)
        assert(!tokens.includes('e2'), 'it is no resume token either')
      }
    },
  },
  {
    name: 'an empty event id resets the last event id, so that nothing can be resumed',
    ids: ['R-20'],
    async run({ connect, server, assert }) {
      await server.script(
        onCall(
          { stream: {} },
          { event: { id: 'a', data: '', retry } },
          { event: { id: '', data: '' } },
          { closeConnection: true },
          { answer: true },
        ),
      )
      const client = await connect()
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'connection', delivery: 'unknown' })
      assert.equal(getsIn(await server.journal()), [])
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  },
  {
    name: 'an event id may be in any script',
    ids: ['R-21'],
    async run({ connect, server, assert }) {
      await server.script(
        onCall({ stream: {} }, { event: { id: 'é✓', data: '', retry } }, { closeConnection: true }, { answer: true }),
      )
      const client = await connect()
      assert.equal(textsOf(await client.callTool('echo', { text: 'x' })), ['x'])
      const [cursor = ''] = cursorsIn(await server.journal())
      // Header values are bytes; some servers decode them as Latin-1, some as UTF-8.
      const shown = cursor === 'é✓' ? cursor : decodeURIComponent(escapeBytes(cursor))
      assert.equal(shown, 'é✓')
    },
  },
  {
    name: 'an event id with a NUL character is ignored',
    ids: ['R-20'],
    async run({ connect, server, assert }) {
      await server.script(
        onCall(
          { stream: {} },
          { event: { id: 'kept', data: '', retry } },
          { event: { id: 'bad\0id', data: '' } },
          { closeConnection: true },
          { answer: true },
        ),
      )
      const client = await connect()
      assert.equal(textsOf(await client.callTool('echo', { text: 'x' })), ['x'])
      assert.equal(cursorsIn(await server.journal()), ['kept'])
    },
  },
  {
    name: 'an event that the server repeats after a resumption is delivered once',
    ids: ['R-22'],
    async run({ connect, server, assert }) {
      await server.configure({ replay: 'duplicate' })
      await server.script(
        onCall(
          { stream: {} },
          { prime: { retry } },
          { notify: 2, store: true },
          { closeConnection: true },
          { notify: 1 },
          { answer: true },
        ),
      )
      const client = await connect()
      const seen: number[] = []
      await client.callTool('echo', { text: 'x' }, { onProgress: ({ progress }) => seen.push(progress) })
      assert.equal(seen, [1, 2, 3])
      const [get] = getsIn(await server.journal())
      assert.equal(get?.events, 4, 'a priming event, the repeated one, the new one, the answer')
    },
  },
  {
    name: 'a server that gives the same event id twice on one connection loses no message',
    ids: ['R-22'],
    async run({ connect, server, assert }) {
      const log = (data: number) => ({
        event: {
          id: 'always',
          data: { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } },
        },
      })
      await server.script(onCall({ stream: {} }, log(1), log(2), log(3), { answer: true }))
      const client = await connect()
      const logs: unknown[] = []
      await client.callTool('echo', { text: 'x' }, { onLog: ({ data }) => logs.push(data) })
      assert.equal(logs, [1, 2, 3])
    },
  },
  {
    name: 'event ids are read with any line ends, however the bytes are split',
    ids: ['R-27'],
    async run({ connect, server, assert }) {
      for (const lineEnd of ['\n', '\r\n', '\r'] as const) {
        for (const split of [1, 2, 3, 5]) {
          const id = `at-${split}-✓😀`
          await server.script(
            onCall(
              { stream: { lineEnd, split } },
              { frame: '\uFEFF' },
              { event: { id, retry: 5 } },
              { closeConnection: true },
              { answer: true },
            ),
          )
          const tokens: string[] = []
          const client = await connect()
          const onResumable = (token: ResumeToken) => tokens.push((token as StreamToken).lastEventId)
          assert.equal(textsOf(await client.callTool('echo', { text: '😀' }, { onResumable })), ['😀'])
          assert.equal(tokens[0], id)
        }
      }
    },
  },
  {
    name: 'an answer that ends with a bare carriage return is delivered at once',
    ids: ['R-27'],
    async run({ connect, server, assert }) {
      await server.script(onCall({ stream: { lineEnd: '\r' } }, { answer: true }, { hold: 'forever' }))
      const client = await connect()
      assert.equal(textsOf(await client.callTool('echo', { text: 'now' }, { timeout: 5_000 })), ['now'])
    },
  },
]

function escapeBytes(latin1: string): string {
  return Array.from(latin1, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')
}
