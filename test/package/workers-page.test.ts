/** The Workers of docs/workers.md compile with the types of Workers, and do in workerd what the page says. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, type Request as IncomingRequest, Miniflare, Response } from 'miniflare'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../support/paths.ts'
import { type Consumer, createConsumer } from './consumer.ts'
import { createControlledServer } from './examples/server.ts'
import { findExamples } from './markdown-examples.ts'

const TIMEOUT = 60_000
const examples = findExamples(await readFile(join(root, 'docs/workers.md'), 'utf8'))
const teapot = { type: 'text', text: 'a picture of the teapot' }

/** Texts of the examples, what each answers, and the requests that a first and a second visit send. */
const answers: readonly [mark: string, answer: unknown, first: number, second: number][] = [
  ['waitUntil(client.close())', [teapot], 2, 1],
  ['TOOLS: Fetcher', ['render', 'weather', 'pay', 'deploy', 'train'], 2, 1],
  ['connectGroup(', [teapot, { celsius: 21 }], 6, 4],
  // It is evicted in between.
  ['extends DurableObject', [teapot], 2, 1],
  // The example server gives its lists no time to live.
  ['kvStore(env.MCP_CACHE)', ['render', 'weather', 'pay', 'deploy', 'train'], 2, 1],
]

/** Texts of the examples whose answers are streams of events. */
const streams = ['progressResponse((options)', 'extends CallObject']

describe('the Workers of docs/workers.md', { timeout: TIMEOUT }, () => {
  let consumer: Consumer
  beforeAll(async () => {
    consumer = await createConsumer()
  }, TIMEOUT)
  afterAll(() => consumer.dispose())

  test('compile with the types of Workers and without the DOM library', async () => {
    const files = examples.map(({ line, code }) => [`worker-line-${line}.ts`, `${'\n'.repeat(line)}${code}`] as const)
    await consumer.add(Object.fromEntries(files))
    const options = { lib: ['esnext'], types: ['@cloudflare/workers-types'], module: 'nodenext', skipLibCheck: true }
    await consumer.compile(
      'workers',
      files.map(([name]) => name),
      options,
    )
  })

  test.for(answers)('answer as the page says: %s', async ([mark, answer, first, second]) => {
    const { worker, requests } = await start(mark)
    try {
      const visit = async () => (await worker.dispatchFetch('http://app.example/')).json()
      expect(await visit()).toEqual(answer)
      expect(requests()).toBe(first)
      if (mark.includes('DurableObject')) await worker.unsafeEvictDurableObject('example', 'Agent', { name: 'ada' })
      expect(await visit()).toEqual(answer)
      expect(requests() - first).toBe(second)
    } finally {
      await worker.dispose()
    }
  })

  test.for(streams)('stream as the page says: %s', async (mark) => {
    const { worker } = await start(mark)
    try {
      const response = await worker.dispatchFetch('http://app.example/')
      const events = (await response.text()).match(/^event: .*\ndata: .*$/gm) ?? []
      expect(events.at(-1)).toContain(`event: result\ndata: {"content":${JSON.stringify([teapot])}`)
    } finally {
      await worker.dispose()
    }
  })

  /** The Worker with this text; every request that it sends, also by its binding, goes to the example server. */
  async function start(mark: string): Promise<{ worker: Miniflare; requests(): number }> {
    const { code } = examples.find((example) => example.code.includes(mark))!
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: consumer.path, loader: 'ts' },
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      external: ['cloudflare:*'],
    })
    const server = createControlledServer()
    let count = 0
    const answer = async (request: IncomingRequest): Promise<Response> => {
      count++
      const body = request.method === 'POST' ? await request.text() : undefined
      const headers = Object.fromEntries(request.headers)
      const {
        status,
        body: stream,
        headers: sent,
      } = await server.fetch(request.url, {
        method: request.method,
        headers,
        ...(body !== undefined && { body }),
      })
      return new Response(stream as ReadableStream | null, { status, headers: Object.fromEntries(sent) })
    }
    const worker = new Miniflare(
      convertV4MiniflareOptions({
        cf: false,
        name: 'example',
        modules: true,
        script: outputFiles[0]!.text,
        compatibilityDate: '2026-08-01',
        outboundService: answer,
        serviceBindings: { TOOLS: answer },
        kvNamespaces: ['MCP_CACHE'],
        durableObjects: {
          ...(code.includes('AGENT') && { AGENT: { className: 'Agent', useSQLite: true } }),
          ...(code.includes('CALLS') && { CALLS: { className: 'Calls', useSQLite: true } }),
        },
      }),
    )
    await worker.ready
    return { worker, requests: () => count }
  }
})
