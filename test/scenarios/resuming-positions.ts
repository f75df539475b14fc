/** What a position on a stream is: ids in any form, by which what was handled is known again. */
import type { ResumeToken, StreamToken } from '../../src/core/index.ts'
import { cursorsIn, getsIn, onCall, onGet, textsOf } from './polling.ts'
import type { Scenario } from './scenario.ts'

/** So short that a scenario need not wait, and still a pause. */
const retry = 20

export const resumingPositions: Scenario[] = [
  {
    name: 'R-19 an id without data is a position too',
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
    name: 'R-19 an event that was cut in its middle has not been seen',
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
        assert(!tokens.includes('e2'), 'nor is it told')
      }
    },
  },
  {
    name: 'R-20 an empty id takes the position back, and then there is nothing to resume',
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
    name: 'R-21 an id in any script is a position',
    async run({ connect, server, assert }) {
      await server.script(
        onCall({ stream: {} }, { event: { id: 'é✓', data: '', retry } }, { closeConnection: true }, { answer: true }),
      )
      const client = await connect()
      assert.equal(textsOf(await client.callTool('echo', { text: 'x' })), ['x'])
      const [cursor = ''] = cursorsIn(await server.journal())
      // Header values are bytes; some servers show them as Latin-1, some as the UTF-8 that they are.
      const shown = cursor === 'é✓' ? cursor : decodeURIComponent(escapeBytes(cursor))
      assert.equal(shown, 'é✓')
    },
  },
  {
    name: 'R-20 an id with a zero character is none',
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
    name: 'R-22 an event that the server repeats is delivered once',
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
    name: 'R-22 a server that gives the same id twice on one connection loses no message by it',
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
    name: 'R-27 positions are read whatever the line ends and however the bytes are cut',
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
    name: 'R-27 an answer that ends with a bare carriage return is delivered although nothing follows',
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
