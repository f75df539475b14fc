/** Tests the body ledger in every engine, since other scenarios rely on it. */
import type { Ledger, Scenario, World } from '../../scenarios/scenario.ts'
import { first, post, prepare, readAll, reading } from './steps.ts'

export const ledger: Scenario[] = [
  {
    name: 'the body ledger reports a body that was read to its end',
    async run(world) {
      await prepare(world, { stream: {} }, first)
      const account = world.ledger()
      const reader = reading(await open(world, account))
      world.assert.equal((await reader.read()).done, false, 'the first read has data')
      world.assert.equal(states(account), ['open'], 'before the end was read')
      await readAll(reader)
      world.assert.equal(states(account), ['read'], 'after the end was read')
      await (await open(world, account)).text()
      await account.settled()
      world.assert.equal(states(account), ['read', 'read'], 'after text()')
    },
  },
  {
    name: 'the body ledger reports a body that was cancelled or aborted',
    async run(world) {
      await prepare(world, { stream: {} }, first, { hold: 'forever' })
      const account = world.ledger()
      await (await open(world, account)).body?.cancel()
      const reader = reading(await open(world, account))
      await reader.read()
      const pending = reader.read().catch(() => undefined)
      await reader.cancel()
      await pending
      const stop = new AbortController()
      const aborted = reading(await open(world, account, { signal: stop.signal }))
      await aborted.read()
      world.assert.equal(states(account), ['cancelled', 'cancelled', 'open'], 'before the abort')
      const read = aborted.read()
      stop.abort()
      await world.assert.rejects(read)
      await account.settled()
      world.assert.equal(states(account), ['cancelled', 'cancelled', 'cancelled'], 'after the abort')
    },
  },
  {
    name: 'the body ledger reports a body that broke',
    async run(world) {
      await prepare(world, { stream: { length: 100_000 } }, first, { barrier: 'read' }, { fault: true })
      const account = world.ledger()
      const reader = reading(await open(world, account))
      await reader.read()
      await Promise.all([world.assert.rejects(readAll(reader)), world.server.release('read')])
      world.assert.equal(states(account), ['errored'])
    },
  },
  {
    name: 'the body ledger reports a response without a body',
    async run(world) {
      await prepare(world, { respond: { status: 204 } })
      const account = world.ledger()
      await open(world, account)
      world.assert.equal(states(account), ['none'])
    },
  },
  {
    name: 'a response from the body ledger is still a Response with its own url and headers',
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

function open(world: World, account: Ledger, init: RequestInit = {}): Promise<Response> {
  return post(world, init, { by: account.fetch })
}

function states(account: Ledger): string[] {
  return account.bodies().map((row) => row.state)
}
