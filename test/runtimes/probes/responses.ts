/** How responses arrive: chunk by chunk, on reused connections, redirected, or empty. */
import type { Scenario, World } from '../../scenarios/scenario.ts'
import { note } from '../world.ts'
import { first, firstText, post, prepare, readAll, reading, received } from './steps.ts'

export const responses: Scenario[] = [
  {
    name: 'bytes reach the reader as soon as the server sends them',
    async run(world) {
      await prepare(world, { stream: {} }, first, { barrier: 'one' }, { event: { data: 'second' } })
      const reader = reading(await post(world))
      const one = await reader.read()
      world.assert.equal(new TextDecoder().decode(one.value), firstText, 'the first read')
      await world.server.release('one')
      world.assert.equal(await readAll(reader), 'data: second\n\n', 'the rest')
    },
  },
  {
    name: 'a POST whose body was read to its end lets the next reuse its connection',
    runs: { except: { webkit: 'libsoup, under WebKitGTK, opens a connection for every POST' } },
    run: (world) => countConnections(world, 'POST'),
  },
  {
    name: 'a GET whose body was read to its end lets the next reuse its connection',
    run: (world) => countConnections(world, 'GET'),
  },
  {
    name: 'a 204 response has nothing to read',
    async run(world) {
      await prepare(world, { respond: { status: 204 } })
      const response = await post(world)
      note(world, 'body of a 204', response.body === null ? 'null' : 'an empty stream')
      world.assert.equal(await response.text(), '', 'the text')
    },
  },
  {
    name: "redirect: 'manual' returns the redirect and does not follow it",
    async run(world) {
      const location = new URL('/elsewhere', world.server.url).href
      await prepare(world, { respond: { status: 307, headers: { location }, body: '' } })
      const response = await post(world, { redirect: 'manual' })
      const { type, status } = response
      const target = response.headers.get('location')
      note(world, "redirect: 'manual'", `${type}, ${status}, Location ${target ? 'seen' : 'hidden'}`)
      await response.body?.cancel()
      const visible = status === 307 && target === location
      world.assert(visible || type === 'opaqueredirect', `got type ${type}, status ${status}, Location ${target}`)
      world.assert.equal((await received(world)).length, 1, 'requests received')
    },
  },
  {
    name: "credentials: 'omit' and keepalive are accepted",
    async run(world) {
      await prepare(world, { respond: { body: 'ok' } })
      const response = await post(world, { credentials: 'omit', keepalive: true })
      world.assert.equal(await response.text(), 'ok', 'the body')
    },
  },
]

async function countConnections(world: World, method: 'POST' | 'GET'): Promise<void> {
  await prepare(world, { stream: {} }, first)
  const proxy = await world.proxy()
  const init = method === 'POST' ? {} : { method, body: null, headers: { accept: 'text/event-stream' } }
  for (let turn = 0; turn < 5; turn++) {
    const response = await post(world, init, { url: proxy.url })
    world.assert.equal(await readAll(reading(response)), firstText, 'the body')
    await world.macrotasks(5)
  }
  const { accepted } = await proxy.counts()
  note(world, `connections of 5 consecutive ${method}s`, String(accepted))
  // A preflight may use a connection of its own.
  world.assert(accepted <= 2, `5 requests took ${accepted} connections`)
}
