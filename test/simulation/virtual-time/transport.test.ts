/** How long a host of the transport may wait: as long as it wants, since it has limits of its own. */
import { expect, test } from 'vitest'
import { createFetchTransport } from '../../../src/transport/fetch-transport.ts'
import { openHost } from '../../scenarios/transport/steps/host.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const world = useVirtualWorld()

const create = createFetchTransport((url, options) => world.connect({ ...options, url }))

const echo = { name: 'echo', arguments: { text: 'late' } }

test('a call that is silent for ten minutes is answered, since the host waits for it', async () => {
  const host = await world.until(openHost(create(world.server.url)))
  await world.server.script({ on: { rpcMethod: 'tools/call' }, do: [{ delay: 600_000 }, { pass: true }] })
  const { content } = await world.until(host.request('tools/call', echo))
  expect(content).toEqual([{ type: 'text', text: 'late' }])
  await world.until(host.transport.close())
})

test('a call without a sign of life rejects after an hour, for hosts without a limit, and sooner by option', async () => {
  for (const [timeout, expected] of [
    [undefined, 3_600_000],
    [5_000, 5_000],
  ] as const) {
    const host = await world.until(openHost(create(world.server.url, timeout === undefined ? {} : { timeout })))
    await world.server.script({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, { hold: 'forever' }] })
    const start = world.clock.now()
    const error = await world.until(host.request('tools/call', echo).catch((reason) => reason))
    expect(error).toMatchObject({ code: 'timeout', delivery: 'unknown' })
    expect(world.clock.now() - start).toBe(expected)
    expect(host.errors).toEqual([error])
    await world.until(host.transport.close())
  }
})
