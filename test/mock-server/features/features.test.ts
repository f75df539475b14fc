/** The features of the mock server, independent of any transport. */
import { describe, expect, test } from 'vitest'
import { createTestFeatures, fakeContext } from './fake-context.ts'

interface Lists {
  tools: { name: string }[]
  nextCursor?: string
}

describe('lists', () => {
  test('a revision gets no field that a later one introduced', async () => {
    const { handle } = createTestFeatures()
    const keys = async (version: string) => {
      const { tools } = (await handle('tools/list', {}, fakeContext(version))) as Lists
      return [...new Set(tools.flatMap((tool) => Object.keys(tool)))].sort()
    }
    expect(await keys('2024-11-05')).toEqual(['description', 'inputSchema', 'name'])
    expect(await keys('2025-03-26')).toEqual(['annotations', 'description', 'inputSchema', 'name'])
    expect(await keys('2025-06-18')).toContain('outputSchema')
  })

  test.each([
    ['tools/list', 'tools'],
    ['prompts/list', 'prompts'],
    ['resources/list', 'resources'],
    ['resources/templates/list', 'resourceTemplates'],
  ])('%s comes in pages that together are the whole list', async (method, kind) => {
    const whole = (await createTestFeatures().handle(method, {}, fakeContext())) as Record<string, object[]>
    const { handle } = createTestFeatures({ pageSize: 2 })
    const items: object[] = []
    let cursor: string | undefined
    do {
      const page = (await handle(method, cursor ? { cursor } : {}, fakeContext())) as Record<string, object[]> & Lists
      expect(page[kind]!.length).toBeLessThanOrEqual(2)
      items.push(...page[kind]!)
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(items).toEqual(whole[kind])
  })

  test('a cursor that was changed, or belongs to another list, is refused', async () => {
    const { handle } = createTestFeatures({ pageSize: 2 })
    const { nextCursor } = (await handle('tools/list', {}, fakeContext())) as Lists
    for (const [method, cursor] of [
      ['tools/list', nextCursor?.trim()],
      ['prompts/list', nextCursor],
    ] as const) {
      await expect(handle(method, { cursor }, fakeContext())).rejects.toMatchObject({ code: -32602 })
    }
  })

  test('a repeated cursor leads to itself', async () => {
    const { handle } = createTestFeatures({ pageSize: 2, repeatCursor: true })
    const { nextCursor } = (await handle('tools/list', {}, fakeContext())) as Lists
    const again = (await handle('tools/list', { cursor: nextCursor }, fakeContext())) as Lists
    expect(again.nextCursor).toBe(nextCursor)
  })
})

describe('methods', () => {
  test('methods of undeclared capabilities do not exist', async () => {
    const { handle, capabilities } = createTestFeatures({ capabilities: { tools: {} } })
    expect(capabilities('2025-11-25')).toEqual({ tools: {} })
    await expect(handle('prompts/list', {}, fakeContext())).rejects.toMatchObject({ code: -32601 })
    await expect(handle('tools/list', {}, fakeContext())).resolves.toHaveProperty('tools')
  })

  test('capabilities can be left out of the answer, and everything is still served', async () => {
    const { handle, capabilities } = createTestFeatures({ capabilities: null })
    expect(capabilities('2025-11-25')).toBeUndefined()
    await expect(handle('prompts/list', {}, fakeContext())).resolves.toHaveProperty('prompts')
  })

  test.each(['ping', 'logging/setLevel', 'resources/subscribe', 'toString'])(
    '%s is no method of 2026-07-28',
    async (name) => {
      const { handle } = createTestFeatures()
      await expect(handle(name, {}, fakeContext('2026-07-28'))).rejects.toMatchObject({ code: -32601 })
    },
  )

  test('an unknown resource is an error with the code of the revision', async () => {
    const { handle } = createTestFeatures()
    const read = (version: string) => handle('resources/read', { uri: 'test://no' }, fakeContext(version))
    await expect(read('2025-11-25')).rejects.toMatchObject({ code: -32002, data: { uri: 'test://no' } })
    await expect(read('2026-07-28')).rejects.toMatchObject({ code: -32602, data: { uri: 'test://no' } })
  })
})

describe('tools', () => {
  const call = (name: string, args: object = {}, context = fakeContext(), server = createTestFeatures()) =>
    server.handle('tools/call', { name, arguments: args, _meta: { progressToken: 7 } }, context)

  test('wrong arguments are a protocol error first, and a failed call since 2025-11-25', async () => {
    await expect(call('echo', {}, fakeContext('2025-06-18'))).rejects.toMatchObject({ code: -32602 })
    await expect(call('echo', {}, fakeContext('2025-11-25'))).resolves.toMatchObject({ isError: true })
  })

  test('structured content is left out for revisions without it', async () => {
    expect(await call('add', { a: 2, b: 3 })).toMatchObject({ structuredContent: { sum: 5 } })
    expect(await call('add', { a: 2, b: 3 }, fakeContext('2025-03-26'))).not.toHaveProperty('structuredContent')
  })

  test('the counter counts executions of one server', async () => {
    const server = createTestFeatures()
    await call('counter', {}, fakeContext(), server)
    expect(await call('counter', {}, fakeContext(), server)).toMatchObject({ structuredContent: { executions: 2 } })
    expect(await call('counter')).toMatchObject({ structuredContent: { executions: 1 } })
  })

  test('progress is reported at every step, if the client asked for it', async () => {
    const context = fakeContext()
    await call('count', { to: 3, every: 10 }, context)
    expect(context.notifications.map(({ params }) => params)).toMatchObject([
      { progress: 1 },
      { progress: 2 },
      { progress: 3 },
    ])
    expect(context.waits).toEqual([10, 10, 10])
    const silent = fakeContext()
    await createTestFeatures().handle('tools/call', { name: 'count', arguments: { to: 3 } }, silent)
    expect(silent.notifications).toEqual([])
  })

  test('a cancelled call ends with the reason of its signal', async () => {
    const reason = new Error('enough')
    const context = fakeContext('2025-11-25', { signal: AbortSignal.abort(reason) })
    await expect(call('slow', { ms: 5 }, context)).rejects.toBe(reason)
  })

  test('a change of a list is broadcast and shows in the list', async () => {
    const [context, server] = [fakeContext(), createTestFeatures()]
    const names = async () => ((await server.handle('tools/list', {}, context)) as Lists).tools.map(({ name }) => name)
    await call('test_trigger_tool_change', {}, context, server)
    expect(context.broadcasts).toEqual([{ method: 'notifications/tools/list_changed', params: undefined }])
    expect(await names()).toContain('extra')
    await call('test_trigger_tool_change', {}, context, server)
    expect(await names()).not.toContain('extra')
  })
})

describe('logging', () => {
  const levels = async (version: string, wanted: { logLevel?: string; meta?: object }) => {
    const context = fakeContext(version)
    const { handle } = createTestFeatures()
    if (wanted.logLevel) await handle('logging/setLevel', { level: wanted.logLevel }, context)
    for (const level of ['debug', 'warning', 'alert']) {
      await handle('tools/call', { name: 'log', arguments: { level }, _meta: wanted.meta }, context)
    }
    return context.notifications.map(({ params }) => (params as { level: string }).level)
  }

  test('a legacy client gets all log messages until it sets a level', async () => {
    expect(await levels('2025-11-25', {})).toEqual(['debug', 'warning', 'alert'])
    expect(await levels('2025-11-25', { logLevel: 'warning' })).toEqual(['warning', 'alert'])
  })

  test('a stateless client gets only the level that its request asks for', async () => {
    expect(await levels('2026-07-28', {})).toEqual([])
    const meta = { 'io.modelcontextprotocol/logLevel': 'alert' }
    expect(await levels('2026-07-28', { meta })).toEqual(['alert'])
  })

  test('an unknown level is refused', async () => {
    await expect(
      createTestFeatures().handle('logging/setLevel', { level: 'loud' }, fakeContext()),
    ).rejects.toMatchObject({
      code: -32602,
    })
  })
})
