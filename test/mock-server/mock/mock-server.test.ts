/** `createMockServer`: what a test writes, and what our client gets. */
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import * as mini from 'zod/mini'
import { type ConnectOptions, connect } from '../../../src/core/index.ts'
import { createMockServer, type MockServer } from '../../../src/testing/index.ts'

const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

const open = (server: MockServer, options: ConnectOptions = {}) =>
  connect(server.url, { fetch: server.fetch, eraCache: new Map(), keepAlive: false, ...options })

describe('a mock server without options', () => {
  test('is useful in one line: tools, a resource, a prompt and completions', async () => {
    const server = createMockServer()
    const client = await open(server)
    expect((await client.listTools()).map(({ name }) => name)).toEqual(['echo', 'add', 'slow'])
    expect((await client.callTool('add', { a: 2, b: 3 })).structuredContent).toEqual({ sum: 5 })
    expect((await client.readResource('mock://greeting')).contents).toMatchObject([
      { text: 'Hello from the mock server' },
    ])
    const { messages } = await client.getPrompt('greet', { name: 'Ada' })
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Please greet Ada.' } }])
    const ref = { type: 'ref/prompt', name: 'greet' } as const
    expect((await client.complete({ ref, argument: { name: 'name', value: 'A' } })).values).toEqual(['Ada', 'Alan'])
    await client.close()
    await server.journal.expectNoOpenStreams()
  })

  test.each(REVISIONS)('speaks %s', async (revision) => {
    const server = createMockServer({
      versions: [revision],
      ...(revision === '2024-11-05' && { transport: 'http+sse' }),
    })
    const client = await open(server)
    expect(client.connection.protocolVersion).toBe(revision)
    const seen: number[] = []
    const onProgress = ({ progress }: { progress: number }) => seen.push(progress)
    const { content } = await client.callTool('slow', { ms: 4, steps: 2 }, { onProgress })
    expect(content).toEqual([{ type: 'text', text: 'done after 4 ms' }])
    expect(seen).toEqual([1, 2])
    await client.close()
    await server.journal.expectNoOpenStreams()
  })

  test('answers with event streams, JSON, or over HTTP+SSE', async () => {
    for (const transport of ['sse', 'json', 'http+sse'] as const) {
      const server = createMockServer({
        transport,
        versions: transport === 'http+sse' ? ['2024-11-05'] : ['2025-11-25'],
      })
      const client = await open(server)
      expect(client.connection.transport).toBe(transport === 'http+sse' ? 'sse' : 'streamable-http')
      await client.callTool('echo', { text: 'x' })
      const [call] = server.journal.calls('tools/call')
      const type = { sse: 'text/event-stream', json: 'application/json', 'http+sse': 'text/plain; charset=utf-8' }[
        transport
      ]
      expect(call?.request.contentType).toBe(type)
      await client.close()
    }
  })
})

describe('tools', () => {
  test('may return a text, blocks, a result, an object or nothing', async () => {
    const server = createMockServer({
      tools: {
        text: { run: () => 'words' },
        block: { run: () => ({ type: 'text', text: 'block' }) },
        blocks: { run: () => [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] },
        result: { run: () => ({ content: [{ type: 'text', text: 'no' }], isError: true }) },
        object: { run: () => ({ celsius: 21 }) },
        nothing: { run() {} },
      },
    })
    const client = await open(server)
    const call = (name: string) => client.callTool(name)
    expect(await call('text')).toMatchObject({ content: [{ type: 'text', text: 'words' }] })
    expect(await call('block')).toMatchObject({ content: [{ type: 'text', text: 'block' }] })
    expect(await call('blocks')).toMatchObject({ content: [{ type: 'image' }] })
    expect(await call('result')).toMatchObject({ isError: true })
    expect(await call('object')).toMatchObject({
      structuredContent: { celsius: 21 },
      content: [{ text: '{"celsius":21}' }],
    })
    expect(await call('nothing')).toMatchObject({ content: [] })
    await client.close()
  })

  test('take JSON Schema, Zod, Zod Mini, and list what each of them can say', async () => {
    const server = createMockServer({
      tools: {
        json: {
          input: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
          run: ({ n }) => (n satisfies number) + 1,
        },
        zod: { input: z.object({ n: z.number().default(4) }), run: ({ n }) => (n satisfies number) + 1 },
        mini: { input: mini.object({ n: mini.number() }), run: ({ n }) => (n satisfies number) + 1 },
      },
    })
    const client = await open(server)
    const schemas = Object.fromEntries((await client.listTools()).map(({ name, inputSchema }) => [name, inputSchema]))
    expect(schemas.json).toEqual({ type: 'object', properties: { n: { type: 'number' } }, required: ['n'] })
    expect(schemas.zod).toMatchObject({ type: 'object', properties: { n: { type: 'number' } } })
    expect(schemas.mini).toEqual({ type: 'object' })
    expect(await client.callTool('zod')).toMatchObject({ content: [{ text: '5' }] })
    expect(await client.callTool('json', { n: 1 })).toMatchObject({ content: [{ text: '2' }] })
    expect(await client.callTool('mini', { n: 1 })).toMatchObject({ content: [{ text: '2' }] })
    const wrong = await client.callTool('mini', { n: 'x' })
    expect(wrong).toMatchObject({ isError: true, content: [{ text: /^arguments\.n: / }] })
    expect(await client.callTool('json', { n: 'x' })).toMatchObject({
      isError: true,
      content: [{ text: 'arguments.n must be number, got "x"' }],
    })
    await client.close()
  })

  test('a tool that throws is a result with isError, and one that throws a JSON-RPC code is an error', async () => {
    const server = createMockServer({
      tools: {
        fails: {
          run() {
            throw new Error('The account is empty')
          },
        },
        refuses: {
          run() {
            throw Object.assign(new Error('Not today'), { code: -32_050, data: { when: 'tomorrow' } })
          },
        },
      },
    })
    const client = await open(server)
    expect(await client.callTool('fails')).toMatchObject({ isError: true, content: [{ text: 'The account is empty' }] })
    const refused = { code: 'rpc', rpcCode: -32_050, data: { when: 'tomorrow' }, delivery: 'answered' }
    await expect(client.callTool('refuses')).rejects.toMatchObject(refused)
    expect(await client.callTool('fails')).toMatchObject({ isError: true })
    await client.close()
  })

  test('an output that does not fit its schema fails the call, and the message names tool and path', async () => {
    const server = createMockServer({
      tools: {
        weather: { output: z.object({ celsius: z.number() }), run: () => ({ celsius: 'warm' }) },
        forecast: {
          output: { type: 'object', properties: { days: { type: 'array', items: { type: 'number' } } } },
          run: () => ({ days: [1, 'two'] }),
        },
        silent: { output: { type: 'object' }, run: () => 'no structure' },
      },
    })
    const client = await open(server)
    await expect(client.callTool('weather')).rejects.toMatchObject({
      code: 'rpc',
      rpcCode: -32_603,
      message: expect.stringMatching(/The tool "weather" returned what its schema does not allow: output\.celsius: /),
    })
    await expect(client.callTool('forecast')).rejects.toThrow('output.days[1] must be number, got "two"')
    await expect(client.callTool('silent')).rejects.toThrow('The tool "silent" returned')
    expect(await client.ping()).toBeUndefined()
    await client.close()
  })

  test.each(['2026-07-28', '2025-11-25'] as const)(
    'may ask the user, the model and for roots at %s',
    async (revision) => {
      const server = createMockServer({
        versions: [revision],
        tools: {
          ask: {
            async run(_args, { elicit, sample, roots }) {
              const { content } = await elicit('Your name?', { name: { type: 'string' } }, ['name'])
              const answer = await sample(`Greet ${content?.name}`)
              const [root] = await roots()
              return `${content?.name}, ${(answer.content as { text: string }).text}, ${root?.uri}`
            },
          },
        },
      })
      const client = await open(server, {
        handlers: {
          elicit: () => ({ action: 'accept', content: { name: 'Ada' } }),
          sample: () => ({ role: 'assistant', model: 'm', content: { type: 'text', text: 'Hi' } }),
          roots: () => [{ uri: 'file:///x' }],
        },
      })
      expect(await client.callTool('ask')).toMatchObject({ content: [{ text: 'Ada, Hi, file:///x' }] })
      await client.close()
    },
  )

  test('log, notice an abort, and know their session', async () => {
    let stopped: Promise<unknown> | undefined
    const server = createMockServer({
      versions: ['2025-11-25'],
      tools: {
        log: {
          async run(_args, { log, session, version }) {
            await log('warning', { disk: 'full' })
            return { session: session?.length, version }
          },
        },
        waits: {
          run(_args, { wait }) {
            stopped = wait(1e9).catch((reason: Error) => reason.message)
            return stopped as Promise<string>
          },
        },
      },
    })
    const client = await open(server)
    const logged: unknown[] = []
    const { structuredContent } = await client.callTool('log', {}, { onLog: ({ data }) => logged.push(data) })
    expect(structuredContent).toEqual({ session: 24, version: '2025-11-25' })
    expect(logged).toEqual([{ disk: 'full' }])
    const stop = new AbortController()
    const call = client.callTool('waits', {}, { signal: stop.signal })
    await server.journal.until(() => stopped !== undefined)
    stop.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(await stopped).toBe('The client cancelled the request')
    await client.close()
  })
})
