/** HTTP+SSE: a connection that ends for several reasons ends once, whatever their order. */
import type { ConnectOptions } from '../../../src/core/index.ts'
import type { Scenario, World } from '../scenario.ts'
import { collectReported } from '../steps/reported-errors.ts'

const ENDINGS = ['close', 'abort', 'end', 'error'] as const
type Ending = (typeof ENDINGS)[number]

interface Breakable {
  fetch: NonNullable<ConnectOptions['fetch']>
  end(): void
  error(): void
}

/** A fetch whose stream the scenario can end and break. */
function createBreakable(): Breakable {
  // Aborts the real connection: in Firefox a cancelled one stays open until the next byte.
  const left = new AbortController()
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  return {
    async fetch(url, init) {
      if (init.method !== 'GET') return fetch(url, init)
      const response = await fetch(url, { ...init, signal: AbortSignal.any([init.signal, left.signal]) })
      const reader = response.body!.getReader()
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          stream = controller
        },
        async pull(controller) {
          const { value } = await reader.read().catch(() => ({ value: undefined }))
          if (value && stream) controller.enqueue(value)
        },
        cancel: (reason) => reader.cancel(reason),
      })
      return new Response(body, response)
    },
    end: () => release((controller) => controller.close()),
    error: () => release((controller) => controller.error(new TypeError('broken'))),
  }

  function release(how: (controller: ReadableStreamDefaultController<Uint8Array>) => void): void {
    const controller = stream
    stream = undefined
    try {
      if (controller) how(controller)
    } catch {
      // Already ended, which some of the orders do.
    }
    left.abort()
  }
}

/** All permutations. */
function orders<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, index) => orders(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))
}

/** Ends one connection in all these ways, in this order; resolves with what its user saw. */
async function endIn(order: readonly Ending[], { connect, server, macrotasks }: World) {
  const breakable = createBreakable()
  const client = await connect({
    url: server.sseUrl,
    fetch: breakable.fetch,
    onEvent() {
      throw new Error('mine')
    },
  })
  const statuses: string[] = []
  client.subscribe(() => {
    throw new Error('mine as well')
  })
  client.subscribe(() => statuses.push(client.connection.status))
  const stop = new AbortController()
  const outcomes: unknown[] = []
  const call = client.callTool('slow', { ms: 60_000 }, { signal: stop.signal }).then(
    () => outcomes.push('answered'),
    (error) => outcomes.push(error === 'stop' ? 'abort' : error.code),
  )
  await server.until((entries) => entries.findLast(({ rpcMethod }) => rpcMethod === 'tools/call')?.status !== undefined)
  let closed = Promise.resolve()
  for (const ending of order) {
    if (ending === 'close') closed = client.close()
    else if (ending === 'abort') stop.abort('stop')
    else breakable[ending]()
    await macrotasks(1)
  }
  await Promise.all([call, closed])
  await macrotasks(2)
  return { outcomes, statuses }
}

export const orderOfEndings: Scenario[] = [
  {
    name: 'close, abort, end and error in any order end the call once and the connection once',
    ids: ['L-14'],
    async run(world) {
      const { server, assert } = world
      const expected = { close: 'closed', abort: 'abort', end: 'connection', error: 'connection' }
      await collectReported(async () => {
        for (const order of orders(ENDINGS)) {
          await server.act({ restart: true })
          const { outcomes, statuses } = await endIn(order, world)
          assert.equal(outcomes, [expected[order[0]!]], `the call, ended by ${order}`)
          assert.equal(statuses.filter((status) => status === 'closed').length, 1, `the connection, ended by ${order}`)
          assert.equal(statuses.at(-1), 'closed', `the last status, ended by ${order}`)
        }
      })
      // Some servers notice a client that left only when they write, and how soon it has left depends on the runtime.
      for (let times = 0; times < 20; times++) {
        await server.act({ notify: { method: 'notifications/tools/list_changed' } })
        await world.macrotasks(5)
        if (times > 0 && (await server.journal()).every(({ ended }) => ended !== undefined)) break
      }
      const journal = await server.until((entries) => entries.every(({ ended }) => ended !== undefined))
      assert.equal(journal.filter(({ httpMethod }) => httpMethod === 'GET').length, orders(ENDINGS).length)
    },
  },
]
