/** A tape gives a client what the server gave it: results, order and timing classes. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../../../src/core/index.ts'
import { textsOf } from '../../scenarios/steps/calls.ts'
import type { VirtualWorld } from '../../simulation/virtual-time/virtual-world.ts'
import { type Play, playAgain } from './play-again.ts'

const handlers = { elicit: () => ({ action: 'accept' as const, content: { name: 'Ada' } }) }

/** Lists, calls with progress, answers a question, calls two things at once, and closes. */
async function useClient(client: Client, { until }: VirtualWorld): Promise<unknown[]> {
  const log: unknown[] = []
  const onProgress = ({ progress }: { progress: number }) => log.push(`progress ${progress}`)
  log.push((await until(client.listTools())).map(({ name }) => name))
  log.push(textsOf(await until(client.callTool('count', { to: 3, every: 100 }, { onProgress }))))
  log.push(textsOf(await until(client.callTool('ask', {}))))
  const calls = [client.callTool('slow', { ms: 300 }), client.callTool('echo', { text: 'x' })]
  for (const call of calls) call.then((result) => log.push(textsOf(result)))
  await until(Promise.all(calls))
  await until(client.close())
  return log
}

describe('a client does with a tape what it did with the server', () => {
  test.for(['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const)(
    'at %s',
    async (version) => {
      const { outcome } = await playAgain(async ({ connect, world }) =>
        useClient(await connect({ url: world.server.url, versions: [version], handlers }), world),
      )
      expect(outcome.slice(1)).toEqual([
        'progress 1',
        'progress 2',
        'progress 3',
        ['counted to 3'],
        [expect.stringMatching(version < '2025-06-18' ? /did not declare/ : /Ada/)],
        ['x'],
        ['waited 300 ms'],
      ])
    },
  )

  test('over HTTP+SSE', async () => {
    const { outcome, tape } = await playAgain(async ({ connect, world }) =>
      useClient(await connect({ url: world.server.sseUrl, transport: 'sse', handlers }), world),
    )
    expect(outcome.slice(-2)).toEqual([['x'], ['waited 300 ms']])
    expect(tape.entries[0]!.response!.events![0]).toMatchObject({ event: 'endpoint' })
  })

  test('when the era is detected and the server falls back', async () => {
    await playAgain(
      async ({ connect, world }) => useClient(await connect({ url: world.server.url, handlers }), world),
      ({ server }) => server.configure({ versions: ['2025-06-18'] }),
    )
  })
})

/** A client that connected by a handshake. */
const handshake = ({ connect, world }: Play) => connect({ url: world.server.url, versions: ['2025-11-25'] })

describe('a tape has what happened to a stream', () => {
  test('that was resumed: the call goes on after the last event', async () => {
    const { tape, outcome } = await playAgain(
      async (play) => {
        const client = await handshake(play)
        return textsOf(await play.world.until(client.callTool('echo', { text: 'x' })))
      },
      ({ server }) =>
        server.script({
          on: { rpcMethod: 'tools/call' },
          nth: 1,
          do: [{ stream: {} }, { prime: { id: 'p1', retry: 3_000 } }, { closeConnection: true }, { answer: true }],
        }),
    )
    expect(outcome).toEqual(['x'])
    expect(tape.entries.map(({ request }) => request.headers['last-event-id'])).toContain('p1')
  })

  test('that was cut: the call fails in the same way', async () => {
    const { tape, outcome } = await playAgain(
      async (play) => {
        const client = await play.connect({ url: play.world.server.url, versions: ['2026-07-28'] })
        const error = await play.world.until(client.callTool('echo', { text: 'x' }).catch((reason) => reason))
        return { code: error.code, delivery: error.delivery }
      },
      ({ server }) =>
        server.script({
          on: { rpcMethod: 'tools/call' },
          do: [{ stream: {} }, { notify: 1 }, { frame: 'data: {"jsonrpc":"2.0","id' }, { fault: true }],
        }),
    )
    expect(outcome).toEqual({ code: 'connection', delivery: 'unknown' })
    expect(tape.entries.at(-1)!.response).toMatchObject({
      events: [{}, { partial: 'data: {"jsonrpc":"2.0","id' }],
      ended: 'cut',
    })
  })

  test('that the client left: it stays open until the client leaves again', async () => {
    const { tape, outcome } = await playAgain(async (play) => {
      const client = await play.connect({ url: play.world.server.url, versions: ['2026-07-28'] })
      const stop = new AbortController()
      const call = client.callTool(
        'count',
        { to: 3, every: 2_000 },
        {
          signal: stop.signal,
          onProgress: ({ progress }) => progress === 2 && stop.abort('enough'),
        },
      )
      return play.world.until(call.catch((reason) => reason))
    })
    expect(outcome).toBe('enough')
    const { events, ended } = tape.entries.find(({ request }) => name(request) === 'tools/call')!.response!
    expect(events!.map(({ when }) => when)).toEqual(['later', 'later'])
    expect(ended).toBe('cancelled')
  })

  test('that brings changes: in the same order as the answers of other requests', async () => {
    const { outcome } = await playAgain(async (play) => {
      const { world } = play
      const client = await handshake(play)
      const log: unknown[] = []
      const changes = client.listen({ toolsListChanged: true })[Symbol.asyncIterator]()
      for (const step of [1, 2]) {
        const change = changes.next().then(({ value }) => log.push(value))
        log.push(textsOf(await world.until(client.callTool('test_trigger_tool_change', {}))))
        await world.until(change)
        log.push(step)
      }
      await world.until(Promise.resolve(changes.return?.()))
      await world.until(client.close())
      return log
    })
    expect(outcome).toHaveLength(6)
  })
})

describe('a tape has what went wrong without a stream', () => {
  test('a server that cannot be reached', async () => {
    const { tape, outcome } = await playAgain(async ({ world, connect }) => {
      const error = await connect({ url: world.server.url }).catch((reason) => reason)
      return { code: error.code, message: error.message }
    }, failTo('jsonrpc'))
    expect(outcome).toMatchObject({ code: 'connect', message: expect.stringContaining('the network is down') })
    expect(tape.entries[0]!.failed).toEqual({ when: 'soon', message: 'the network is down' })
  })

  test('a session that was lost, and a server that asks for patience', async () => {
    const { tape, outcome } = await playAgain(
      async (play) => {
        const client = await handshake(play)
        const call = () => play.world.until(client.callTool('echo', { text: 'x' }))
        return [textsOf(await call()), textsOf(await call())]
      },
      ({ server }) =>
        server.script(
          { on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ respond: { status: 404 } }] },
          {
            on: { rpcMethod: 'tools/call' },
            nth: 3,
            do: [{ respond: { status: 503, headers: { 'retry-after': '2' } } }],
          },
        ),
    )
    expect(outcome).toEqual([['x'], ['x']])
    expect(tape.entries.flatMap(({ response }) => response?.status ?? [])).toEqual(expect.arrayContaining([404, 503]))
  })

  test('a request that the client gave up before its response', async () => {
    const { tape, outcome } = await playAgain(
      async (play) => {
        const client = await play.connect({ url: play.world.server.url, versions: ['2026-07-28'] })
        const stop = new AbortController()
        const call = client.callTool('echo', { text: 'x' }, { signal: stop.signal }).catch((reason) => reason)
        await play.world.advance(500)
        stop.abort('enough')
        return play.world.until(call)
      },
      ({ server }) => server.script({ on: { rpcMethod: 'tools/call' }, do: [{ delay: 60_000 }] }),
    )
    expect(outcome).toBe('enough')
    expect(tape.entries.find(({ request }) => name(request) === 'tools/call')!.unanswered).toBe('aborted')
  })
})

/** A network that fails after 100 ms whenever this word is sent. */
function failTo(word: string): (world: VirtualWorld) => void {
  return (world) => {
    const reach = world.fetch
    world.fetch = async (url, init) => {
      if (!init.body?.includes(word)) return reach(url, init)
      await world.clock.wait(100)
      throw new TypeError('the network is down')
    }
  }
}

function name({ json }: { json?: unknown }): unknown {
  return (json as { method?: string } | undefined)?.method
}
