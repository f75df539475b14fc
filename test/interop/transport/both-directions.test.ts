/** Questions of the server, progress, logs, cancelling, changes and subscriptions pass between host and server. */
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createMockServer, type MockServer, type ToolContext } from '../../../src/testing/index.ts'
import { type FetchTransportOptions, fetchTransport } from '../../../src/transport/index.ts'
import { installClients } from '../../mock-server/peers/other-clients.ts'
import { allHosts, officialHosts } from './hosts.ts'

beforeAll(installClients, 240_000)

const over = (server: MockServer, options?: FetchTransportOptions) =>
  fetchTransport(server.url, { fetch: server.fetch, ...options })

const servers = {
  '2026-07-28': { versions: ['2026-07-28'] },
  '2025-11-25': { versions: ['2025-11-25'] },
  'HTTP+SSE': { versions: ['2024-11-05'], transport: 'http+sse' },
} as const

const cases = Object.entries(servers)

/** Those with elicitation. */
const newer = cases.slice(0, 2)

const tools = {
  ask: {
    async run(_: unknown, { elicit }: ToolContext) {
      const { action, content } = await elicit('Which colour?', { colour: { type: 'string', default: 'red' } })
      return `${action} ${JSON.stringify(content)}`
    },
  },
  sample: {
    run: async (_: unknown, { sample }: ToolContext) => JSON.stringify((await sample('Say hello')).content),
  },
  roots: { run: async (_: unknown, { roots }: ToolContext) => (await roots()).map(({ uri }) => uri).join() },
  work: {
    async run(_: unknown, { progress, log }: ToolContext) {
      for (let step = 1; step <= 3; step++) await progress(step, 3, `step ${step}`)
      await log('warning', { text: 'nearly done' }, 'worker')
      return 'done'
    },
  },
  fails: {
    run() {
      throw Object.assign(new Error('no such colour'), { code: -32_099, data: { colour: 'beige' } })
    },
  },
} as const

/** Resolves when the server can tell of changes. */
async function listening(server: MockServer): Promise<void> {
  await server.journal.until(() => openListeners(server).length > 0)
}

function openListeners({ journal }: MockServer) {
  return journal.open.filter(
    ({ httpMethod, rpcMethod }) => httpMethod === 'GET' || rpcMethod === 'subscriptions/listen',
  )
}

const textOf = (result: object) => (result as { content: { text: string }[] }).content[0]!.text

for (const [name, connect] of Object.entries(allHosts)) {
  describe(name, () => {
    test.for(newer)('is asked by a server of %s, and its answer arrives', async ([, options]) => {
      const server = createMockServer({ tools, ...options })
      const asked: object[] = []
      const elicit = (params: object) => {
        asked.push(params)
        return { action: 'accept', content: { colour: 'blue' } }
      }
      const host = await connect(over(server), { handlers: { 'elicitation/create': elicit } })
      expect(textOf(await host.call('ask'))).toBe('accept {"colour":"blue"}')
      expect(asked).toMatchObject([{ message: 'Which colour?' }])
      await host.close()
      await server.close()
    })

    test.for(cases)('cancels a call at a server of %s', async ([, options]) => {
      let isCancelled = false
      const waits = {
        async run(_: unknown, { wait, signal }: ToolContext) {
          await wait(60_000).catch(() => {})
          isCancelled = signal.aborted
        },
      }
      const echo = { run: ({ text }: { text: string }) => text }
      const server = createMockServer({ tools: { waits, echo }, ...options })
      const host = await connect(over(server))
      const stop = new AbortController()
      const call = host.call('waits', {}, { signal: stop.signal })
      call.catch(() => {})
      await server.journal.until((requests) => requests.some(({ rpcMethod }) => rpcMethod === 'tools/call'))
      stop.abort(new Error('enough'))
      await expect(call).rejects.toThrow()
      await vi.waitFor(() => expect(isCancelled).toBe(true))
      expect(textOf(await host.call('echo', { text: 'still there' }))).toBe('still there')
      await host.close()
      await server.journal.expectNoOpenStreams()
      await server.close()
    })

    test.for(newer)('gets the code and the data of an error of a server of %s', async ([, options]) => {
      const server = createMockServer({ tools, ...options })
      const host = await connect(over(server))
      const error = await host.call('fails').catch((reason) => reason)
      expect(error).toMatchObject({ code: -32_099, data: { colour: 'beige' } })
      expect(error.message).toContain('no such colour')
      await host.close()
      await server.close()
    })
  })
}

for (const [name, connect] of Object.entries(officialHosts)) {
  describe(name, () => {
    test.for(cases)('samples and lists roots for a server of %s', async ([, options]) => {
      const server = createMockServer({ tools, ...options })
      const handlers = {
        'sampling/createMessage': () => ({ role: 'assistant', model: 'm', content: { type: 'text', text: 'hello' } }),
        'roots/list': () => ({ roots: [{ uri: 'file:///project', name: 'Project' }] }),
      }
      const host = await connect(over(server), { handlers })
      expect(textOf(await host.call('sample'))).toContain('hello')
      expect(textOf(await host.call('roots'))).toBe('file:///project')
      await host.client.sendRootsListChanged()
      const told = server.journal.methods.filter((method) => method === 'notifications/roots/list_changed')
      expect(told).toHaveLength(options.versions[0] === '2026-07-28' ? 0 : 1)
      await host.close()
      await server.close()
    })

    test.for(cases)('gets all progress and logs of a server of %s, before the result', async ([, options]) => {
      const server = createMockServer({ tools, ...options })
      const seen: unknown[] = []
      const onNotification = (method: string, params: object) => seen.push([method, params])
      const host = await connect(over(server), { onNotification })
      await host.client.setLoggingLevel('info')
      await host.call('work', {}, { onProgress: (progress) => seen.push(progress) })
      expect(seen).toEqual([
        expect.objectContaining({ progress: 1, total: 3 }),
        expect.objectContaining({ progress: 2, total: 3 }),
        expect.objectContaining({ progress: 3, total: 3 }),
        [
          'notifications/message',
          expect.objectContaining({ level: 'warning', data: { text: 'nearly done' }, logger: 'worker' }),
        ],
      ])
      await host.close()
      await server.close()
    })

    test.for(cases)('hears of changed lists of a server of %s', async ([, options]) => {
      const server = createMockServer({ tools, ...options })
      const seen: string[] = []
      const host = await connect(over(server), { onNotification: (method) => seen.push(method) })
      await listening(server)
      server.configure({ tools: { other: { run: () => 'other' } } })
      await vi.waitFor(() => expect(seen).toEqual(['notifications/tools/list_changed']))
      expect(await host.toolNames()).toEqual(['other'])
      await host.close()
      await server.journal.expectNoOpenStreams()
      await server.close()
    })

    test.for(newer)('subscribes to resources of a server of %s, over one stream', async ([version, options]) => {
      const server = createMockServer({ resources: { 'a://1': 'one', 'a://2': 'two', 'a://3': 'three' }, ...options })
      const seen: unknown[] = []
      const host = await connect(over(server), { onNotification: (_, { uri }) => seen.push(uri) })
      await listening(server)
      for (const uri of ['a://1', 'a://2', 'a://3']) expect(await host.client.subscribeResource({ uri })).toEqual({})
      await vi.waitFor(() => expect(openListeners(server)).toHaveLength(1))
      server.notify('notifications/resources/updated', { uri: 'a://2' })
      await vi.waitFor(() => expect(seen).toEqual(['a://2']))
      expect(await host.client.unsubscribeResource({ uri: 'a://2' })).toEqual({})
      if (version === '2025-11-25')
        await vi.waitFor(() => expect(server.journal.methods).toContain('resources/unsubscribe'))
      server.notify('notifications/resources/updated', { uri: 'a://2' })
      server.notify('notifications/resources/updated', { uri: 'a://3' })
      await vi.waitFor(() => expect(seen).toEqual(['a://2', 'a://3']))
      await host.close()
      await server.journal.expectNoOpenStreams()
      await server.close()
    })
  })
}
