/** Calls in a Durable Object of workerd: the object is aborted at every event of the wire, and an alarm wakes it again. */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, type Request as IncomingRequest, Miniflare, Response } from 'miniflare'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DurableCall } from '../../../src/durable/index.ts'
import { createMockServer, type MockServer } from '../../../src/testing/index.ts'

describe.each(['2025-11-25', '2026-07-28'])('a Durable Object that runs calls (%s)', (version) => {
  let worker: Miniflare
  let server: MockServer
  let executions = 0
  let events = 0
  /** Called at every event of the wire: a request that arrives, and something that the server sends. */
  let onEvent: (event: number) => Promise<void> = async () => {}
  const tick = () => onEvent(++events)

  beforeAll(async () => {
    const entry = fileURLToPath(new URL('calls-worker.ts', import.meta.url))
    const options = { bundle: true, write: false, format: 'esm', target: 'es2022' } as const
    const { outputFiles } = await build({ entryPoints: [entry], ...options })
    worker = new Miniflare(
      convertV4MiniflareOptions({
        // Otherwise Miniflare fetches the `cf` object from a host on the internet.
        cf: false,
        name: 'calls',
        modules: true,
        script: outputFiles[0]!.text,
        compatibilityDate: '2026-08-01',
        bindings: { VERSION: version },
        durableObjects: { CALLS: { className: 'Calls', useSQLite: true } },
        outboundService: answer,
      }),
    )
    await worker.ready
  })

  afterAll(() => worker.dispose())

  function reset(): void {
    executions = 0
    events = 0
    server = createMockServer({
      versions: [version],
      tools: {
        count: {
          async run(_args, { progress }) {
            executions++
            for (const step of [1, 2, 3]) {
              await progress(step, 3)
              await tick()
            }
            return 'counted'
          },
        },
        pay: {
          async run(_args, { elicit }) {
            const { action } = await elicit('Pay?')
            return `paid ${++executions}: ${action}`
          },
        },
      },
    })
  }

  async function answer(request: IncomingRequest): Promise<Response> {
    const { url, method } = request
    const text = method === 'POST' ? await request.text() : undefined
    const headers = Object.fromEntries(request.headers)
    await tick()
    const answered = await server.fetch(url, { method, headers, ...(text !== undefined && { body: text }) })
    return new Response(answered.body as ReadableStream | null, {
      status: answered.status,
      headers: Object.fromEntries(answered.headers),
    })
  }

  const send = async (object: string, path = '', init: { method?: string; body?: string } = {}) =>
    worker.dispatchFetch(`http://app.example/${object}/${path}`, init)

  const callOf = async (object: string) => (await (await send(object, 'one')).json()) as DurableCall

  const isEnded = ({ status }: Partial<DurableCall>) => !['running', 'waiting', undefined].includes(status)

  async function play(object: string, abortAt: number): Promise<DurableCall | undefined> {
    reset()
    onEvent = async (event) => {
      if (event === abortAt) await send(object, 'abort').catch(() => {})
    }
    const body = JSON.stringify({ id: 'one', name: 'count' })
    await send(object, '', { method: 'POST', body }).catch(() => {})
    await expect.poll(async () => isEnded(await callOf(object)), { timeout: 8_000, interval: 50 }).toBe(true)
    return callOf(object)
  }

  test('ends each call once, whenever it is aborted, and the counter of the server agrees', async () => {
    expect(await play('whole', 0)).toMatchObject({ status: 'answered', result: { content: [{ text: 'counted' }] } })
    const total = events
    expect(total).toBeGreaterThan(4)
    const seen: string[] = []
    for (let at = 1; at <= total; at++) {
      const call = await play(`aborted-${at}`, at)
      seen.push(call!.status)
      expect(executions, `aborted at ${at}`).toBeLessThanOrEqual(1)
      if (call!.status === 'answered') expect(executions).toBe(1)
      if (call!.status === 'failed') expect(executions).toBe(0)
      expect(server.journal.calls('tools/call').length).toBeLessThanOrEqual(1)
    }
    expect(seen).toContain('unknown')
    // Only a stream with event ids can be resumed.
    if (version === '2025-11-25') expect(seen.slice(-3)).toContain('answered')
  })

  test('starts a call with a known id once, shows it, and forgets it', async () => {
    reset()
    onEvent = async () => {}
    const body = JSON.stringify({ id: 'one', name: 'count' })
    const started = await send('known', '', { method: 'POST', body })
    expect(started.status).toBe(202)
    expect(await started.json()).toMatchObject({ id: 'one', name: 'count' })
    await send('known', '', { method: 'POST', body })
    await expect.poll(async () => (await callOf('known')).status, { interval: 50 }).toBe('answered')
    expect(executions).toBe(1)
    const stream = await worker.dispatchFetch('http://app.example/known/one', {
      headers: { accept: 'text/event-stream' },
    })
    expect(await stream.text()).toContain('event: result\ndata: {')
    expect(await (await send('known')).json()).toMatchObject([{ id: 'one', status: 'answered' }])
    expect((await send('known', 'one', { method: 'DELETE' })).status).toBe(204)
    expect((await send('known', 'one')).status).toBe(404)
  })

  // Before it, a server asks on the stream of the call: docs/durable.md, Limits.
  test.runIf(version === '2026-07-28')('keeps a question while it is aborted, and takes one answer', async () => {
    reset()
    onEvent = async () => {}
    const object = 'asked'
    await send(object, '', { method: 'POST', body: JSON.stringify({ id: 'one', name: 'pay' }) })
    await expect.poll(async () => (await callOf(object)).status, { interval: 50 }).toBe('waiting')
    await send(object, 'abort').catch(() => {})
    const { status, question = {} } = await callOf(object)
    expect(status).toBe('waiting')
    const accept = { action: 'accept', content: {} }
    const body = JSON.stringify(Object.fromEntries(Object.keys(question).map((key) => [key, accept])))
    const answered = await send(object, 'one', { method: 'POST', body })
    expect([answered.status, ((await answered.json()) as DurableCall).status]).toEqual([202, 'running'])
    await expect.poll(async () => isEnded(await callOf(object)), { interval: 50 }).toBe(true)
    expect(await callOf(object)).toMatchObject({
      status: 'answered',
      result: { content: [{ text: 'paid 1: accept' }] },
    })
    expect((await send(object, 'one', { method: 'POST', body })).status).toBe(409)
    expect((await send(object, 'two', { method: 'POST', body })).status).toBe(404)
    expect((await send(object, 'one', { method: 'POST', body: '{' })).status).toBe(400)
    expect(executions).toBe(1)
  })
})
