/** Client identity: preregistered, by a client metadata document, or by dynamic registration. */
import type { Server } from '../../../playground/server/control/control.ts'
import type { Scenario } from '../scenario.ts'
import { onlyInBrowsers } from '../steps/browsers.ts'
import {
  authorize,
  CALLBACK,
  createRecordingDriver,
  formOf,
  grantsAt,
  outcomeOf,
  protect,
  queryOf,
  requestedPaths,
  requestsTo,
  visitor,
} from '../steps/protected-server.ts'

const DOCUMENT = 'https://app.example/oauth/client.json'

const clientAt = async (server: Server) =>
  queryOf(requestsTo(await server.journal(), '/oauth/authorize').at(-1)).get('client_id')

export const clientIdentity: Scenario[] = [
  {
    name: 'a preregistered client comes first, then a client metadata document, then dynamic registration',
    ids: ['auth:A-28'],
    async run(world) {
      const { assert } = world
      const server = await world.origin()
      const { origin: issuer } = new URL(server.url)
      const clients = [{ id: 'known', redirectUris: [CALLBACK] }]
      const fields = { client_id_metadata_document_supported: true }
      await server.configure({ oauth: { clients, server: { fields } } })
      const client = { issuer, id: 'known' }
      for (const [options, id] of [
        [{ client, clientMetadataUrl: DOCUMENT }, /^known$/],
        [{ clientMetadataUrl: DOCUMENT }, /^https:\/\/app\.example\/oauth\/client\.json$/],
        [{}, /^client-/],
      ] as const) {
        assert.match(await authorize(world, server, options).auth.signIn(visitor), { status: 'authorized' })
        assert(id.test(String(await clientAt(server))), `${await clientAt(server)} is not ${id}`)
      }
      assert.equal(requestsTo(await server.journal(), '/oauth/register').length, 1)
    },
  },
  {
    name: 'a server that offers no way to register is an error with what is needed to register by hand',
    ids: ['auth:A-28'],
    async run(world) {
      const { assert } = world
      const { auth, origin } = await protect(world, { registration: null })
      const driver = createRecordingDriver()
      await assert.rejects(auth.signIn(driver), {
        code: 'auth',
        reason: 'client-id-required',
        issuer: origin,
        redirectUri: CALLBACK,
      })
      assert.equal(driver.urls, [])
    },
  },
  {
    name: 'client metadata documents need a literal true from the server and a valid https URL',
    ids: ['auth:A-29'],
    async run(world) {
      const { assert } = world
      for (const supported of ['true', 1, false, null]) {
        const fields = { client_id_metadata_document_supported: supported }
        const { auth, server } = await protect(world, { server: { fields } }, { clientMetadataUrl: DOCUMENT })
        await auth.signIn(visitor)
        assert(String(await clientAt(server)).startsWith('client-'), `registered with ${supported}`)
      }
      const unfit = [
        'http://app.example/c.json',
        'https://app.example/',
        'https://app.example/c#f',
        'https://a@b.example/c',
      ]
      for (const clientMetadataUrl of [...unfit, 'https://app.example/../c.json', 'nonsense']) {
        const fields = { client_id_metadata_document_supported: true }
        const { server } = await protect(world, { server: { fields } })
        const outcome = await outcomeOf(() => authorize(world, server, { clientMetadataUrl }).auth.signIn(visitor))
        assert((await clientAt(server)) !== clientMetadataUrl, `${clientMetadataUrl} came to ${outcome}`)
      }
    },
  },
  {
    name: 'preregistered credentials are never dropped',
    ids: ['auth:A-35'],
    async run(world) {
      const { assert } = world
      const server = await world.origin()
      const { origin: issuer } = new URL(server.url)
      await server.configure({ oauth: { clients: [{ id: 'known', secret: 'right', redirectUris: [CALLBACK] }] } })
      const { auth } = authorize(world, server, { client: { issuer, id: 'known', secret: 'wrong' } })
      for (let attempt = 0; attempt < 2; attempt++) {
        await assert.rejects(auth.signIn(visitor), { code: 'auth', reason: 'token-refused', issuer })
      }
      assert.equal(await grantsAt(server), ['authorization_code', 'authorization_code'])
      assert(!(await requestedPaths(server)).includes('/oauth/register'), 'nothing was registered instead')
    },
  },
  {
    name: 'credentials of one issuer are not sent to another issuer that the server names',
    ids: ['auth:A-36', 'auth:S-7'],
    async run(world) {
      const { assert } = world
      const { auth, connect, server } = await protect(
        world,
        { clients: [{ id: 'known' }] },
        { client: { issuer: 'https://honest.example', id: 'known', secret: 'secret-given' } },
      )
      await assert.rejects(auth.signIn(visitor), { code: 'auth', reason: 'authorization-server-changed' })
      await outcomeOf(connect)
      const journal = await server.journal()
      assert(!JSON.stringify(journal).includes('secret-given'), 'the secret stayed here')
      assert(!journal.some(({ path }) => path.startsWith('/oauth/')), 'no endpoint was asked')
    },
  },
  {
    name: 'a client secret in a page causes a warning event and nothing on the console',
    ids: ['auth:A-37'],
    runs: onlyInBrowsers('a client secret is expected outside of a page'),
    async run(world) {
      const { assert } = world
      const server = await world.origin()
      const { origin: issuer } = new URL(server.url)
      await server.configure({
        oauth: { clients: [{ id: 'known', secret: 'secret-given', redirectUris: [CALLBACK] }] },
      })
      const { auth, events } = authorize(world, server, { client: { issuer, id: 'known', secret: 'secret-given' } })
      await auth.signIn(visitor)
      const warnings = events.filter(({ type }) => type === 'warning')
      assert.equal(warnings.length, 1)
      assert(!JSON.stringify(events).includes('secret-given'), 'without the secret')
      assert.equal(formOf(requestsTo(await server.journal(), '/oauth/token')[0]).get('client_secret'), null)
    },
  },
]
