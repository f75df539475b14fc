/** `mcp-over-fetch/modern`: the same client for 2026-07-28, and what it says where a server or an option needs another revision. */
import { describe, expect, test } from 'vitest'
import { connect as connectToAll } from '../../../src/core/index.ts'
import { connect, VersionError } from '../../../src/modern/index.ts'
import { createMockServer } from '../../../src/testing/index.ts'

const REMEDY = /for earlier revisions import connect\(\) from mcp-over-fetch/

describe('mcp-over-fetch/modern', () => {
  test('calls tools, lists, reads, listens, asks the user and pings', async () => {
    const server = createMockServer({
      versions: ['2026-07-28'],
      tools: {
        echo: { description: 'Echoes', run: ({ text }) => `${text}` },
        ask: { description: 'Asks', run: async (_, { elicit }) => (await elicit('really?')).action },
      },
    })
    const asked: string[] = []
    const client = await connect(server.url, {
      fetch: server.fetch,
      handlers: {
        elicit: ({ message }) => {
          asked.push(message)
          return { action: 'decline' }
        },
      },
    })
    expect((await client.listTools()).map(({ name }) => name)).toEqual(['echo', 'ask'])
    const echo = await client.callTool('echo', { text: 'hello' })
    expect(echo.content).toMatchObject([{ type: 'text', text: 'hello' }])
    expect((await client.callTool('ask')).content).toMatchObject([{ text: 'decline' }])
    expect(asked).toEqual(['really?'])
    const listening = client.listen({ toolsListChanged: true })
    await expect(listening.next()).resolves.toMatchObject({ value: { type: 'subscribed' } })
    listening.close()
    await client.ping()
    expect(client.connection).toMatchObject({ era: 'modern', protocolVersion: '2026-07-28' })
    await client.close()
  })

  test.for([
    ['2025-11-25', 'sse'],
    ['2025-06-18', 'json'],
    ['2024-11-05', 'http+sse'],
  ] as const)(
    'rejects with a VersionError that says what to import for a server of %s over %s',
    async ([version, transport]) => {
      const server = createMockServer({ versions: [version], transport })
      const error = await connect(server.url, { fetch: server.fetch }).catch((error) => error)
      expect(error).toBeInstanceOf(VersionError)
      expect(error).toMatchObject({ code: 'version', delivery: 'not-executed', requested: ['2026-07-28'] })
      expect(error.message).toMatch(REMEDY)
      // It asked which revision the server speaks, and nothing else.
      expect(server.journal.methods.filter((method) => method !== 'server/discover')).toEqual([])
    },
  )

  test('refuses options for what it does not have', async () => {
    const { url, fetch } = createMockServer()
    await expect(connect(url, { fetch, transport: 'sse' })).rejects.toThrow(REMEDY)
    await expect(connect(url, { fetch, versions: ['2025-11-25'] })).rejects.toThrow(
      'versions: got 2025-11-25, expected 2026-07-28',
    )
  })

  test('connects anew where a snapshot is of a session', async () => {
    const legacy = createMockServer({ versions: ['2025-11-25'] })
    const first = await connectToAll(legacy.url, { fetch: legacy.fetch })
    const snapshot = first.snapshot()
    await first.detach()
    const { url, fetch } = createMockServer({ versions: ['2026-07-28'] })
    const client = await connect(url, { fetch, snapshot: { ...snapshot, url } })
    expect(client.connection.era).toBe('modern')
    await client.close()
  })
})
