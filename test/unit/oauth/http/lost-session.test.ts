/** A 401 about a lost session goes back to the client; how its body is read is bounded. */
import { expect, test } from 'vitest'
import { request, SERVER } from '../fake-servers.ts'
import { signedIn } from '../signed-in.ts'

const inSession = (signal = new AbortController().signal) => ({
  ...request(),
  signal,
  headers: { 'mcp-session-id': 's1' },
})

/** A body that never ends, and whether it was cancelled. */
function endless(text: string) {
  const seen = { cancelled: 0 }
  const create = () =>
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
      cancel: () => void seen.cancelled++,
    })
  return { seen, create }
}

test('a 401 about a lost session is handed to the client with its words, and the status stays', async () => {
  const { auth, servers } = await signedIn()
  servers.on(SERVER, () => new Response('Unauthorized: Session not found', { status: 401 }))
  const response = await auth.fetch(SERVER, inSession())
  expect([response.status, await response.text()]).toEqual([401, 'Unauthorized: Session not found'])
  expect(auth.status).toMatchObject({ status: 'authorized' })
  expect(servers.to('https://as.example/token')).toHaveLength(1)
})

test('without a session the same words are about the token', async () => {
  const { auth, servers } = await signedIn()
  servers.on(SERVER, () => new Response('Unauthorized: Session not found', { status: 401 }))
  await expect(auth.fetch(SERVER, request())).rejects.toMatchObject({ code: 'auth', reason: 'unauthorized' })
})

test('a body that does not end is waited for a second, then the token is refreshed', async () => {
  const { auth, servers, environment } = await signedIn()
  const { seen, create } = endless('Unauthorized')
  servers.on(SERVER, () => new Response(create(), { status: 401 }))
  const refused = auth.fetch(SERVER, inSession())
  refused.catch(() => {})
  for (let attempt = 1; attempt <= 2; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(seen.cancelled).toBe(attempt - 1)
    environment.advance(1_000)
  }
  await expect(refused).rejects.toMatchObject({ code: 'auth', reason: 'unauthorized' })
  expect(seen.cancelled).toBe(2)
  expect(environment.pending()).toBe(0)
})

test('an abort meanwhile rejects with its reason, and says nothing about the token', async () => {
  const { auth, servers } = await signedIn()
  const { seen, create } = endless('Unauthorized')
  servers.on(SERVER, () => new Response(create(), { status: 401 }))
  const stop = new AbortController()
  const stopped = auth.fetch(SERVER, inSession(stop.signal))
  stopped.catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, 5))
  stop.abort(new Error('enough'))
  await expect(stopped).rejects.toThrow('enough')
  expect(seen.cancelled).toBe(1)
  expect(auth.status).toMatchObject({ status: 'authorized' })
})
