/** What cards and catalogs may not do: lead elsewhere, run scripts, or go on without end. */
import { connectCard, discover, type FoundCard, readCard } from '../../../src/discover/index.ts'
import type { Scenario } from '../scenario.ts'
import { cardEntry, catalogEntry, publish, WELL_KNOWN } from './steps/published.ts'

const noted = () => {
  const reasons: string[] = []
  return { reasons, onInvalid: (_: unknown, reason: string) => void reasons.push(reason) }
}

export const untrusted: Scenario[] = [
  {
    name: 'a catalog may name servers of other origins, which are asked only after the application agreed',
    async run(world) {
      const { assert } = world
      const other = await publish(world)
      const { origin } = await publish(world, { catalog: [cardEntry('other', other.card)] })
      const [entry] = await discover(origin)
      assert.equal(new URL(entry!.url).origin, other.origin, 'it is shown')
      const refused = { code: 'discover', reason: 'url-refused', delivery: 'not-executed' }
      const error = await assert.rejects(readCard(entry!), refused)
      assert.includes(String(error.message), other.origin)
      assert.equal(await other.requests(), [])
      const seen: string[] = []
      const allowUrl = (url: URL) => seen.push(url.origin) > 0
      assert.match(await readCard(entry!, { allowUrl }), { source: other.card })
      assert.equal(seen, [other.origin])
    },
  },
  {
    name: 'credentials go to another origin than that of the card only after the application agreed',
    async run(world) {
      const { assert } = world
      const other = await publish(world)
      const remotes = [
        {
          type: 'streamable-http',
          url: other.server.url,
          headers: [{ name: 'Authorization', isSecret: true, value: 'Bearer {token}' }],
        },
      ]
      const { card } = await publish(world, { card: { remotes } })
      const found = await readCard(card)
      // Also a card that was stored meanwhile.
      const stored = JSON.parse(JSON.stringify(found)) as FoundCard
      for (const given of [found, stored]) {
        const options = { variables: { token: 'a-secret-token' }, headers: { 'x-api-key': 'another-secret' } }
        const refused = { code: 'discover', reason: 'url-refused', delivery: 'not-executed' }
        await assert.rejects(connectCard(given, options), refused)
      }
      assert.equal(await other.requests(), [])
      const allowUrl = ({ origin }: URL) => origin === other.origin
      const client = await connectCard(found, { variables: { token: 'a-secret-token' }, allowUrl })
      await client.close()
      assert.equal((await other.requests())[0]!.headers.authorization, 'Bearer a-secret-token')
    },
  },
  {
    name: 'catalogs that contain each other, or too many others, are read once and to a limited depth',
    async run(world) {
      const { assert } = world
      const { server, origin, requests } = await publish(world)
      const catalog = (...entries: object[]) => ({ json: { specVersion: '1.0', entries } })
      const urlOf = (path: string) => catalogEntry(origin + path)
      await server.configure({
        discovery: {
          documents: {
            [WELL_KNOWN]: catalog(urlOf('/a'), cardEntry('first', `${origin}/card`)),
            '/a': catalog(urlOf('/b'), urlOf('/a'), cardEntry('second', `${origin}/card`)),
            '/b': catalog(urlOf(WELL_KNOWN), urlOf('/a'), cardEntry('first', `${origin}/card`)),
          },
        },
      })
      const loop = noted()
      const found = await discover(origin, loop)
      assert.equal(found.map(({ name }) => name).sort(), ['first', 'second'])
      assert.equal(
        (await requests()).map(({ path }) => path),
        [WELL_KNOWN, '/a', '/b'],
      )
      assert.equal(loop.reasons.filter((reason) => reason.includes('read already')).length, 3)
      let deepest: object = { specVersion: '1.0', entries: [cardEntry('deepest', `${origin}/card`)] }
      for (let level = 0; level < 1_000; level++) {
        deepest = { specVersion: '1.0', entries: [catalogEntry(undefined, { data: deepest })] }
      }
      await server.configure({ discovery: { documents: { '/deep': { json: deepest } } } })
      const deep = noted()
      assert.equal(await discover(`${origin}/deep`, deep), [])
      assert.equal(deep.reasons, ['catalogs are read 4 levels deep (limits.depth)'])
    },
  },
  {
    name: 'a catalog inside of a catalog is not read from another origin without being told',
    async run(world) {
      const other = await publish(world)
      const { origin } = await publish(world, { catalog: [catalogEntry(other.origin + WELL_KNOWN)] })
      const { reasons, onInvalid } = noted()
      world.assert.equal(await discover(origin, { onInvalid }), [])
      world.assert.equal([await other.requests(), reasons.length], [[], 1])
      world.assert.equal((await discover(origin, { allowUrl: () => true, cacheMode: 'refresh' })).length, 1)
    },
  },
  {
    name: 'scripts, unknown members and wrong values of a card are left out, each with a reason',
    async run(world) {
      const { card } = await publish(world, {
        card: {
          icons: [
            { src: 'javascript:alert(1)' },
            { src: 'data:image/svg+xml,<svg onload="alert(1)"/>' },
            { src: 'data:text/html,<script>alert(1)</script>' },
            { src: 'https://example.com/icon.png' },
          ],
          websiteUrl: 'javascript:alert(1)',
          repository: { url: 'javascript:alert(1)', source: 'x' },
          tools: [{ name: 'steal' }],
          remotes: [{ type: 'stdio', url: 'https://a.example' }, { type: 'sse', url: 'file:///etc/passwd' }, 7],
        },
      })
      const { reasons, onInvalid } = noted()
      const found = await readCard(card, { onInvalid })
      world.assert.equal(found.icons, [{ src: 'https://example.com/icon.png' }])
      world.assert.equal(
        ['websiteUrl', 'repository', 'tools', 'remotes'].filter((key) => key in found),
        [],
      )
      world.assert.equal(reasons.length, 9)
      await world.assert.rejects(connectCard(found), { code: 'discover', reason: 'no-remote' })
    },
  },
]
