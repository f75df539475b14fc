/** Sizes over HTTP+SSE: an event has a limit, a stream has none. */
import { expect, test } from 'vitest'
import type { ConnectOptions, WireEvent } from '../../../src/core/index.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const MIB = 1_048_576

const world = useVirtualWorld()

type Transform = (stream: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>

/** A network that passes the stream through `transform`. */
function through(transform: Transform): ConnectOptions {
  return {
    fetch: async (url, init) => {
      const response = await world.fetch(url, init)
      return init.method === 'GET' && response.body ? new Response(transform(response.body), response) : response
    },
  }
}

test.each([
  ['an event', 'event: message\ndata: '],
  ['a line without an end', 'id: '],
])('%s of 20 MiB is refused before 17 MiB of it are read [L-16]', async (_, head) => {
  await world.server.configure({ sse: { retry: 10 } })
  let read = 0
  const [transform, inject] = createInjection()
  const client = await world.connect({ url: world.server.sseUrl, ...through(transform) })
  const call = client.callTool('slow', { ms: 600_000 }).catch((error) => error)
  await world.settle()
  await inject(async (write) => {
    await write(new TextEncoder().encode(head))
    const piece = new Uint8Array(65_536).fill(120)
    for (; read < 20 * MIB; read += piece.length) if (!(await write(piece))) return
  })
  expect(await world.until(call)).toMatchObject({ code: 'invalid-message', delivery: 'unknown' })
  expect(read).toBeGreaterThan(15 * MIB)
  expect(read).toBeLessThan(17 * MIB)
  await world.advance(1_000)
  expect((await client.callTool('echo', { text: 'back' })).content).toEqual([{ type: 'text', text: 'back' }])
})

test('a stream may have a thousand events of 1 MiB [L-17]', async () => {
  const [transform, inject] = createInjection()
  let logs = 0
  const problems: WireEvent[] = []
  const client = await world.connect({
    url: world.server.sseUrl,
    ...through(transform),
    onEvent(event) {
      if (event.type === 'log') logs++
      if (['warning', 'ignored', 'reconnect'].includes(event.type)) problems.push(event)
    },
  })
  const log = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(MIB) } }
  const piece = new TextEncoder().encode(`event: message\ndata: ${JSON.stringify(log)}\n\n`)
  await inject(async (write) => {
    for (let index = 0; index < 1_000; index++) await write(piece)
  })
  expect((await client.callTool('echo', { text: 'end' })).content).toEqual([{ type: 'text', text: 'end' }])
  expect(logs).toBe(1_000)
  expect(problems).toEqual([])
  expect((await world.server.methods()).filter((method) => method === 'GET')).toHaveLength(1)
})

/** Resolves to whether the stream is still read. */
type Write = (bytes: Uint8Array) => Promise<boolean>

/** A transform, and a function that writes into the first stream that passed through it. */
function createInjection(): [Transform, (writing: (write: Write) => Promise<void>) => Promise<void>] {
  let writer: WritableStreamDefaultWriter<Uint8Array>
  return [
    (stream) => {
      const joint = new TransformStream<Uint8Array, Uint8Array>()
      const into = joint.writable.getWriter()
      writer ??= into
      const write = new WritableStream<Uint8Array>({ write: (chunk) => into.write(chunk), close: () => into.close() })
      stream.pipeTo(write).catch((error) => into.abort(error).catch(() => {}))
      return joint.readable
    },
    (writing) =>
      writing((bytes) =>
        writer.write(bytes).then(
          () => true,
          () => false,
        ),
      ),
  ]
}

test.each(['/mcp', '/sse'])('one event may have 200,000 messages, and its length counts once (%s)', async (path) => {
  const progress: number[] = []
  const batched: ConnectOptions['fetch'] = async (url, init) => {
    const response = await world.fetch(url, init)
    const transform = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const text = new TextDecoder().decode(chunk).replace(/data: (\{.*"content":.*\})/, (_, json) => {
          const { id: progressToken } = JSON.parse(json)
          const params = { progressToken, progress: 1, message: 'x'.repeat(50) }
          const notification = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params })
          const count = path === '/sse' ? 9_000 : 200_000
          return `data: [${`${notification},`.repeat(count)}${json}]`
        })
        controller.enqueue(new TextEncoder().encode(text))
      },
    })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    return isStream ? new Response(response.body!.pipeThrough(transform), response) : response
  }
  const url = world.server.url.replace('/mcp', path)
  const client = await world.connect({ url, fetch: batched, limits: { messageBytes: 100 * MIB } })
  const onProgress = () => progress.push(1)
  const { content } = await world.until(client.callTool('echo', { text: 'x' }, { onProgress }))
  expect(content).toEqual([{ type: 'text', text: 'x' }])
  expect(progress.length).toBe(path === '/sse' ? 9_000 : 200_000)
})
