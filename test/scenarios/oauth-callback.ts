/** The callback: whose it is, and what of it is believed. */
import { CALLBACK, grantsAt, leave, protect, requestsTo, visit, visitor } from './oauth-protected.ts'
import type { Scenario } from './scenario.ts'

export const oauthCallback: Scenario[] = [
  {
    name: 'auth:A-47 auth:S-5 the issuer of a callback must be the one that was left for, to the letter',
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
        else await assert.rejects(auth.signIn(visitor), { code: 'auth', reason: 'invalid_callback' })
        assert.equal((await grantsAt(server)).length, works ? 1 : 0, row)
      }
    },
  },
  {
    name: 'auth:A-48 what a callback says is not repeated before its issuer is known',
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
      const error = await assert.rejects(auth.signIn(visitor), { reason: 'invalid_callback' })
      const shown = JSON.stringify([error, error.message, error.stack, auth.status, events, String(error.cause)])
      assert(!shown.includes('canary'), 'nothing of it is shown')
    },
  },
  {
    name: 'auth:A-49 a parameter that comes twice makes a callback worthless, and the real one still counts',
    async run(world) {
      const { assert } = world
      const { auth, server } = await protect(world)
      const driver = leave()
      await auth.signIn(driver)
      const real = await visit(driver.urls[0]!)
      for (const name of ['code', 'state', 'iss']) {
        const twice = new URLSearchParams(real)
        twice.append(name, 'x')
        await assert.rejects(auth.finish(twice), { code: 'auth', reason: 'invalid_callback' })
      }
      assert.equal(await grantsAt(server), [])
      assert.match(await auth.finish(real), { status: 'authorized' })
    },
  },
  {
    name: 'auth:A-50 auth:S-11 a callback that nobody waits for changes nothing, and the real one succeeds',
    async run(world) {
      const { assert } = world
      const { auth, connect, server } = await protect(world)
      const driver = leave()
      assert.match(await auth.signIn(driver), { status: 'authorizing' })
      const before = auth.status
      for (const state of ['forged', '', '__proto__', 'constructor']) {
        await assert.rejects(auth.finish(`${CALLBACK}?code=x&state=${state}`), { reason: 'invalid_callback' })
      }
      await assert.rejects(auth.finish(`${CALLBACK}?error=access_denied`), { reason: 'invalid_callback' })
      assert(auth.status === before, 'the status is the same')
      assert.match(await auth.finish(`${CALLBACK}?${await visit(driver.urls[0]!)}`), { status: 'authorized' })
      await connect()
      assert.equal(await grantsAt(server), ['authorization_code'])
    },
  },
  {
    name: 'auth:A-51 auth:S-5 a code goes to the server that it was asked of, although the metadata name another by now',
    async run(world) {
      const { assert } = world
      const evil = await world.origin()
      await evil.configure({ oauth: {} })
      const { auth, server } = await protect(world)
      const driver = leave()
      await auth.signIn(driver)
      const callback = await visit(driver.urls[0]!)
      const fields = { authorization_servers: [new URL(evil.url).origin] }
      await server.configure({ oauth: { resource: { fields } } })
      await auth.finish(callback).catch(() => {})
      assert.equal(requestsTo(await evil.journal(), '/oauth/token'), [])
      assert.equal((await grantsAt(server)).length <= 1, true)
    },
  },
  {
    name: 'auth:A-39 two sign-ins may be finished in reverse order',
    async run(world) {
      const { assert } = world
      const { auth, connect, server } = await protect(world)
      const driver = leave()
      await auth.signIn(driver)
      await auth.signIn(driver)
      const [first, second] = await Promise.all(driver.urls.map(visit))
      assert.match(await auth.finish(second!), { status: 'authorized' })
      assert.match(await auth.finish(first!), { status: 'authorized' })
      await connect()
      assert.equal((await grantsAt(server)).length, 2)
    },
  },
  {
    name: 'auth:A-52 auth:A-118 a callback that is delivered twice is redeemed once, and both hear the same',
    async run(world) {
      const { assert } = world
      const { auth, server } = await protect(world)
      const driver = leave()
      await auth.signIn(driver)
      const callback = await visit(driver.urls[0]!)
      const both = await Promise.all([auth.finish(callback), auth.finish(`${CALLBACK}?${callback}`)])
      assert(
        both.every(({ status }) => status === 'authorized'),
        'both are told so',
      )
      assert.equal(await grantsAt(server), ['authorization_code'])
      await auth.finish(callback).catch(() => {})
      assert.equal(await grantsAt(server), ['authorization_code'])
    },
  },
  {
    name: 'auth:A-53 a person who says no is a status, and nothing starts again',
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
    name: 'auth:A-48 an error of the authorization server in a good callback is told in its own words',
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
    name: 'auth:A-39 a sign-in that is aborted ends with the caller’s own reason',
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
      assert((await assert.rejects(waiting)) === (reason as never), 'the very reason')
      assert.equal(await grantsAt(server), [])
    },
  },
]
