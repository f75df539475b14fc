/** Signing in through a store: nothing opens by itself, and the click connects. */
import { memoryStore } from '../../../src/oauth/index.ts'
import type { Scenario } from '../scenario.ts'
import { callsIn, onCall, textsOf } from '../steps/calls.ts'
import { authorize, protect, requestsTo, visitor } from '../steps/protected-server.ts'
import { statusesOf, useStore } from './steps/open-store.ts'

export const signIn: Scenario[] = [
  {
    name: 'a 401 makes a store wait for the user, and signing in connects it',
    async run(world) {
      const { assert } = world
      const { server, auth } = await protect(world)
      await useStore(world, { url: server.url, auth }, async ({ store, views, until }) => {
        assert.match((await until('needs-user')).error, { code: 'authorization-required', delivery: 'not-executed' })
        await world.macrotasks(10)
        assert.equal(requestsTo(await server.journal(), '/oauth/authorize').length, 0, 'nothing opened by itself')
        await store.signIn(visitor)
        assert((await until('ready')).tools.length > 0, 'the tools are there')
        assert.equal(statusesOf(views), ['idle', 'connecting', 'needs-user', 'connecting', 'ready'])
        assert.equal(textsOf(await store.callTool('echo', { text: 'hi' })), ['hi'])
      })
    },
  },
  {
    name: 'the driver of a store is called inside the click',
    async run(world) {
      const { server, auth } = await protect(world)
      await useStore(world, { url: server.url, auth }, async ({ store, until }) => {
        await until('needs-user')
        let isPrepared = false
        const driver = Object.assign((url: URL) => visitor(url, {} as never), {
          prepare() {
            isPrepared = true
            return {}
          },
        })
        const signedIn = store.signIn(driver)
        world.assert(isPrepared, 'before anything was awaited')
        await signedIn
        await until('ready')
      })
    },
  },
  {
    name: 'a sign-in that fails is the error of the view, and can be tried again',
    async run(world) {
      const { assert } = world
      const { server, auth } = await protect(world)
      await useStore(world, { url: server.url, auth }, async ({ store, until }) => {
        await until('needs-user')
        const reason = new Error('the window was closed')
        await store.signIn(() => Promise.reject(reason))
        assert.equal([store.get().status, store.get().error], ['needs-user', reason])
        await store.signIn(visitor)
        await until('ready')
      })
    },
  },
  {
    name: 'a token that expires and cannot be renewed makes a store wait for the user, with its client kept',
    async run(world) {
      const { assert } = world
      const { server, auth } = await protect(world, { token: { refresh: 'none' } })
      await useStore(world, { url: server.url, auth, lists: ['tools'] }, async ({ store, until }) => {
        await until('needs-user')
        await store.signIn(visitor)
        const { client } = await until('ready')
        await server.act({ expireTokens: true })
        await assert.rejects(store.callTool('echo', { text: 'x' }), { code: 'authorization-required' })
        assert.equal(store.get().status, 'needs-user')
        assert.same(store.get().client, client)
        await store.signIn(visitor)
        await until('ready')
        assert.equal(textsOf(await store.callTool('echo', { text: 'hi' })), ['hi'])
      })
    },
  },
  {
    name: 'signing out empties a store, and it waits for the user',
    async run(world) {
      const { assert } = world
      const { server, auth } = await protect(world, {}, { store: memoryStore() })
      await useStore(world, { url: server.url, auth }, async ({ store, until }) => {
        await until('needs-user')
        await store.signIn(visitor)
        await until('ready')
        await auth.signOut()
        assert.equal((await until('needs-user')).tools, [])
      })
    },
  },
  {
    name: 'a sign-out, here or in another tab, rejects the calls of a store that are in flight, with an unknown delivery',
    async run(world) {
      const { assert } = world
      const tokens = memoryStore()
      const { server, auth } = await protect(world, {}, { store: tokens })
      const other = authorize(world, server, { store: tokens })
      await useStore(world, { url: server.url, auth, lists: ['tools'], questions: [] }, async ({ store, until }) => {
        await until('needs-user')
        for (const where of ['here', 'in another tab']) {
          await store.signIn(visitor)
          await until('ready')
          await server.script(onCall({ hold: 'forever' }))
          const before = callsIn(await server.journal()).length
          const inFlight = store.callTool('counter')
          inFlight.catch(() => {})
          await server.until((journal) => callsIn(journal).length > before)
          if (where === 'here') await auth.signOut()
          else {
            await other.auth.signOut()
            const notSent = { code: 'authorization-required', delivery: 'not-executed' }
            await assert.rejects(store.callTool('echo', { text: 'x' }), notSent)
          }
          await assert.rejects(inFlight, {
            code: 'authorization-required',
            name: 'AuthorizationRequiredError',
            reason: 'sign-in-required',
            delivery: 'unknown',
            retryable: false,
            message: /tools\/call: the user signed out during the call/,
          })
          await until('needs-user')
        }
      })
    },
  },
  {
    name: 'without oauth a 401 waits for the user too: headers and retry() go on',
    async run(world) {
      const { assert } = world
      const server = await world.origin()
      await server.configure({ oauth: { clients: [{ id: 'robot', secret: 'secret-given' }] } })
      let token = 'wrong'
      const headers = () => ({ authorization: `Bearer ${token}` })
      await useStore(world, { url: server.url, headers }, async ({ store, until }) => {
        assert.match((await until('needs-user')).error, { status: 401, delivery: 'not-executed' })
        await assert.rejects(store.signIn(visitor), { name: 'TypeError', message: /the option auth/ })
        const before = (await server.journal()).length
        await world.macrotasks(10)
        assert.equal((await server.journal()).length, before, 'it is not tried again')
        const body = new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: 'robot',
          client_secret: 'secret-given',
          resource: server.url,
        })
        const answer = await fetch(`${new URL(server.url).origin}/oauth/token`, { method: 'POST', body })
        token = ((await answer.json()) as { access_token: string }).access_token
        store.retry()
        await until('ready')
      })
    },
  },
]
