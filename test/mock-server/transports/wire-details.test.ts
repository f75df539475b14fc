/** What every response of the mock server has, whatever its transport. */
import { expect, test } from 'vitest'
import { createMockServer } from '../../../src/testing/index.ts'
import { encodeFrame } from '../../../src/testing/transports/http-sse/frames.ts'

const server = createMockServer()

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  server.fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  } as never)

test('a refusal of a message that is not a request has no id: no schema allows null', async () => {
  for (const body of ['{"jsonrpc"', { jsonrpc: '2.0', id: null, method: 'ping' }, { id: 1 }]) {
    const response = await post(server.url, body)
    expect(response.status).toBe(400)
    expect(await response.json()).not.toHaveProperty('id')
  }
})

test('no proxy may collect the events of a stream', async () => {
  const stream = await server.fetch(server.sseUrl, { method: 'GET', headers: { accept: 'text/event-stream' } } as never)
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  expect(stream.headers.get('x-accel-buffering')).toBe('no')
  await stream.body?.cancel()
})

test.each([true, false])('a frame has one data line for each line of its data (ibm: %s)', (ibm) => {
  const text = new TextDecoder().decode(encodeFrame('message', 'a\nb\r\nc', { ibm, retry: 5 }))
  expect(text.split(/\r?\n/).filter((line) => line.startsWith('data'))).toEqual(['data: a', 'data: b', 'data: c'])
})
