/** What goes wrong below a host: sessions, streams and answers that are lost, and servers that want to know who asks. */
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createMockServer, type MockServer } from '../../../src/testing/index.ts'
import { type FetchTransportOptions, fetchTransport } from '../../../src/transport/index.ts'
import { installClients } from '../../mock-server/peers/other-clients.ts'
import { allHosts, client2, officialHosts, sdk1 } from './hosts.ts'

beforeAll(installClients, 240_000)

const over = (server: MockServer, options?: FetchTransportOptions) =>
  fetchTransport(server.url, { fetch: server.fetch, ...options })

const textOf = (result: object) => (result as { content: { text: string }[] }).content[0]!.text

for (const [name, connect] of Object.entries(allHosts)) {
  describe(name, () => {
    test('a session that the server forgot between two calls is replaced, and the second succeeds', async () => {
      const server = createMockServer({ versions: ['2025-11-25'] })
      const host = await connect(over(server))
      await host.call('echo', { text: 'first' })
      server.restart()
      expect(textOf(await host.call('echo', { text: 'second' }))).toBe('second')
      expect(server.journal.sessions).toHaveLength(2)
      expect(server.journal.calls('initialize')).toHaveLength(2)
      await host.close()
      await server.close()
    })

    test.for(['2026-07-28', '2025-03-26'])(
      'a stream of %s that ends without the answer rejects at once',
      { timeout: 2_000 },
      async (version) => {
        const server = createMockServer({ versions: [version], resumable: false })
        const errors: Error[] = []
        const host = await connect(over(server), { onError: (error) => errors.push(error) })
        server.fault('ends-early', { on: 'tools/call', times: 1 })
        const error = await host.call('echo', { text: 'lost' }).catch((reason) => reason)
        expect(error).toMatchObject({ code: 'connection', delivery: 'unknown' })
        expect(errors).toContain(error)
        expect(textOf(await host.call('echo', { text: 'next' }))).toBe('next')
        await host.close()
        await server.close()
      },
    )

    test('streams that servers hold open after the answer do not pile up', async () => {
      const server = createMockServer({ versions: ['2025-11-25'] })
      server.fault('holds-open', { on: 'tools/call' })
      const host = await connect(over(server))
      for (let call = 0; call < 20; call++) await host.call('echo', { text: `${call}` })
      await vi.waitFor(() => {
        const held = server.journal.open.filter(({ rpcMethod }) => rpcMethod === 'tools/call')
        expect(held).toHaveLength(0)
      })
      await host.close()
      await server.close()
    })

    test('a server that cannot be reached rejects connecting with the reason', async () => {
      const server = createMockServer()
      await server.close()
      const error = await connect(over(server)).catch((reason) => reason)
      expect(error).toMatchObject({ code: 'connect' })
    })

    test('a 401 without an authorization rejects with the status', async () => {
      const server = createMockServer()
      server.fault('unauthorized')
      const error = await connect(over(server)).catch((reason) => reason)
      expect(error).toMatchObject({ code: 'connect', status: 401, delivery: 'not-executed' })
      await server.close()
    })

    test('a server that speaks only 2026-07-28 all of a sudden is followed', async () => {
      const server = createMockServer({ versions: ['2025-11-25'] })
      const host = await connect(over(server))
      await host.call('echo', { text: 'with a session' })
      expect(server.journal.sessions).toHaveLength(1)
      server.fault('upgrades')
      expect(textOf(await host.call('echo', { text: 'without' }))).toBe('without')
      const { params } = server.journal.calls('tools/call').at(-1)!
      expect(params._meta).toHaveProperty(['io.modelcontextprotocol/protocolVersion'], '2026-07-28')
      await host.close()
      await server.close()
    })
  })
}

for (const [name, connect] of Object.entries(officialHosts)) {
  describe(name, () => {
    test('after a gap the host is told that its lists and resources may have changed', async () => {
      const server = createMockServer({ versions: ['2025-11-25'] })
      const seen: unknown[] = []
      const onNotification = (method: string, { uri }: { uri?: unknown }) => seen.push(uri ?? method)
      const host = await connect(over(server), { onNotification })
      await host.client.subscribeResource({ uri: 'mock://greeting' })
      server.restart()
      await host.call('echo', { text: 'heals' })
      await vi.waitFor(() =>
        expect(new Set(seen)).toEqual(
          new Set([
            'notifications/tools/list_changed',
            'notifications/prompts/list_changed',
            'notifications/resources/list_changed',
            'mock://greeting',
          ]),
        ),
      )
      // Subscribed again in the new session.
      expect(server.journal.calls('resources/subscribe')).toHaveLength(2)
      await host.close()
      await server.close()
    })

    test('a refused subscription has the error of the server', async () => {
      const server = createMockServer({ versions: ['2025-11-25'], tools: {} })
      const host = await connect(over(server))
      const error = await host.client.subscribeResource({ uri: 'a://none' }).catch((reason) => reason)
      expect(error).toMatchObject({ code: -32_601 })
      await host.close()
      await server.close()
    })

    test('a call is resumed by another client, with the token that the first one got', async () => {
      const server = createMockServer({ versions: ['2025-11-25'] })
      const first = await connect(over(server, { keepSession: true }))
      const token = new Promise<string>((resolve) => {
        const call = first.call('slow', { ms: 100, steps: 2 }, { onresumptiontoken: resolve })
        call.catch(() => {})
      })
      const resumptionToken = await token
      await first.close()
      const second = await connect(over(server))
      const result = await second.call('slow', {}, { resumptionToken })
      expect(textOf(result)).toBe('done after 100 ms')
      expect(server.journal.calls('tools/call')).toHaveLength(1)
      await second.close()
      await server.close()
    })

    test('two calls at once get their own answers and progress', async () => {
      const server = createMockServer({ versions: ['2025-11-25'] })
      const host = await connect(over(server))
      const seen: string[] = []
      const call = (label: string, steps: number) =>
        host.call(
          'slow',
          { ms: 20, steps },
          { onProgress: ({ total }: { total?: number }) => seen.push(`${label}${total}`) },
        )
      await Promise.all([call('a', 2), call('b', 3)])
      expect(seen.sort()).toEqual(['a2', 'a2', 'b3', 'b3', 'b3'])
      await host.close()
      await server.close()
    })
  })
}

describe('@modelcontextprotocol/client 2.x, which speaks 2026-07-28 itself', () => {
  test.for(['2026-07-28', '2025-11-25'])(
    'in its mode `auto` it goes on with a handshake, on a server of %s',
    async (version) => {
      const server = createMockServer({ versions: [version] })
      const host = await client2(over(server), { more: { versionNegotiation: { mode: 'auto' } } })
      expect(await host.toolNames()).toEqual(['echo', 'add', 'slow'])
      await host.close()
      await server.close()
    },
  )

  test('pinned to 2026-07-28 it is refused with an error that says so', async () => {
    const server = createMockServer()
    const more = { versionNegotiation: { mode: { pin: '2026-07-28' } } }
    await expect(client2(over(server), { more })).rejects.toThrow('2026-07-28')
    // Nothing was sent for it.
    expect(server.journal.requests).toEqual([])
    await server.close()
  })
})

describe('two hosts on one transport', () => {
  test('the second is refused, and the first goes on', async () => {
    const server = createMockServer()
    const transport = over(server)
    const first = await sdk1(transport)
    const error = await sdk1(transport).catch((reason) => reason)
    expect(error).toMatchObject({ code: 'transport', delivery: 'not-executed' })
    expect(error.message).toContain('make one for each')
    expect(textOf(await first.call('echo', { text: 'first' }))).toBe('first')
    await first.close()
    await server.close()
  })
})
