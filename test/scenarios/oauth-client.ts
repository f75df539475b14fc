/** Client identity: registered beforehand, by a document of its own, or dynamically. */

import type { Server } from '../../src/testing/index.ts'
import {
  askedFor,
  authorize,
  CALLBACK,
  formOf,
  grantsAt,
  leave,
  protect,
  queryOf,
  requestsTo,
  tryTo,
  visitor,
} from './oauth-protected.ts'
import type { Scenario } from './scenario.ts'

const DOCUMENT = 'https://app.example/oauth/client.json'

const clientAt = async (server: Server) =>
  queryOf(requestsTo(await server.journal(), '/oauth/authorize').at(-1)).get('client_id')

const outsideBrowsers = 'a secret is at home outside of a page'

export const oauthClient: Scenario[] = [
  {
    name: 'auth:A-28 what was registered beforehand comes first, then the document, then dynamic registration',
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
    name: 'auth:A-28 a server that offers none of these is told apart, with what is needed to register by hand',
    async run(world) {
      const { assert } = world
      const { auth, origin } = await protect(world, { registration: null })
      const driver = leave()
      await assert.rejects(auth.signIn(driver), {
        code: 'auth',
        reason: 'client_id_required',
        issuer: origin,
        redirectUri: CALLBACK,
      })
      assert.equal(driver.urls, [])
    },
  },
  {
    name: 'auth:A-29 only a literal true says that documents are understood, and only a fit address is one',
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
        const outcome = await tryTo(() => authorize(world, server, { clientMetadataUrl }).auth.signIn(visitor))
        assert((await clientAt(server)) !== clientMetadataUrl, `${clientMetadataUrl} came to ${outcome}`)
      }
    },
  },
  {
    name: 'auth:A-35 credentials that the developer gave are never dropped',
    async run(world) {
      const { assert } = world
      const server = await world.origin()
      const { origin: issuer } = new URL(server.url)
      await server.configure({ oauth: { clients: [{ id: 'known', secret: 'right', redirectUris: [CALLBACK] }] } })
      const { auth } = authorize(world, server, { client: { issuer, id: 'known', secret: 'wrong' } })
      for (let attempt = 0; attempt < 2; attempt++) {
        await assert.rejects(auth.signIn(visitor), { code: 'auth', reason: 'token_refused', issuer })
      }
      assert.equal(await grantsAt(server), ['authorization_code', 'authorization_code'])
      assert(!(await askedFor(server)).includes('/oauth/register'), 'nothing was registered instead')
    },
  },
  {
    name: 'auth:A-36 auth:S-7 credentials of one issuer are not shown to another that the server names',
    async run(world) {
      const { assert } = world
      const { auth, connect, server } = await protect(
        world,
        { clients: [{ id: 'known' }] },
        { client: { issuer: 'https://honest.example', id: 'known', secret: 'secret-given' } },
      )
      await assert.rejects(auth.signIn(visitor), { code: 'auth', reason: 'authorization_server_changed' })
      await tryTo(connect)
      const journal = await server.journal()
      assert(!JSON.stringify(journal).includes('secret-given'), 'the secret stayed here')
      assert(!journal.some(({ path }) => path.startsWith('/oauth/')), 'no endpoint was asked')
    },
  },
  {
    name: 'auth:A-37 a secret in a page is warned about, by an event and not on the console',
    runs: {
      except: { node: outsideBrowsers, workerd: outsideBrowsers, deno: outsideBrowsers, bun: outsideBrowsers },
    },
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
