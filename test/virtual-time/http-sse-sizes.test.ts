/** HTTP+SSE by size: an event has a limit, a stream has none. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConnectOptions, WireEvent } from '../../src/core/index.ts'
import { createVirtualWorld, type VirtualWorld } from './virtual-world.ts'

const MIB = 1_048_576

let world: VirtualWorld

beforeEach(() => {
  world = createVirtualWorld()
})
afterEach(() => world.end())

/** A network in which the stream passes through somebody's hands. */
function through(pass: (stream: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>): ConnectOptions {
  return {
    fetch: async (url, init) => {
      const response = await world.fetch(url, init)
      return init.method === 'GET' && response.body ? new Response(pass(response.body), response) : response
    },
  }
}

test('L-16 an event of 20 MiB is refused before 17 MiB of it are read, and so is a line without an end', async () => {
  await world.server.configure({ sse: { retry: 10 } })
  for (const head of ['event: message\ndata: ', 'id: ']) {
    let read = 0
    const [injected, inject] = injectable()
    const client = await world.connect({ url: world.server.sseUrl, ...through(injected) })
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
    await client.close()
  }
})

test('L-17 a thousand events of 1 MiB on one stream are a thousand events', { timeout: 60_000 }, async () => {
  const [injected, inject] = injectable()
  let logs = 0
  const remarks: WireEvent[] = []
  const client = await world.connect({
    url: world.server.sseUrl,
    ...through(injected),
    onEvent(event) {
      if (event.type === 'log') logs++
      if (['warning', 'quarantined', 'reconnect'].includes(event.type)) remarks.push(event)
    },
  })
  const log = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(MIB) } }
  const piece = new TextEncoder().encode(`event: message\ndata: ${JSON.stringify(log)}\n\n`)
  await inject(async (write) => {
    for (let index = 0; index < 1_000; index++) await write(piece)
  })
  expect((await client.callTool('echo', { text: 'end' })).content).toEqual([{ type: 'text', text: 'end' }])
  expect(logs).toBe(1_000)
  expect(remarks).toEqual([])
  expect((await world.server.methods()).filter((method) => method === 'GET')).toHaveLength(1)
})

type Write = (bytes: Uint8Array) => Promise<boolean>

/** A stream into which a test can write as fast as it is read; `write` says whether anybody still reads. */
function injectable(): [
  (stream: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>,
  (writing: (write: Write) => Promise<void>) => Promise<void>,
] {
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
