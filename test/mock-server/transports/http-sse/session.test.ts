/** HTTP+SSE: the JSON-RPC conversation of a session. */
import { describe, expect, test } from 'vitest'
import { createTransport } from './fixtures.ts'

async function open() {
  const { clock, open, transport } = createTransport()
  return { clock, transport, ...(await open()) }
}

describe('initialize', () => {
  test.each([
    ['2024-11-05', '2024-11-05'],
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
  ])('for %s negotiates %s', async (requested, negotiated) => {
    const { initialize, post, messages } = await open()
    await initialize(requested, { roots: {} })
    await post({ id: 1, method: 'echo' })
    expect(messages()).toMatchObject([
      { id: 0, result: { protocolVersion: negotiated, serverInfo: { name: 'test' } } },
      { id: 1, result: { version: negotiated, capabilities: { roots: {} } } },
    ])
  })

  test('must come first, once; only ping may come before it', async () => {
    const { initialize, post, messages } = await open()
    await post({ id: 1, method: 'echo' })
    await post({ id: 2, method: 'ping' })
    await initialize()
    await initialize()
    expect(messages()).toMatchObject([
      { id: 1, error: { code: -32600 } },
      { id: 2, result: {} },
      { id: 0, result: {} },
      { id: 0, error: { code: -32600 } },
    ])
  })
})

describe('a session', () => {
  test('answers with results and errors under the id of the request, a string or a number', async () => {
    const { initialize, post, messages } = await open()
    await initialize()
    await post({ id: 'a', method: 'echo', params: { text: 'héllo 世' } })
    await post({ id: 7, method: 'nothing' })
    expect(messages().slice(1)).toEqual([
      { jsonrpc: '2.0', id: 'a', result: { text: 'héllo 世', version: '2024-11-05', capabilities: {} } },
      { jsonrpc: '2.0', id: 7, error: { code: -32601, message: 'No such method: nothing' } },
    ])
  })

  test('sends the notifications of a request before its answer', async () => {
    const { initialize, post, messages } = await open()
    await initialize()
    await post({ id: 1, method: 'count', params: { to: 3 } })
    expect(messages().slice(1)).toMatchObject([
      { method: 'notifications/progress', params: { progress: 1 } },
      { method: 'notifications/progress', params: { progress: 2 } },
      { method: 'notifications/progress', params: { progress: 3 } },
      { id: 1, result: {} },
    ])
  })

  test('uses results and errors of the client, and ignores responses to unknown requests', async () => {
    const { initialize, post, messages } = await open()
    await initialize()
    await post({ id: 1, method: 'ask' })
    await post({ id: 2, method: 'ask' })
    await post({ id: 'unknown', result: {} })
    await post({ id: 2, error: { code: -1, message: 'No', data: { why: 'so' } } })
    await post({ id: 1, result: { roots: [] } })
    await post({ id: 1, result: { roots: ['late'] } })
    expect(messages().slice(1)).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'roots/list' },
      { jsonrpc: '2.0', id: 2, method: 'roots/list' },
      { jsonrpc: '2.0', id: 2, error: { code: -1, message: 'No', data: { why: 'so' } } },
      { jsonrpc: '2.0', id: 1, result: { answer: { roots: [] } } },
    ])
  })

  test('stops a cancelled request, does not answer it, and cancels its server requests', async () => {
    const { clock, initialize, post, messages } = await open()
    await initialize()
    await post({ id: 1, method: 'wait' })
    await post({ id: 2, method: 'ask' })
    expect(clock.pending()).toBe(1)
    await post({ method: 'notifications/cancelled', params: { requestId: 1 } })
    await post({ method: 'notifications/cancelled', params: { requestId: 2 } })
    await post({ method: 'notifications/cancelled', params: { requestId: 'unknown' } })
    expect(clock.pending()).toBe(0)
    expect(messages().slice(1)).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'roots/list' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    ])
  })

  test('stops all running requests when the client leaves', async () => {
    const { clock, initialize, post, cancel, transport } = await open()
    await initialize()
    await post({ id: 1, method: 'wait' })
    await post({ id: 2, method: 'ask' })
    await cancel()
    await clock.settle()
    expect([clock.pending(), transport.size()]).toEqual([0, 0])
  })

  test('carries server requests that belong to no client request', async () => {
    const { clock, initialize, post, messages, transport } = await open()
    await initialize()
    const answers = transport.sendRequest('elicitation/create', { message: 'Your name?' })
    await clock.settle()
    expect(messages()[1]).toMatchObject({ id: 1, method: 'elicitation/create', params: { message: 'Your name?' } })
    await post({ id: 1, result: { action: 'decline' } })
    expect(await answers).toEqual([{ action: 'decline' }])
  })
})
