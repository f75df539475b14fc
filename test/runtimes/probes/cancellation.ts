/** Aborting a fetch and cancelling its body, as client and server see it. */
import type { Scenario, World } from '../../scenarios/scenario.ts'
import { note } from '../world.ts'
import { describe, first, hasLeft, openSilentStream, post, prepare, reading, received, untilLeft } from './steps.ts'

export const cancellation: Scenario[] = [
  {
    name: 'aborting a fetch ends its pending read, and the server sees the client leave',
    async run(world) {
      const stop = new AbortController()
      const reader = await openSilentStream(world, { signal: stop.signal })
      const read = reader.read()
      stop.abort()
      const error = await world.assert.rejects(read)
      note(world, 'read() after abort()', describe(error))
      world.assert.equal(error.name, 'AbortError', 'name of the rejection')
      await untilLeft(world)
    },
  },
  {
    name: 'an abort with a given reason rejects the pending read',
    async run(world) {
      const stop = new AbortController()
      const reader = await openSilentStream(world, { signal: stop.signal })
      const read = reader.read()
      const reason = new RangeError('enough')
      stop.abort(reason)
      const error: unknown = await world.assert.rejects(read)
      note(world, 'read() after abort(reason)', error === reason ? 'the reason' : `not it, but ${describe(error)}`)
      world.assert(stop.signal.reason === reason, 'the signal keeps its reason')
      await untilLeft(world)
    },
  },
  {
    name: 'aborting before the response head rejects the fetch, and the server sees the client leave',
    async run(world) {
      await prepare(world, { barrier: 'asked' }, { respond: { body: 'too late' } })
      const stop = new AbortController()
      const response = post(world, { signal: stop.signal })
      await Promise.race([world.server.reached('asked'), response])
      stop.abort()
      const error = await world.assert.rejects(response)
      note(world, 'fetch() after abort()', describe(error))
      world.assert.equal(error.name, 'AbortError', 'name of the rejection')
      await untilLeft(world)
    },
  },
  {
    name: 'a fetch with an already aborted signal sends no request',
    async run(world) {
      await prepare(world, { respond: { body: 'ok' } })
      await world.assert.rejects(post(world, { signal: AbortSignal.abort() }), { name: 'AbortError' })
      await (await post(world)).text()
      world.assert.equal((await received(world)).length, 1, 'requests received')
    },
  },
  {
    name: 'cancelling a reader and aborting its request makes the server see the client leave a silent stream',
    async run(world) {
      const stop = new AbortController()
      const reader = await openSilentStream(world, { signal: stop.signal })
      // Some engines resolve the pending read, some reject it.
      const read = reader.read().then(({ done }) => `done: ${done}`, describe)
      await reader.cancel()
      stop.abort()
      note(world, 'pending read() after cancel()', await read)
      await untilLeft(world)
    },
  },
  {
    name: 'cancelling a reader alone makes the server see the client leave, at the latest when it writes again',
    async run(world) {
      await prepare(world, { stream: {} }, first, { barrier: 'write' }, first, { hold: 'forever' })
      const reader = reading(await post(world))
      await reader.read()
      await reader.cancel()
      note(
        world,
        'cancel() alone on a silent stream',
        (await soonLeft(world)) ? 'closes it' : 'closes it at the next byte',
      )
      await world.server.release('write')
      await untilLeft(world)
    },
  },
  {
    name: 'cancelling an unread body and aborting its request makes the server see the client leave',
    async run(world) {
      await prepare(world, { stream: {} }, first, { hold: 'forever' })
      const stop = new AbortController()
      const response = await post(world, { signal: stop.signal })
      await response.body?.cancel()
      stop.abort()
      await untilLeft(world)
    },
  },
]

/** For the table of facts only: on a slow machine it may be wrong. */
async function soonLeft(world: World): Promise<boolean> {
  for (let turn = 0; turn < 30; turn++) {
    if (hasLeft(await world.server.journal())) return true
    await world.macrotasks(1)
  }
  return false
}
