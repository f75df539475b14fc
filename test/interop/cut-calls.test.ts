/** Calls to the reference server through a proxy that cuts their connections: the server keeps events, so they are answered. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type RunningProxy, startProxy } from '../../playground/server/tcp-proxy.ts'
import { type Client, connect, type ResumeToken, type WireEvent } from '../../src/core/index.ts'
import { startEverything } from './everything.ts'

/** Seconds of a resumed stream with nothing but comments, until it is opened again. */
const SILENCE = 30

let server: Awaited<ReturnType<typeof startEverything>>
let proxy: RunningProxy
const clients: Client[] = []
const reconnects: WireEvent[] = []

beforeAll(async () => {
  server = await startEverything('streamable-http')
  proxy = await startProxy({ port: Number(new URL(server.url).port) })
}, 60_000)

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
  reconnects.length = 0
})

afterAll(async () => {
  await proxy?.close()
  await server?.stop()
})

async function open(): Promise<Client> {
  const url = proxy.url + new URL(server.url).pathname
  const client = await connect(url, { onEvent: (event) => event.type === 'reconnect' && reconnects.push(event) })
  clients.push(client)
  return client
}

const operation = ['trigger-long-running-operation', { duration: 4, steps: 4 }] as const

const answer = { content: [{ type: 'text', text: expect.stringContaining('Long running operation completed') }] }

test(
  'a call that is cut once is answered',
  async () => {
    const client = await open()
    let cuts = 0
    const onProgress = () => {
      if (!cuts++) proxy.reset()
    }
    const result = await client.callTool(...operation, { onProgress })
    expect(result).toMatchObject(answer)
    expect(reconnects).toContainEqual(expect.objectContaining({ target: 'stream' }))
  },
  (SILENCE + 40) * 1_000,
)

test(
  'a call that another client continues by its token is answered',
  async () => {
    const first = await open()
    let token: ResumeToken | undefined
    const onResumable = (found: ResumeToken) => {
      token = found
    }
    const left = first.callTool(...operation, { onResumable, onProgress() {} }).catch(({ code }) => code)
    while (!token) await new Promise((resolve) => setTimeout(resolve, 50))
    await first.detach()
    expect(await left).toBe('closed')
    const second = await open()
    expect(await second.callTool(...operation, { resume: token })).toMatchObject(answer)
  },
  (SILENCE + 40) * 1_000,
)
