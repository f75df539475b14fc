/** How a broken connection appears, before the response head and within the body. */
import type { Scenario } from '../../scenarios/scenario.ts'
import { note } from '../world.ts'
import { describe, first, post, prepare, prepareRules, reading, received } from './steps.ts'

export const brokenConnections: Scenario[] = [
  {
    name: 'a body that breaks off before its declared length rejects the read',
    async run(world) {
      await prepare(world, { stream: { length: 100_000 } }, first, { barrier: 'read' }, { fault: true })
      const reader = reading(await post(world))
      await reader.read()
      const [error] = await Promise.all([world.assert.rejects(reader.read()), world.server.release('read')])
      note(world, 'read() of a body cut short', describe(error))
    },
  },
  {
    name: 'a connection that is reset within the body rejects the read',
    async run(world) {
      await prepare(world, { stream: {} }, first, { hold: 'forever' })
      const proxy = await world.proxy()
      const reader = reading(await post(world, {}, { url: proxy.url }))
      await reader.read()
      const [error] = await Promise.all([world.assert.rejects(reader.read()), proxy.reset()])
      note(world, 'read() on a reset connection', describe(error))
    },
  },
  {
    name: 'a connection that is reset before the response head rejects the fetch, unless the engine repeats the request by itself',
    async run(world) {
      await prepareRules(
        world,
        { on: { httpMethod: 'POST' }, nth: 1, do: [{ barrier: 'asked' }, { respond: { body: 'too late' } }] },
        { on: { httpMethod: 'POST' }, do: [{ respond: { body: 'again' } }] },
      )
      const proxy = await world.proxy()
      const outcome = post(world, {}, { url: proxy.url }).then((response) => response.text(), describe)
      await world.server.reached('asked')
      await proxy.reset()
      const text = await outcome
      const times = (await received(world)).length
      const seen = text === 'again' ? `sent ${times} times automatically` : text
      note(world, 'fetch() of a POST whose connection is reset before the head', seen)
      world.assert.equal(times, text === 'again' ? 2 : 1, 'requests received')
    },
  },
  {
    name: 'a refused port rejects the fetch',
    async run(world) {
      const url = new URL(world.server.url)
      // Outside of the range of ports that systems assign.
      url.port = '65535'
      const error = await world.assert.rejects(post(world, {}, { url: url.href }))
      note(world, 'fetch() to a closed port', describe(error))
    },
  },
]
