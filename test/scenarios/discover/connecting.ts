/** Connecting by a card: its claims save requests, and lose against what the server says. */
import type { WireEvent } from '../../../src/core/index.ts'
import { checkCard, connectCard, readCard } from '../../../src/discover/index.ts'
import type { Scenario } from '../scenario.ts'
import { publish } from './steps/published.ts'

const contradictionsIn = (events: readonly WireEvent[]) =>
  events.flatMap((event) => (event.type === 'contradiction' ? [[event.claim, event.card, event.server]] : []))

export const connecting: Scenario[] = [
  {
    name: 'a card is enough to connect, whatever the server speaks, and a truthful one causes no event',
    async run(world) {
      for (const versions of [
        ['2026-07-28'],
        ['2025-11-25'],
        ['2024-11-05', '2025-06-18'],
        ['2026-07-28', '2025-06-18'],
      ]) {
        const { server, card } = await publish(world)
        await server.configure({ versions })
        const events: WireEvent[] = []
        const client = await connectCard(await readCard(card), { onEvent: (event) => void events.push(event) })
        world.assert((await client.listTools()).length > 0, `it works with ${versions}`)
        world.assert.equal(contradictionsIn(events), [])
        await client.close()
      }
    },
  },
  {
    name: 'a card that names only handshake revisions saves the probe',
    async run(world) {
      for (const versions of [['2025-11-25'], ['2026-07-28']]) {
        const { server, card, requests } = await publish(world)
        await server.configure({ versions })
        const client = await connectCard(await readCard(card))
        const methods = (await requests()).flatMap(({ rpcMethod = [] }) => rpcMethod)
        world.assert.equal(methods[0], versions[0] === '2025-11-25' ? 'initialize' : 'server/discover')
        await client.close()
      }
    },
  },
  {
    name: 'a server of HTTP+SSE is connected to at once, as its card says',
    async run(world) {
      const { server, card, requests } = await publish(world)
      const remotes = [{ type: 'sse', url: server.sseUrl }]
      await server.configure({ versions: ['2024-11-05'], discovery: { card: { remotes } } })
      const client = await connectCard(await readCard(card))
      world.assert.equal(client.connection.transport, 'sse')
      world.assert.equal(
        (await requests())
          .slice(1)
          .map(({ path }) => path.split('?')[0])
          .slice(0, 2),
        ['/sse', '/message'],
      )
      await client.close()
    },
  },
  {
    name: 'a card that claims the wrong revision or transport delays connecting, but does not prevent it',
    async run(world) {
      const { server, card } = await publish(world)
      await server.configure({ versions: ['2026-07-28'] })
      for (const [type, url] of [
        ['streamable-http', server.url],
        ['sse', server.url],
      ]) {
        const remotes = [{ type, url, supportedProtocolVersions: ['2025-06-18'] }]
        await server.configure({ discovery: { card: { remotes }, cacheControl: 'no-store' } })
        const events: WireEvent[] = []
        const found = await readCard(card, { cacheMode: 'refresh' })
        const client = await connectCard(found, { onEvent: (event) => void events.push(event) })
        world.assert.equal(client.connection.protocolVersion, '2026-07-28')
        const expected = [
          ...(type === 'sse' ? [['type', 'sse', 'streamable-http']] : []),
          ['supportedProtocolVersions', ['2025-06-18'], '2026-07-28'],
        ]
        world.assert.equal(contradictionsIn(events), expected)
        await client.close()
      }
    },
  },
  {
    name: 'every contradiction between a card and its server is an event',
    async run(world) {
      const { server, card } = await publish(world)
      const found = await readCard(card)
      await server.configure({ serverInfo: { name: 'another', version: '9.9.9' }, versions: ['2025-03-26'] })
      const events: WireEvent[] = []
      const client = await connectCard(found, { onEvent: (event) => void events.push(event) })
      const named = found.remotes![0]!.supportedProtocolVersions
      const expected = [
        ['name', 'example.mock/mock', 'another'],
        ['version', '1.0.0', '9.9.9'],
        ['supportedProtocolVersions', named, '2025-03-26'],
      ]
      world.assert.equal(contradictionsIn(events), expected)
      world.assert.equal(
        checkCard(found, client).map(({ claim, card, server }) => [claim, card, server]),
        expected,
      )
      await client.close()
    },
  },
  {
    name: 'variables fill the address and the headers, and headers of the application win',
    async run(world) {
      const { server, origin, card, requests } = await publish(world)
      const remotes = [
        {
          type: 'streamable-http',
          url: `${origin}/{place}?tenant={tenant}`,
          variables: { place: { default: 'mcp' }, tenant: { isRequired: true } },
          headers: [
            { name: 'X-Key', isRequired: true, value: 'Key {key}', variables: { key: { isSecret: true } } },
            { name: 'X-Region', default: 'eu', choices: ['eu', 'us'] },
            { name: 'X-Absent' },
            { name: 'X-Own', default: 'of the card' },
          ],
        },
      ]
      await server.configure({ discovery: { card: { remotes } } })
      const found = await readCard(card)
      const missing = await world.assert.rejects(connectCard(found), { code: 'discover', reason: 'value-missing' })
      world.assert.equal(missing.missing, ['tenant', 'key'])
      const client = await connectCard(found, {
        variables: { tenant: 'a/b c', key: 12345678 },
        headers: { 'x-own': 'of the application' },
      })
      await client.close()
      const { path, headers } = (await requests()).find(({ rpcMethod }) => rpcMethod)!
      world.assert.equal(path, '/mcp?tenant=a%2Fb%20c')
      const sent = [headers['x-key'], headers['x-region'], headers['x-absent'], headers['x-own']]
      world.assert.equal(sent, ['Key 12345678', 'eu', undefined, 'of the application'])
    },
  },
  {
    name: 'a secret in the address of a card is in no event',
    async run(world) {
      const { server, origin, card } = await publish(world)
      const remotes = [{ type: 'streamable-http', url: `${origin}/{key}`, variables: { key: { isSecret: true } } }]
      await server.configure({ discovery: { card: { remotes } } })
      const found = await readCard(card)
      const secret = 'a-key-of-the-user'
      const events: WireEvent[] = []
      const options = { variables: { key: secret }, onEvent: (event: WireEvent) => void events.push(event) }
      const error = await world.assert.rejects(connectCard(found, options), {})
      world.assert(events.length > 0, 'there were requests')
      world.assert(!JSON.stringify(events).includes(secret), 'the events do not show it')
      world.assert(!`${error.message} ${error.stack}`.includes(secret), 'nor does the error')
    },
  },
]
