/** How long an authorization server is waited for. */
import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { createOAuthContext } from '../../../src/oauth/context.ts'
import { createManualEnvironment } from '../manual-environment.ts'
import { AS, agree, createFakeServers, SERVER } from './fake-servers.ts'
import { setUp } from './signed-in.ts'

test('metadata that never come, or never end, are given up after ten seconds', async () => {
  const endless = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }))
  for (const answer of [() => new Promise<Response>(() => {}), endless]) {
    const { servers, auth, environment } = setUp()
    const asked = new Promise<void>((resolve) => {
      servers.on(AS, () => {
        resolve()
        return answer()
      })
    })
    const signingIn = auth.signIn(agree)
    const refused = expect(signingIn).rejects.toMatchObject({ reason: 'temporarily_unavailable', retryable: true })
    await asked
    environment.advance(9_999)
    expect(auth.status.status).toBe('anonymous')
    environment.advance(1)
    await refused
    expect(environment.pending()).toBe(0)
  }
})

test('a server that never answers is given up after ten seconds', async () => {
  const environment = createManualEnvironment()
  let signal: AbortSignal | undefined
  const { request } = createOAuthContext(environment, {
    server: SERVER,
    fetch: (_url, init) => {
      signal = init.signal
      return new Promise(() => {})
    },
  })
  const asking = request(AS, 'as')
  environment.advance(10_000)
  await expect(asking).rejects.toMatchObject({ reason: 'temporarily_unavailable', retryable: true })
  expect(signal?.aborted).toBe(true)
  expect(environment.pending()).toBe(0)
})

test('whoever asks may give up earlier, with a reason of their own', async () => {
  const environment = createManualEnvironment()
  const { request } = createOAuthContext(environment, { server: SERVER, fetch: () => new Promise(() => {}) })
  const stop = new AbortController()
  const asking = request(AS, 'as', { signal: stop.signal })
  const reason = new Error('enough')
  stop.abort(reason)
  await expect(asking).rejects.toBe(reason)
  expect(environment.pending()).toBe(0)
})

test('a signal that many requests share has one listener for all of them', async () => {
  const { signal } = new AbortController()
  const { fetch } = createFakeServers()
  const { request } = createOAuthContext(createManualEnvironment(), { server: SERVER, fetch })
  for (let count = 0; count < 3; count++) await request(AS, 'as', { signal })
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
})
