/** A connection or a whole transport on a virtual clock, with every option at its plainest. */

import { Fault, type Handle } from '../../../../src/testing/features/request-context.ts'
import {
  type ConnectionOptions,
  createSseConnection,
  type SseConfig,
} from '../../../../src/testing/transports/http-sse/connection.ts'
import { createHttpSse, type HttpSseOptions } from '../../../../src/testing/transports/http-sse/http-sse.ts'
import { negotiateVersion } from '../../../../src/testing/transports/initialize.ts'
import { createVirtualClock } from '../../../../src/testing/clock/virtual-clock.ts'
import { readFrames } from '../../read-frames.ts'
import { createSeededRandom } from '../../../../src/testing/clock/seeded-random.ts'

export const plain: SseConfig = {
  endpoint: 'relative',
  ibm: false,
  retry: 5_000,
  keepalive: 0,
  sendTimeout: 0,
  cutAfterRapid: 0,
  postStatus: 202,
}

export function createConnection(config: Partial<SseConfig> = {}, options: Partial<ConnectionOptions> = {}) {
  const clock = createVirtualClock()
  const settings = { ...plain, ...config }
  const reasons: string[] = []
  const connection = createSseConnection({
    clock,
    config: () => settings,
    endpoints: ['/message?session_id=1'],
    onDisconnect: (reason) => reasons.push(reason),
    ...options,
  })
  return { clock, connection, settings, reasons }
}

/** The features of these tests. */
const handle: Handle = async (method, params, peer) => {
  if (method === 'ping') return {}
  if (method === 'echo') return { ...params, version: peer.version, capabilities: peer.clientCapabilities }
  if (method === 'ask') return { answer: await peer.request('roots/list') }
  if (method === 'count') {
    for (let progress = 1; progress <= Number(params.to); progress++) {
      await peer.notify('notifications/progress', { progressToken: 1, progress })
    }
    return {}
  }
  if (method === 'wait') {
    await peer.clock.wait(1_000_000, peer.signal)
    return {}
  }
  throw new Fault(-32601, `No such method: ${method}`)
}

export function createTransport(config: Partial<SseConfig> = {}, options: Partial<HttpSseOptions> = {}) {
  const clock = createVirtualClock()
  const settings = { ...plain, ...config }
  const transport = createHttpSse({
    handle,
    initialize: ({ protocolVersion }) => ({
      protocolVersion: negotiateVersion(protocolVersion, ['2025-11-25', '2024-11-05', '2026-07-28']),
      capabilities: {},
      serverInfo: { name: 'test', version: '1' },
    }),
    clock,
    random: createSeededRandom(1),
    config: () => settings,
    ...options,
  })
  return { clock, settings, transport, open }

  /** Opens a stream and reads it; `say` POSTs to the endpoint it named and returns the status. */
  async function open(signal?: AbortSignal) {
    const url = 'http://server.test/realm/sse'
    const stream = readFrames(transport.open(new Request(url, signal ? { signal } : {})), clock.now)
    await clock.settle()
    const endpoint = new URL(stream.frames[0]?.data ?? '', url)
    const messages = () =>
      stream.frames.filter(({ event }) => event === 'message').map(({ data }) => JSON.parse(data) as unknown)
    async function say(message: object | string): Promise<number> {
      const body = typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message })
      const response = await transport.post(new Request(endpoint, { method: 'POST', body }))
      await clock.settle()
      return response.status
    }
    const initialize = (protocolVersion = '2024-11-05', capabilities = {}) =>
      say({ id: 0, method: 'initialize', params: { protocolVersion, capabilities } })
    return { ...stream, endpoint, messages, say, initialize }
  }
}
