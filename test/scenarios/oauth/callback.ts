/** The callback of the authorization request, and how it is verified. */
import type { Scenario } from '../scenario.ts'
import {
  CALLBACK,
  createRecordingDriver,
  grantsAt,
  protect,
  requestsTo,
  visit,
  visitor,
} from '../steps/protected-server.ts'

export const callback: Scenario[] = [
  {
    name: 'the iss of a callback must be exactly the issuer of the request',
    ids: ['auth:A-47', 'auth:S-5'],
    async run(world) {
      const { assert } = world
      for (const [advertised, iss, works] of [
        [true, 'own', true],
        [true, null, false],
        [null, null, true],
        [null, 'own', true],
        ['true', null, true],
        [true, 'https://evil.example', false],
        [null, 'https://evil.example', false],
        [true, 'slash', false],
        [true, 'case', false],
        [true, '', false],
      ] as const) {
        const { auth, server, origin } = await protect(world)
        const named = { own: origin, slash: `${origin}/`, case: origin.toUpperCase() }[String(iss)] ?? iss
        const fields = { authorization_response_iss_parameter_supported: advertised }
        await server.configure({ oauth: { server: { fields }, callback: { iss: named } } })
        const row = `advertised ${advertised}, iss ${iss}`
        if (works) assert.match(await auth.signIn(visitor), { status: 'authorized' }, row)
        else await assert.rejects(auth.signIn(visitor), { code: 'auth', reason: 'invalid-callback' })
        assert.equal((await grantsAt(server)).length, works ? 1 : 0, row)
      }
    },
  },
  {
    name: 'error text of a callback is not shown before its issuer is verified',
    ids: ['auth:A-48'],
    async run(world) {
      const { assert } = world
      const callback = {
        code: null,
        error: 'canary-error',
        error_description: 'canary-description',
        error_uri: 'https://canary.example/',
        iss: 'https://evil.example',
      }
      const { auth, events } = await protect(world, { callback })
      const error = await assert.rejects(auth.signIn(visitor), { reason: 'invalid-callback' })
      const shown = JSON.stringify([error, error.message, error.stack, auth.status, events, String(error.cause)])
      assert(!shown.includes('canary'), 'nothing of it is shown')
    },
  },
  {
    name: 'a callback with a repeated parameter is refused, and the real one still works',
    ids: ['auth:A-49'],
    async run(world) {
      const { assert } = world
      const { auth, server } = await protect(world)
      const driver = createRecordingDriver()
      await auth.signIn(driver)
      const real = await visit(driver.urls[0]!)
      for (const name of ['code', 'state', 'iss']) {
        const twice = new URLSearchParams(real)
        twice.append(name, 'x')
        await assert.rejects(auth.handleCallback(twice), { code: 'auth', reason: 'invalid-callback' })
      }
      assert.equal(await grantsAt(server), [])
      assert.match(await auth.handleCallback(real), { status: 'authorized' })
    },
  },
  {
    name: 'a callback with an unknown state changes nothing, and the real one succeeds',
    ids: ['auth:A-50', 'auth:S-11'],
    async run(world) {
      const { assert } = world
      const { auth, connect, server } = await protect(world)
      const driver = createRecordingDriver()
      assert.match(await auth.signIn(driver), { status: 'authorizing' })
      const before = auth.status
      for (const state of ['forged', '', '__proto__', 'constructor']) {
        await assert.rejects(auth.handleCallback(`${CALLBACK}?code=x&state=${state}`), { reason: 'invalid-callback' })
      }
      await assert.rejects(auth.handleCallback(`${CALLBACK}?error=access_denied`), { reason: 'invalid-callback' })
      assert(auth.status === before, 'the status is the same')
      assert.match(await auth.handleCallback(`${CALLBACK}?${await visit(driver.urls[0]!)}`), { status: 'authorized' })
      await connect()
      assert.equal(await grantsAt(server), ['authorization_code'])
    },
  },
  {
    name: 'a code is redeemed at the server that issued it, although the metadata names another by now',
    ids: ['auth:A-51', 'auth:S-5'],
    async run(world) {
      const { assert } = world
      const evil = await world.origin()
      await evil.configure({ oauth: {} })
      const { auth, server } = await protect(world)
      const driver = createRecordingDriver()
      await auth.signIn(driver)
      const callback = await visit(driver.urls[0]!)
      const fields = { authorization_servers: [new URL(evil.url).origin] }
      await server.configure({ oauth: { resource: { fields } } })
      await auth.handleCallback(callback).catch(() => {})
      assert.equal(requestsTo(await evil.journal(), '/oauth/token'), [])
      assert.equal((await grantsAt(server)).length <= 1, true)
    },
  },
  {
    name: 'two sign-ins may finish in reverse order',
    ids: ['auth:A-39'],
    async run(world) {
      const { assert } = world
      const { auth, connect, server } = await protect(world)
      const driver = createRecordingDriver()
      await auth.signIn(driver)
      await auth.signIn(driver)
      const [first, second] = await Promise.all(driver.urls.map(visit))
      assert.match(await auth.handleCallback(second!), { status: 'authorized' })
      assert.match(await auth.handleCallback(first!), { status: 'authorized' })
      await connect()
      assert.equal((await grantsAt(server)).length, 2)
    },
  },
  {
    name: 'a callback that is delivered twice is redeemed once, and both deliveries get the same result',
    ids: ['auth:A-52', 'auth:A-118'],
    async run(world) {
      const { assert } = world
      const { auth, server } = await protect(world)
      const driver = createRecordingDriver()
      await auth.signIn(driver)
      const callback = await visit(driver.urls[0]!)
      const both = await Promise.all([auth.handleCallback(callback), auth.handleCallback(`${CALLBACK}?${callback}`)])
      assert(
        both.every(({ status }) => status === 'authorized'),
        'both get the same error',
      )
      assert.equal(await grantsAt(server), ['authorization_code'])
      await auth.handleCallback(callback).catch(() => {})
      assert.equal(await grantsAt(server), ['authorization_code'])
    },
  },
  {
    name: 'access_denied becomes a status, and no new sign-in starts',
    ids: ['auth:A-53'],
    async run(world) {
      const { assert } = world
      const { auth, connect, server } = await protect(world, { callback: { code: null, error: 'access_denied' } })
      let visits = 0
      const status = await auth.signIn((url) => {
        visits++
        return visit(url)
      })
      assert.match(status, { status: 'denied' })
      assert.match(auth.status, { status: 'denied' })
      assert.equal([visits, await grantsAt(server)], [1, []])
      await server.configure({ oauth: { callback: {} } })
      assert.match(await auth.signIn(visitor), { status: 'authorized' })
      await connect()
    },
  },
  {
    name: 'an error of the authorization server in a valid callback is reported in its own words',
    ids: ['auth:A-48'],
    async run(world) {
      const { assert } = world
      const callback = { code: null, error: 'invalid_scope', error_description: 'not \u0007 this one' }
      const { auth } = await protect(world, { callback })
      const error = await assert.rejects(auth.signIn(visitor), { code: 'auth', delivery: 'not-executed' })
      assert.match(error.server, { error: 'invalid_scope', description: /this one/ })
      assert(
        !/\p{Cc}/u.test(String((error.server as { description: string }).description)),
        'control characters are escaped',
      )
    },
  },
  {
    name: "an aborted sign-in rejects with the signal's reason",
    ids: ['auth:A-39'],
    async run(world) {
      const { assert } = world
      const { auth, server } = await protect(world)
      const stop = new AbortController()
      const reason = new Error('changed my mind')
      const waiting = auth.signIn(
        (_, { signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason))
            stop.abort(reason)
          }),
        { signal: stop.signal },
      )
      assert.same(await assert.rejects(waiting), reason, 'the very reason')
      assert.equal(await grantsAt(server), [])
    },
  },
]
