/** The limits of requests to authorization servers, and their abort. */
import { getEventListeners } from 'node:events'
import { expect, test, vi } from 'vitest'
import { createOAuthContext } from '../../../../src/oauth/context.ts'
import { createManualEnvironment } from '../../manual-environment.ts'
import { AS, agree, createFakeServers, SERVER } from '../fake-servers.ts'
import { setUp } from '../signed-in.ts'

test('metadata that never arrive or never end are given up after ten seconds', async () => {
  const endless = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }))
  for (const answer of [() => new Promise<Response>(() => {}), endless]) {
    const { servers, auth, environment } = setUp()
    const requested = new Promise<void>((resolve) => {
      servers.on(AS, () => {
        resolve()
        return answer()
      })
    })
    const signingIn = auth.signIn(agree)
    const refused = expect(signingIn).rejects.toMatchObject({ reason: 'temporarily-unavailable', retryable: true })
    await requested
    environment.advance(9_999)
    expect(auth.status.status).toBe('anonymous')
    environment.advance(1)
    await refused
    expect(environment.pending()).toBe(0)
  }
})

test('a request without a response is aborted after ten seconds', async () => {
  const environment = createManualEnvironment()
  let signal: AbortSignal | undefined
  const { request } = createOAuthContext(environment, {
    server: SERVER,
    fetch: (_url, init) => {
      signal = init.signal
      return new Promise(() => {})
    },
  })
  const requesting = request(AS, 'authorization-server')
  environment.advance(10_000)
  await expect(requesting).rejects.toMatchObject({ reason: 'temporarily-unavailable', retryable: true })
  expect(signal?.aborted).toBe(true)
  expect(environment.pending()).toBe(0)
})

test('an aborted signal ends a request with its reason', async () => {
  const environment = createManualEnvironment()
  const { request } = createOAuthContext(environment, { server: SERVER, fetch: () => new Promise(() => {}) })
  const stop = new AbortController()
  const requesting = request(AS, 'authorization-server', { signal: stop.signal })
  const reason = new Error('enough')
  stop.abort(reason)
  await expect(requesting).rejects.toBe(reason)
  expect(environment.pending()).toBe(0)
})

test('a signal that many requests share has one listener for all of them', async () => {
  const { signal } = new AbortController()
  const { fetch } = createFakeServers()
  const { request } = createOAuthContext(createManualEnvironment(), { server: SERVER, fetch })
  for (let count = 0; count < 3; count++) await request(AS, 'authorization-server', { signal })
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
})

test('metadata in many pieces add no listener for each', async () => {
  const { signal } = new AbortController()
  const added = vi.spyOn(signal, 'addEventListener')
  const pieces = [...JSON.stringify({ issuer: 'x'.repeat(5_000) })].values()
  const pull = (controller: ReadableStreamDefaultController) => {
    const { done, value } = pieces.next()
    if (done) controller.close()
    else controller.enqueue(new TextEncoder().encode(value))
  }
  const fetch = async () => new Response(new ReadableStream({ pull }))
  const { request } = createOAuthContext(createManualEnvironment(), { server: SERVER, fetch })
  const { json } = await request(AS, 'authorization-server', { signal })
  expect(json?.issuer).toHaveLength(5_000)
  expect(added).toHaveBeenCalledTimes(1)
})

test.for<unknown>([null, undefined, 0, 'enough'])(
  'a sign-in that is aborted with %j ends with that',
  async (reason) => {
    const stop = new AbortController()
    const { auth, servers } = setUp()
    servers.on(AS, () => {
      stop.abort(reason)
      return new Promise(() => {})
    })
    const outcome = await auth.signIn(agree, { signal: stop.signal }).catch((error) => ({ error }))
    expect(outcome).toEqual({ error: stop.signal.reason })
    expect(auth.status.status).toBe('anonymous')
  },
)
