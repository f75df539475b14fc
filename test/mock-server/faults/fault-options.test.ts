/** How long a fault lasts, which requests it meets, and what is wrong with a misspelt one. */
import { expect, test } from 'vitest'
import { createMockServer, type FaultName } from '../../../src/testing/index.ts'

const post = (server: ReturnType<typeof createMockServer>, method: string, params: object = {}) =>
  server.fetch(server.url, {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })

test('a fault meets the next requests that fit, as many as `times` says', async () => {
  const server = createMockServer({ sessions: false })
  const fault = server.fault('http-503', { times: 2, on: 'tools/list' })
  const statuses: number[] = []
  for (const method of ['tools/list', 'prompts/list', 'tools/list', 'tools/list']) {
    const response = await post(server, method)
    statuses.push(response.status)
    await response.text()
  }
  expect(statuses).toEqual([503, 200, 503, 200])
  expect([fault.hits, fault.active]).toEqual([2, false])
  expect(server.journal.requests.map(({ fault }) => fault)).toEqual(['http-503', undefined, 'http-503', undefined])
})

test('a fault lasts while its condition holds, and until it is stopped', async () => {
  const server = createMockServer({ sessions: false })
  let isBad = true
  const fault = server.fault('http-500', { while: () => isBad })
  const status = async () => (await post(server, 'tools/list')).status
  expect(await status()).toBe(500)
  isBad = false
  expect(await status()).toBe(200)
  isBad = true
  expect(await status()).toBe(500)
  fault.stop()
  expect(await status()).toBe(200)
  expect([fault.hits, fault.active]).toEqual([2, false])
})

test('a fault can be for one tool, one HTTP method or one path, and the first of several takes the request', async () => {
  const server = createMockServer({ sessions: false })
  server.fault('http-429', { on: { tool: 'add' } })
  server.fault('http-500', { on: { httpMethod: 'POST' } })
  server.fault('http-502', { on: { path: '/sse' } })
  expect((await post(server, 'tools/call', { name: 'add' })).status).toBe(429)
  expect((await post(server, 'tools/call', { name: 'echo' })).status).toBe(500)
  expect((await server.fetch(server.sseUrl)).status).toBe(502)
})

test('an unknown fault or option is a TypeError that lists the known ones, the nearest first', () => {
  const server = createMockServer()
  expect(() => server.fault('end-early' as FaultName)).toThrow(
    /^fault\("end-early"\): there is no such fault\. Known faults: ends-early, /,
  )
  expect(() => server.fault('slow', { bytesPerSeconds: 3 } as never)).toThrow(
    'fault("slow"): there is no option "bytesPerSeconds". Known options: bytesPerSecond, ',
  )
  expect(() => server.fault('slow', { retryAfter: 3 })).toThrow(TypeError)
  expect(() => server.fault('slow', { times: 0 })).toThrow('times must be a whole number from 1 on, got 0')
  expect(() => server.fault('slow', { on: { rpc: 'x' } as never })).toThrow(
    'fault("slow"): on: there is no member "rpc". Known members: path, ',
  )
})
