/** Texts of servers in the messages of errors: at most 200 characters each, and the reason in words. */
import { expect, test } from 'vitest'
import { agree, ISSUER, json, SERVER } from './fake-servers.ts'
import { setUp, signedIn } from './signed-in.ts'

const LONG = 'x'.repeat(1_800)

test('a long issuer, resource or list of scopes is cut', async () => {
  const issuer = setUp()
  issuer.servers.resource.authorization_servers = [`${ISSUER}/${LONG}`]
  const resource = setUp()
  resource.servers.resource.resource = `https://other.example/${LONG} ${LONG}`
  for (const { auth } of [issuer, resource]) {
    const error = await auth.signIn(agree).catch((error) => error)
    expect(error.code).toBe('auth')
    expect(error.message.length).toBeLessThan(400)
  }
  const { servers, call } = await signedIn()
  const scope = Array.from({ length: 300 }, (_, index) => `scope-${index}`).join(' ')
  servers.on(SERVER, json({}, 403, { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` }))
  const error = await call().catch((error) => error)
  expect(error.code).toBe('insufficient-scope')
  expect(error.message.length).toBeLessThan(300)
})

test('a server error of a token endpoint is not called a refusal', async () => {
  const { servers, auth } = setUp()
  servers.on(`${ISSUER}/token`, json({}, 503))
  await expect(auth.signIn(agree)).rejects.toMatchObject({
    reason: 'temporarily-unavailable',
    message: `${ISSUER} is temporarily unavailable (503)`,
  })
})
