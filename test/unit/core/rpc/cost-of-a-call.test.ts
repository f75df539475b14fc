/** What one call costs, counted: microtasks, timers, abort controllers and requests. More of any of them is a regression. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Client } from '../../../../src/core/client.ts'
import { createConnect } from '../../../../src/core/connect.ts'
import type { Fetch } from '../../../../src/core/fetch.ts'
import type { EraName } from '../../../../src/types/index.ts'
import { createManualEnvironment } from '../../manual-environment.ts'

type Answers = 'json' | 'sse'

let controllers = 0
let timers = 0
let stopped = 0
let requests = 0

beforeEach(() => {
  const Original = AbortController
  vi.stubGlobal(
    'AbortController',
    class extends Original {
      constructor() {
        super()
        controllers++
      }
    },
  )
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Settles at once: a real body takes microtasks of its own, and in each runtime another number of them. */
function responseOf(status: number, type: string, text: string, headers: Record<string, string> = {}): Response {
  const chunks = [new TextEncoder().encode(text)]
  const reader = {
    read: () => Promise.resolve({ value: chunks[0], done: !chunks.shift() }),
    cancel: () => Promise.resolve(),
  }
  const body = { getReader: () => reader }
  return { status, type: 'basic', headers: new Headers({ 'content-type': type, ...headers }), body } as never
}

function createFetch(era: EraName, answers: Answers): Fetch {
  return (_url, { body = '{}' }) => {
    requests++
    const { id, method } = JSON.parse(body)
    if (id === undefined) return Promise.resolve(responseOf(202, '', ''))
    if (method === 'server/discover' && era === 'legacy') return Promise.resolve(responseOf(404, 'text/plain', 'no'))
    const result = resultOf(method)
    const text = JSON.stringify({ jsonrpc: '2.0', id, result })
    if (answers === 'json' || method !== 'tools/call') {
      return Promise.resolve(responseOf(200, 'application/json', text, { 'mcp-session-id': 'one' }))
    }
    return Promise.resolve(responseOf(200, 'text/event-stream', `data: ${text}\n\n`))
  }
}

function resultOf(method: string): object {
  if (method === 'tools/call') return { content: [] }
  const common = { capabilities: { tools: {} }, serverInfo: { name: 'server', version: '1' } }
  return { ...common, protocolVersion: '2025-11-25', supportedVersions: ['2026-07-28'] }
}

/** Microtasks until the promise is settled, at most 1,000. */
async function countMicrotasks(promise: Promise<unknown>): Promise<number> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  promise.then(settle, settle)
  let count = 0
  for (; !isSettled && count < 1_000; count++) await undefined
  return count
}

async function connectTo(era: EraName, answers: Answers): Promise<Client> {
  const environment = createManualEnvironment()
  const connect = createConnect({
    ...environment,
    setTimer(...args) {
      timers++
      const stop = environment.setTimer(...args)
      return () => {
        stopped++
        stop()
      }
    },
  })
  const client = await connect('http://server.example/mcp', { fetch: createFetch(era, answers) })
  expect(client.connection.era).toBe(era)
  await client.callTool('echo')
  return client
}

test.for<[EraName, Answers, { microtasks: number; timers: number; controllers: number }]>([
  ['modern', 'json', { microtasks: 20, timers: 1, controllers: 1 }],
  ['modern', 'sse', { microtasks: 17, timers: 2, controllers: 1 }],
  ['legacy', 'json', { microtasks: 22, timers: 1, controllers: 1 }],
  ['legacy', 'sse', { microtasks: 22, timers: 2, controllers: 1 }],
])('a call to a %s server that answers in %s costs what it did', async ([era, answers, cost]) => {
  const client = await connectTo(era, answers)
  timers = stopped = controllers = requests = 0
  const microtasks = await countMicrotasks(client.callTool('echo'))
  // What a drain does after the answer is part of the cost.
  await countMicrotasks(new Promise(() => {}))
  expect({ microtasks, timers, controllers }).toEqual(cost)
  expect(requests).toBe(1)
  expect(stopped).toBe(timers)
  await client.close()
})

test('methods are on the prototype, so that a client costs no more with each of them', async () => {
  const client = await connectTo('modern', 'json')
  expect(Object.keys(client)).toEqual([])
  expect(Object.getOwnPropertySymbols(client)).toEqual([])
  expect(client.callTool).toBe((await connectTo('legacy', 'json')).callTool)
  await client.close()
})
