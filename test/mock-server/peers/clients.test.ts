/** Other clients than ours call the mock server, by its `fetch` alone. */
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { createMockServer } from '../../../src/testing/index.ts'
import { aiSdk, installClients, type OtherClient, officialClient, sdk1 } from './other-clients.ts'

beforeAll(installClients, 240_000)

const clients: Record<string, OtherClient> = {
  '@modelcontextprotocol/client 2.x': officialClient,
  '@modelcontextprotocol/sdk 1.x': sdk1,
  '@ai-sdk/mcp': aiSdk,
}

const tools = {
  weather: {
    description: 'Tells the weather',
    input: z.object({ city: z.string() }),
    output: { type: 'object', properties: { celsius: { type: 'number' } }, required: ['celsius'] },
    run: ({ city }: { city: string }) => ({ celsius: city.length }),
  },
  fails: {
    run() {
      throw new Error('The account is empty')
    },
  },
} as const

for (const [name, connect] of Object.entries(clients)) {
  test(`${name} lists and calls tools, and leaves nothing open`, async () => {
    const server = createMockServer({ tools })
    const client = await connect(server)
    expect(await client.toolNames()).toEqual(['weather', 'fails'])
    expect(await client.call('weather', { city: 'Oslo' })).toMatchObject({ structuredContent: { celsius: 4 } })
    expect(await client.call('fails', {})).toMatchObject({ isError: true })
    expect(server.journal.calls('tools/call', 'weather')).toHaveLength(1)
    await client.close()
    await server.close()
    await server.journal.expectNoOpenStreams()
  })

  test(`${name} speaks 2025-11-25 over JSON and meets faults`, async () => {
    const server = createMockServer({ tools, versions: ['2025-11-25'], transport: 'json' })
    const client = await connect(server)
    const fault = server.fault('http-503', { times: 1, on: 'tools/call' })
    await expect(client.call('weather', { city: 'Rome' })).rejects.toThrow()
    expect(fault.hits).toBe(1)
    expect(await client.call('weather', { city: 'Rome' })).toMatchObject({ structuredContent: { celsius: 4 } })
    await client.close()
    await server.close()
  })
}
