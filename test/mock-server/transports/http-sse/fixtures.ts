/** An HTTP+SSE connection or transport on a virtual clock, with every option at its simplest. */
import { createSeededRandom } from '../../../../src/testing/clock/seeded-random.ts'
import { virtualClock } from '../../../../src/testing/clock/virtual-clock.ts'
import type { HandleRequest } from '../../../../src/testing/features/request-context.ts'
import { ProtocolError } from '../../../../src/testing/jsonrpc/protocol-error.ts'
import {
  type ConnectionOptions,
  createHttpSseConnection,
  type HttpSseConfig,
} from '../../../../src/testing/transports/http-sse/connection.ts'
import { createHttpSse, type HttpSseOptions } from '../../../../src/testing/transports/http-sse/http-sse.ts'
import { negotiateVersion } from '../../../../src/testing/transports/initialize.ts'
import { createRawHttpSseClient } from '../../raw-http-sse-client.ts'
import { collectEvents } from '../../read-events.ts'

const plainConfig: HttpSseConfig = {
  endpoint: 'relative',
  ibm: false,
  retry: 5_000,
  keepalive: 0,
  sendTimeout: 0,
  cutAfterRapid: 0,
  postStatus: 202,
}

export function createConnection(changes: Partial<HttpSseConfig> = {}, options: Partial<ConnectionOptions> = {}) {
  const clock = virtualClock()
  const config = { ...plainConfig, ...changes }
  const reasons: string[] = []
  const connection = createHttpSseConnection({
    clock,
    config: () => config,
    endpoints: ['/message?session_id=1'],
    onDisconnect: (reason) => reasons.push(reason),
    ...options,
  })
  return { clock, connection, config, reasons }
}

const handle: HandleRequest = async (method, params, context) => {
  if (method === 'ping') return {}
  if (method === 'echo') return { ...params, version: context.version, capabilities: context.clientCapabilities }
  if (method === 'ask') return { answer: await context.request('roots/list') }
  if (method === 'count') {
    for (let progress = 1; progress <= Number(params.to); progress++) {
      await context.notify('notifications/progress', { progressToken: 1, progress })
    }
    return {}
  }
  if (method === 'wait') {
    await context.clock.wait(1_000_000, context.signal)
    return {}
  }
  throw new ProtocolError(-32601, `No such method: ${method}`)
}

export function createTransport(changes: Partial<HttpSseConfig> = {}, options: Partial<HttpSseOptions> = {}) {
  const clock = virtualClock()
  const config = { ...plainConfig, ...changes }
  const transport = createHttpSse({
    handle,
    initialize: ({ protocolVersion }) => ({
      protocolVersion: negotiateVersion(protocolVersion, ['2025-11-25', '2024-11-05', '2026-07-28']),
      capabilities: {},
      serverInfo: { name: 'test', version: '1' },
    }),
    clock,
    random: createSeededRandom(1),
    config: () => config,
    ...options,
  })
  return { clock, config, transport, open }

  /** Opens a stream and reads it; POSTs go to the endpoint that it named. */
  async function open(signal?: AbortSignal) {
    const url = 'http://server.test/realm/sse'
    const stream = collectEvents(transport.open(new Request(url, signal ? { signal } : {})), clock.now)
    await clock.settle()
    const endpoint = new URL(stream.events[0]?.data ?? '', url)
    const client = createRawHttpSseClient(stream, async (body) => {
      const { status } = await transport.post(new Request(endpoint, { method: 'POST', body }))
      await clock.settle()
      return status
    })
    return { ...client, endpoint }
  }
}
