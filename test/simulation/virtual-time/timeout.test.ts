/** What keeps a call from timing out. */
import { expect, test } from 'vitest'
import { useVirtualWorld } from './use-virtual-world.ts'

const world = useVirtualWorld()

test('a comment every second keeps a call of a minute from timing out after five seconds [T-77]', async () => {
  const client = await world.connect({ versions: ['2026-07-28'], timeout: 5_000 })
  const trickle = { bytes: 2, every: 1_000, times: 60 }
  await world.server.script({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, { trickle }, { answer: true }] })
  const result = await world.until(client.callTool('echo', { text: 'alive' }))
  expect(result.content).toEqual([{ type: 'text', text: 'alive' }])
})

test('comments and progress restart the timeout, but not the total limit', async () => {
  const client = await world.connect()
  const alive = [{ comment: 'alive' }, { delay: 3_000 }, { notify: 1 }, { delay: 3_000 }] as const
  const steps = [{ stream: {} }, ...alive, ...alive, { answer: true }] as const
  await world.server.script({ on: { rpcMethod: 'tools/call' }, do: [...steps] })
  const result = await world.until(client.callTool('echo', { text: 'a' }, { timeout: 4_000 }))
  expect(result.content).toEqual([{ type: 'text', text: 'a' }])
  const bounded = world.until(client.callTool('echo', { text: 'b' }, { timeout: 4_000, maxTotalTimeout: 5_000 }))
  await expect(bounded).rejects.toMatchObject({ code: 'timeout', limit: 'maxTotalTimeout' })
})

test('over HTTP+SSE, progress of one call restarts the timeout of that call only', async () => {
  const client = await world.until(world.connect({ url: world.server.sseUrl }))
  const counting = client.callTool('count', { to: 8, every: 1_000 }, { timeout: 2_000, onProgress: () => {} })
  const silent = world.until(client.callTool('slow', { ms: 60_000 }, { timeout: 3_000 }))
  await expect(silent).rejects.toMatchObject({ code: 'timeout' })
  expect((await world.until(counting)).content).toEqual([{ type: 'text', text: 'counted to 8' }])
})

/** A handler of elicitation that answers when the test does. */
function askUser() {
  const waiting: ((answer: { action: 'decline' }) => void)[] = []
  return {
    handlers: { elicit: () => new Promise<{ action: 'decline' }>((resolve) => waiting.push(resolve)) },
    asked: () => waiting.length,
    decline: () => waiting.splice(0).forEach((answer) => void answer({ action: 'decline' })),
  }
}

test.each(['/mcp', '/sse'])(
  'while a handler waits for the user, the timeout of its call is paused (%s)',
  async (path) => {
    const user = askUser()
    const url = path === '/sse' ? world.server.sseUrl : world.server.url
    const client = await world.until(world.connect({ url, handlers: user.handlers }))
    const call = client.callTool('ask', { what: 'form' }, { timeout: 5_000 })
    await world.advance(300_000)
    expect(user.asked()).toBe(1)
    user.decline()
    expect((await world.until(call)).content).toHaveLength(1)
  },
)

test('a dialog of one call does not pause the timeout of another call', async () => {
  const user = askUser()
  const client = await world.connect({ handlers: user.handlers })
  const asks = client.callTool('ask', { what: 'form' }, { timeout: 5_000 })
  await world.settle()
  const silent = world.until(client.callTool('slow', { ms: 600_000 }, { timeout: 5_000 }))
  await expect(silent).rejects.toMatchObject({ code: 'timeout', limit: 'timeout', delivery: 'unknown' })
  expect(user.asked()).toBe(1)
  user.decline()
  expect((await world.until(asks)).content).toHaveLength(1)
})

test('over HTTP+SSE, where no server request names its call, a dialog pauses the timeout of every call', async () => {
  const user = askUser()
  const client = await world.until(world.connect({ url: world.server.sseUrl, handlers: user.handlers }))
  const calls = [9_001, 9_002].map((ms) => client.callTool('slow', { ms }, { timeout: 4_000 }))
  const params = { message: 'question', requestedSchema: { type: 'object', properties: {} } }
  await world.server.act({ serverRequest: { method: 'elicitation/create', params } })
  await world.settle()
  expect(user.asked()).toBe(1)
  const results = await world.until(Promise.all(calls))
  expect(results.map(({ content }) => content)).toEqual([
    [{ type: 'text', text: 'waited 9001 ms' }],
    [{ type: 'text', text: 'waited 9002 ms' }],
  ])
  user.decline()
})
