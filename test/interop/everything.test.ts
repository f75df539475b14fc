/** The client with the reference server of the MCP project. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, type ConnectOptions, connect as connectTo, type WireEvent } from '../../src/core/index.ts'
import { startEverything } from './everything.ts'

const transports = [
  { mode: 'streamableHttp', transport: 'streamable-http', era: 'legacy' },
  { mode: 'sse', transport: 'sse', era: 'legacy' },
] as const

const servers = new Map<string, Awaited<ReturnType<typeof startEverything>>>()
const clients: Client[] = []
let events: WireEvent[] = []

beforeAll(async () => {
  const started = await Promise.all(transports.map(({ transport }) => startEverything(transport)))
  for (const [index, { mode }] of transports.entries()) servers.set(mode, started[index]!)
}, 60_000)
afterAll(() => Promise.all([...servers.values()].map(({ stop }) => stop())))
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
  events = []
})

async function connect(mode: string, options: ConnectOptions = {}): Promise<Client> {
  const client = await connectTo(servers.get(mode)!.url, { onEvent: (event) => events.push(event), ...options })
  clients.push(client)
  return client
}

/** Events that report something wrong. */
function problems(): WireEvent[] {
  return events.filter(({ type }) => ['warning', 'ignored', 'reconnect'].includes(type))
}

describe.each(transports)('over $transport', ({ mode, transport, era }) => {
  test('connect detects the transport, and the server has its name and capabilities', async () => {
    const client = await connect(mode)
    expect(client.connection).toMatchObject({
      transport,
      era,
      status: 'connected',
      requestedTransport: 'auto',
      fellBack: false,
      protocolVersion: '2025-11-25',
    })
    expect(client.server.info?.name).toMatch(/everything/)
    expect(client.server.capabilities?.tools).toBeTruthy()
    expect(problems()).toEqual([])
  })

  test('tools are listed, also while the server registers more of them', async () => {
    const client = await connect(mode)
    const names = (await client.listTools()).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['echo', 'get-sum', 'trigger-long-running-operation']))
    expect(problems()).toEqual([])
  })

  test('calls get their own answers', async () => {
    const client = await connect(mode)
    const results = await Promise.all([1, 2, 3].map((n) => client.callTool('echo', { message: `${n}` })))
    expect(results.map(({ content }) => content)).toEqual([1, 2, 3].map((n) => [{ type: 'text', text: `Echo: ${n}` }]))
    const { content } = await client.callTool('get-tiny-image')
    expect(content).toContainEqual(expect.objectContaining({ type: 'image', mimeType: 'image/png' }))
    const { structuredContent } = await client.callTool('get-structured-content', { location: 'New York' })
    expect(structuredContent).toMatchObject({ temperature: expect.any(Number) })
    expect(problems()).toEqual([])
  })

  test('wrong arguments give the error result of the server', async () => {
    const client = await connect(mode)
    expect(await client.callTool('echo', {})).toMatchObject({ isError: true })
    expect(await client.callTool('there-is-no-such-tool')).toMatchObject({ isError: true })
  })

  test('all progress comes before the answer', async () => {
    const client = await connect(mode)
    const seen: unknown[] = []
    const onProgress = ({ progress, total }: { progress: number; total?: number }) => seen.push([progress, total])
    await client.callTool('trigger-long-running-operation', { duration: 0.2, steps: 4 }, { onProgress })
    expect(seen).toEqual([1, 2, 3, 4].map((step) => [step, 4]))
    expect(problems()).toEqual([])
  })

  test('server requests during a call and after connecting reach the handlers', async () => {
    let resolveRoots = () => {}
    const rootsRequested = new Promise<void>((resolve) => {
      resolveRoots = resolve
    })
    const client = await connect(mode, {
      handlers: {
        sample: () => ({ model: 'none', role: 'assistant', content: { type: 'text', text: 'sampled' } }),
        elicit: () => ({ action: 'decline' }),
        roots: () => {
          resolveRoots()
          return [{ uri: 'file:///here', name: 'here' }]
        },
      },
    })
    await rootsRequested
    const sampled = await client.callTool('trigger-sampling-request', { prompt: 'say', maxTokens: 10 })
    expect(JSON.stringify(sampled.content)).toContain('sampled')
    const elicited = await client.callTool('trigger-elicitation-request')
    expect(JSON.stringify(elicited.content)).toMatch(/declin/i)
    const roots = await client.callTool('get-roots-list')
    expect(JSON.stringify(roots.content)).toContain('file:///here')
    expect(problems()).toEqual([])
  })

  test('an aborted call leaves the connection usable', async () => {
    const client = await connect(mode)
    const stop = new AbortController()
    const call = client.callTool(
      'trigger-long-running-operation',
      { duration: 5, steps: 50 },
      { signal: stop.signal, onProgress: () => stop.abort('enough') },
    )
    await expect(call).rejects.toBe('enough')
    expect((await client.callTool('echo', { message: 'on' })).content).toEqual([{ type: 'text', text: 'Echo: on' }])
  })

  test('ping is answered, and close ends the connection', async () => {
    const client = await connect(mode)
    await client.ping()
    await client.close()
    await expect(client.callTool('echo', { message: 'x' })).rejects.toMatchObject({ code: 'closed' })
    expect(problems()).toEqual([])
  })
})

test('a URL without a hint falls back to HTTP+SSE after the answer to POST', async () => {
  const { url } = servers.get('sse')!
  const client = await connectTo(url.replace(/sse$/, 'mcp'), {
    fetch: (target, init) => fetch(target.replace(/mcp$/, 'sse'), init),
  })
  clients.push(client)
  expect(client.connection).toMatchObject({ transport: 'sse', fellBack: true, fallbackReason: { status: 404 } })
  expect((await client.callTool('echo', { message: 'found' })).content).toEqual([{ type: 'text', text: 'Echo: found' }])
})

test('a call whose stream breaks is resumed from the event store of the server', async () => {
  let cuts = 0
  const client = await connect('streamableHttp', {
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      return init.body?.includes('long-running') && cuts++ === 0 ? cutAfterProgress(response) : response
    },
  })
  const seen: number[] = []
  const { content } = await client.callTool(
    'trigger-long-running-operation',
    { duration: 0.4, steps: 4 },
    { onProgress: ({ progress }) => seen.push(progress) },
  )
  expect(JSON.stringify(content)).toContain('completed')
  expect(seen).toEqual([1, 2, 3, 4])
  expect(events).toContainEqual(expect.objectContaining({ type: 'reconnect', target: 'stream', attempt: 1 }))
})

/** The same response, cut after the first progress notification. */
function cutAfterProgress(response: Response): Response {
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await reader.read()
      if (value) controller.enqueue(value)
      if (done || decoder.decode(value).includes('notifications/progress')) {
        await reader.cancel()
        controller.close()
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return new Response(body, response)
}
