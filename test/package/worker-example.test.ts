/** The Worker of examples/worker in Miniflare, with the package as it is published and the servers of examples/. */
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Miniflare, type Request as WorkerRequest, Response as WorkerResponse } from 'miniflare'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Message } from '../../examples/chat/model.ts'
import { atlas, weather } from '../../examples/servers.ts'
import { createScratch, type Scratch } from '../../playground/server/scratch.ts'
import type { MockServer } from '../../src/testing/index.ts'
import { root } from '../support/paths.ts'
import { type Consumer, createConsumer } from './consumer.ts'
import { startWorker } from './examples/wrangler.ts'

const folders = ['chat', 'worker'].map((name) => join(root, 'examples', name))
const forecast = (place: string) => `Tomorrow in ${place}: 21 °C and a light wind`
/** A turn of the chat: both servers were used. */
const turn = (thing: string, place: string) => [
  { role: 'user', text: `Where is the ${thing}?` },
  { role: 'assistant', text: 'Let me look.' },
  { role: 'tool', text: place },
  { role: 'tool', text: forecast(place) },
  { role: 'assistant', text: `It is in ${place}. ${forecast(place)}.` },
]

describe('the chat of examples/worker', () => {
  let project: Consumer
  let storage: Scratch
  let servers: Record<string, MockServer>
  /** How many methods of each server the test has looked at. */
  let seen: Record<string, number>
  let worker: Miniflare
  beforeAll(async () => {
    storage = await createScratch()
    project = await createConsumer()
    for (const folder of folders) await cp(folder, join(project.path, folder.split('/').at(-1)!), { recursive: true })
    worker = await start()
  }, 60_000)
  afterAll(async () => {
    await worker.dispose()
    await Promise.all([project.dispose(), storage.dispose()])
  })
  beforeEach(() => {
    servers = { atlas: atlas(), weather: weather() }
    seen = {}
  })

  const start = () => startWorker(join(project.path, 'worker'), { outboundService, storage: storage.path })

  /** The servers at the addresses of wrangler.toml. */
  async function outboundService(request: WorkerRequest): Promise<WorkerResponse> {
    const [, name] = /^http:\/\/127\.0\.0\.1:8080\/(\w+)\/mcp$/.exec(request.url) ?? []
    const server = servers[name ?? '']
    if (!server) return new WorkerResponse(`No server at ${request.url}`, { status: 404 })
    const { method, headers } = request
    const body = ['GET', 'HEAD'].includes(method) ? null : await request.text()
    const response = await server.handle(new Request(server.url, { method, headers: [...headers], body }))
    return new WorkerResponse(response.body as never, { status: response.status, headers: [...response.headers] })
  }

  const post = (body: string) => worker.dispatchFetch('http://worker/chat', { method: 'POST', body })

  async function ask(chat: string, thing: string): Promise<Message[]> {
    const response = await post(JSON.stringify({ chat, text: `Where is the ${thing}?` }))
    const text = await response.text()
    expect(response.status, text).toBe(200)
    return JSON.parse(text).messages
  }

  /** The methods that each server received since the last time. */
  function newMethods(): Record<string, readonly string[]> {
    return Object.fromEntries(
      Object.entries(servers).map(([name, { journal }]) => {
        const methods = journal.methods.slice(seen[name] ?? 0)
        seen[name] = journal.methods.length
        return [name, methods]
      }),
    )
  }
  test.for([
    ['2026-07-28', 'server/discover'],
    ['2025-11-25', 'initialize'],
  ] as const)(
    'goes on with nothing but the calls when its object was evicted, and when the process was restarted (%s)',
    async ([version, handshake]) => {
      for (const server of Object.values(servers)) server.configure({ versions: [version] })
      const turns = [turn('lighthouse', 'Alexandria'), turn('teapot', 'Utah'), turn('windmill', 'Kinderdijk')]
      expect(await ask(version, 'lighthouse')).toEqual(turns[0])
      for (const methods of Object.values(newMethods())) {
        expect(methods).toEqual(expect.arrayContaining([handshake, 'tools/list', 'tools/call']))
      }
      await worker.unsafeEvictDurableObject('chat', 'Chat', { name: version })
      expect(await ask(version, 'teapot')).toEqual(turns.slice(0, 2).flat())
      expect(newMethods()).toEqual({ atlas: ['tools/call'], weather: ['tools/call'] })
      // Now nothing is left but the storage: the memory of the isolate is gone too.
      await worker.dispose()
      worker = await start()
      expect(await ask(version, 'windmill')).toEqual(turns.flat())
      expect(newMethods()).toEqual({ atlas: ['tools/call'], weather: ['tools/call'] })
    },
  )

  test('takes the turns of a chat one after the other, and chats do not know of each other', async () => {
    const asked = [ask('monday', 'teapot'), ask('monday', 'teapot'), ask('tuesday', 'lighthouse')]
    const [first, second, other] = await Promise.all(asked)
    const utah = turn('teapot', 'Utah')
    expect([first, second].sort((one, two) => one!.length - two!.length)).toEqual([utah, [...utah, ...utah]])
    expect(other).toEqual(turn('lighthouse', 'Alexandria'))
  })

  test('tells the model what is wrong with a server, ends, and uses the server again when it is back', async () => {
    const down = servers.weather!.fault('http-500')
    const messages = await ask('stormy', 'teapot')
    expect(messages[2]).toEqual({ role: 'tool', text: 'Utah' })
    expect(messages.at(-1)).toEqual({ role: 'tool', text: 'There is no tool forecast' })
    down.stop()
    expect(await ask('stormy', 'windmill')).toEqual([...messages, ...turn('windmill', 'Kinderdijk')])
  })

  test('answers 400 or 404 to what is no question', async () => {
    for (const body of ['', 'null', '{}', '{"chat":"monday"}', '{"chat":1,"text":"Where?"}']) {
      const response = await post(body)
      expect(response.status, body).toBe(400)
      expect(await response.json()).toEqual({ error: 'Expected { "chat": "<name>", "text": "<question>" }' })
    }
    expect((await worker.dispatchFetch('http://worker/chat')).status).toBe(404)
    expect((await worker.dispatchFetch('http://worker/', { method: 'POST', body: '{}' })).status).toBe(404)
    expect(newMethods()).toEqual({ atlas: [], weather: [] })
  })

  test('compiles, has at most 120 lines with its model, and is listed in examples/README.md', async () => {
    const options = { module: 'nodenext', skipLibCheck: true, lib: ['esnext'], types: ['@cloudflare/workers-types'] }
    await project.compile('worker', ['worker/worker.ts'], options)
    const files = ['worker/worker.ts', 'chat/model.ts'].map((file) => join(root, 'examples', file))
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
    expect(texts.join('').split('\n').length).toBeLessThanOrEqual(120)
    expect(await readFile(join(root, 'examples/README.md'), 'utf8')).toContain('(worker)')
  })
})
