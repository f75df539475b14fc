/** The clients of other SDKs reach servers of every revision over our transport. */
import { beforeAll, describe, expect, test } from 'vitest'
import { createMockServer, type MockServer } from '../../../src/testing/index.ts'
import { type FetchTransportOptions, fetchTransport } from '../../../src/transport/index.ts'
import { installClients } from '../../mock-server/peers/other-clients.ts'
import { allHosts, officialHosts } from './hosts.ts'

beforeAll(installClients, 240_000)

const servers = {
  '2026-07-28': { versions: ['2026-07-28'] },
  '2025-11-25': { versions: ['2025-11-25'] },
  '2025-11-25 as JSON': { versions: ['2025-11-25'], transport: 'json' },
  '2025-06-18': { versions: ['2025-06-18'] },
  '2025-03-26': { versions: ['2025-03-26'] },
  '2024-11-05 (HTTP+SSE)': { versions: ['2024-11-05'], transport: 'http+sse' },
  'all revisions': {},
} as const

const over = (server: MockServer, options?: FetchTransportOptions) =>
  fetchTransport(server.url, { fetch: server.fetch, ...options })

for (const [name, connect] of Object.entries(allHosts)) {
  describe(name, () => {
    test.for(Object.entries(servers))('lists and calls on a server of %s', async ([, options]) => {
      const server = createMockServer(options)
      const host = await connect(over(server))
      expect(host.server()).toMatchObject({ name: 'mock', capabilities: { tools: { listChanged: true } } })
      expect(await host.toolNames()).toEqual(['echo', 'add', 'slow'])
      expect(await host.call('add', { a: 1, b: 2 })).toMatchObject({ content: [{ text: '{"sum":3}' }] })
      expect(server.journal.calls('tools/call')).toHaveLength(1)
      await host.close()
      await server.close()
      await server.journal.expectNoOpenStreams()
    })
  })
}

for (const [name, connect] of Object.entries(officialHosts)) {
  describe(name, () => {
    test.for(['2026-07-28', '2025-11-25'])('uses everything that a server of %s has', async (version) => {
      const server = createMockServer({ versions: [version] })
      const host = await connect(over(server))
      const { client } = host
      expect((await client.listResources()).resources).toMatchObject([{ uri: 'mock://greeting' }])
      expect((await client.readResource({ uri: 'mock://greeting' })).contents).toMatchObject([
        { text: 'Hello from the mock server' },
      ])
      const prompt = { name: 'greet', arguments: { name: 'Ada' } }
      expect((await client.getPrompt(prompt)).messages).toMatchObject([{ content: { text: 'Please greet Ada.' } }])
      const ref = { type: 'ref/prompt', name: 'greet' }
      const { completion } = await client.complete({ ref, argument: { name: 'name', value: 'A' } })
      expect(completion.values).toEqual(['Ada', 'Alan'])
      expect(await client.ping()).toEqual({})
      await host.close()
      await server.close()
    })
  })
}
