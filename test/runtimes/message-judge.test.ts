/** The judge of messages finds what the official schemas refuse, and passes over what is wrong by design. */
import { expect, test } from 'vitest'
import type { ServedExchange } from '../../playground/server/served-messages.ts'
import { createMessageJudge } from './message-judge.ts'

const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo' } }
const result = { jsonrpc: '2.0', id: 1, result: { content: [] } }
const nameless = { ...call, params: {} }
const contentless = { ...result, result: {} }

function exchange(body: unknown, text: string, more: Partial<ServedExchange> = {}): ServedExchange {
  const headers = { 'mcp-protocol-version': '2025-11-25' }
  const entry = { number: 1, receivedAt: 0, httpMethod: 'POST', path: '/mcp', headers, body, bytes: 0, events: 0 }
  return { ...entry, contentType: 'application/json', isShaped: false, text, ...more }
}

async function judged(...exchanges: ServedExchange[]) {
  const { judge, problems, counts } = await createMessageJudge()
  judge('node-0-x', exchanges)
  return { sides: (problems.get('node-0-x') ?? []).map(({ side }) => side), counts }
}

const event = (message: object) => `id: 1\r\ndata: ${JSON.stringify(message)}\r\n\r\n`
const stream = { contentType: 'text/event-stream' }

test('valid messages of both sides have no problem, and are counted for their revision', async () => {
  const both = await judged(exchange(call, JSON.stringify(result)))
  expect(both).toEqual({ sides: [], counts: { '2025-11-25': 2 } })
})

test('a wrong message is found, in a body and in an event', async () => {
  expect((await judged(exchange(nameless, ''))).sides).toEqual(['client'])
  expect((await judged(exchange(call, JSON.stringify(contentless)))).sides).toEqual(['server'])
  expect((await judged(exchange(call, event(contentless), stream))).sides).toEqual(['server'])
})

test('an event that was cut, an event of another type and what a script sent say nothing', async () => {
  const cut = event(contentless).slice(0, -1)
  expect((await judged(exchange(call, cut, stream))).sides).toEqual([])
  expect((await judged(exchange(call, `event: other\n${event(contentless)}`, stream))).sides).toEqual([])
  expect((await judged(exchange(call, event(contentless), { ...stream, isShaped: true }))).sides).toEqual([])
  expect((await judged(exchange(nameless, '', { isShaped: true }))).sides).toEqual(['client'])
})

test('without the header the revision is the one that the session negotiated', async () => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
  const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params }
  const sound = { type: 'audio', data: '', mimeType: 'audio/wav' }
  const withSound = JSON.stringify({ ...result, result: { content: [sound] } })
  for (const [version, sides] of [
    ['2024-11-05', ['server']],
    ['2025-03-26', []],
  ] as const) {
    const introduction = { protocolVersion: version, capabilities: {}, serverInfo: { name: 'b', version: '1' } }
    const answer = JSON.stringify({ jsonrpc: '2.0', id: 0, result: introduction })
    const judgedNow = await judged(
      exchange(initialize, answer, { headers: {}, session: 's' }),
      exchange(call, withSound, { headers: {}, session: 's' }),
    )
    expect(judgedNow.sides).toEqual(sides)
    expect(judgedNow.counts[version]).toBe(2)
  }
})
