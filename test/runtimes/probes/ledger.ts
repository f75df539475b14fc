/** Shows that the ledger tells the truth in every engine, since other scenarios rest on it. */
import type { Ledger, Scenario, World } from '../../scenarios/scenario.ts'
import { first, post, prepare, readAll, reading } from './probe.ts'

export const ledger: Scenario[] = [
  {
    name: 'the ledger knows a body that was read to its end',
    async run(world) {
      await prepare(world, { stream: {} }, first)
      const books = world.ledger()
      const reader = reading(await open(world, books))
      world.assert.equal((await reader.read()).done, false, 'the first read has data')
      world.assert.equal(states(books), ['open'], 'before the end was read')
      await readAll(reader)
      world.assert.equal(states(books), ['read'], 'after the end was read')
      await (await open(world, books)).text()
      await books.settled()
      world.assert.equal(states(books), ['read', 'read'], 'after text()')
    },
  },
  {
    name: 'the ledger knows a body that its caller let go',
    async run(world) {
      await prepare(world, { stream: {} }, first, { hold: 'forever' })
      const books = world.ledger()
      await (await open(world, books)).body?.cancel()
      const reader = reading(await open(world, books))
      await reader.read()
      const pending = reader.read().catch(() => undefined)
      await reader.cancel()
      await pending
      const stop = new AbortController()
      const aborted = reading(await open(world, books, { signal: stop.signal }))
      await aborted.read()
      world.assert.equal(states(books), ['cancelled', 'cancelled', 'open'], 'before the abort')
      const read = aborted.read()
      stop.abort()
      await world.assert.rejects(read)
      await books.settled()
      world.assert.equal(states(books), ['cancelled', 'cancelled', 'cancelled'], 'after the abort')
    },
  },
  {
    name: 'the ledger knows a body that broke',
    async run(world) {
      await prepare(world, { stream: { length: 100_000 } }, first, { barrier: 'read' }, { fault: true })
      const books = world.ledger()
      const reader = reading(await open(world, books))
      await reader.read()
      await Promise.all([world.assert.rejects(readAll(reader)), world.server.release('read')])
      world.assert.equal(states(books), ['errored'])
    },
  },
  {
    name: 'the ledger knows a response that has no body',
    async run(world) {
      await prepare(world, { respond: { status: 204 } })
      const books = world.ledger()
      await open(world, books)
      world.assert.equal(states(books), ['none'])
    },
  },
  {
    name: 'a response from the ledger still says where it comes from',
    async run(world) {
      await prepare(world, { stream: {} }, first)
      const response = await open(world, world.ledger())
      world.assert.match(response, { url: world.server.url, redirected: false, ok: true }, 'response')
      world.assert(response instanceof Response, 'it is a Response')
      world.assert.includes(response.headers.get('content-type') ?? '', 'text/event-stream', 'content type')
      await response.body?.cancel()
    },
  },
]

function open(world: World, books: Ledger, init: RequestInit = {}): Promise<Response> {
  return post(world, init, { by: books.fetch })
}

function states(books: Ledger): string[] {
  return books.bodies().map((row) => row.state)
}
