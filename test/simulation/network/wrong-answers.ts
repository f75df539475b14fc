/** Faults that need the server's response: those of the mock server by their names, and further wrong answers. */
import type { FetchInit } from '../../../src/core/fetch.ts'
import type { FaultContext } from '../../../src/testing/faults/fault.ts'
import { isAnswer, shapeMessages } from '../../../src/testing/faults/shape-messages.ts'
import { faultTable } from '../../../src/testing/faults/table.ts'
import type { VirtualClock } from '../../../src/testing/index.ts'
import { parseBody } from '../../../src/testing/jsonrpc/message.ts'
import { type Fault, NAMED_FAULTS, type NamedFault, WRONG_ANSWERS, type WrongAnswer } from './faults.ts'

export type ServerFault = Fault & { kind: NamedFault | WrongAnswer }

export interface ServedRequest {
  url: string
  init: FetchInit
  clock: VirtualClock
  signal: AbortSignal
  /** The response without the fault. */
  serve(): Promise<Response>
}

const KINDS: readonly string[] = [...NAMED_FAULTS, ...WRONG_ANSWERS]

export function isServerFault(fault: Fault): fault is ServerFault {
  return KINDS.includes(fault.kind)
}

export function answerWrongly(fault: ServerFault, served: ServedRequest): Promise<Response> {
  const { kind } = fault
  const name = NAMED_FAULTS.find((named) => named === kind)
  return name ? applyNamed(name, served) : WRONG[kind as WrongAnswer](fault, served)
}

async function applyNamed(name: NamedFault, { url, init, clock, signal, serve }: ServedRequest): Promise<Response> {
  const { method, headers, body = '' } = init
  const { on, apply } = faultTable[name]
  if (on?.httpMethod && on.httpMethod !== method) return serve()
  const request = new Request(url, { method, headers, ...(body && { body }) })
  const received = { request, path: new URL(url).pathname, text: body, body: parseBody(body) }
  const rest = { network: {}, serveWith: serve, expireSessions() {}, omitsCors: false }
  const context: FaultContext = { received, clock, signal, serve, ...rest }
  return apply(context, {})
}

const encoder = new TextEncoder()

/** What takes the place of the answer with this id. */
const MALFORMED: ((id: unknown) => object)[] = [
  (id) => ({ jsonrpc: '2.0', id, result: null }),
  (id) => ({ jsonrpc: '2.0', id, result: 'ok' }),
  (id) => ({ jsonrpc: '2.0', id, error: { code: -32000 } }),
  (id) => ({ jsonrpc: '2.0', id, error: { code: 'E', message: 'text for a code' } }),
  (id) => ({ jsonrpc: '2.0', id, result: {}, error: { code: -32000, message: 'both' } }),
]

const WRONG: Record<WrongAnswer, (fault: Fault, served: ServedRequest) => Promise<Response>> = {
  async 'endless error'({ status, afterWrites }) {
    const type = afterWrites === undefined ? 'text/plain' : 'text/event-stream'
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encoder.encode(`status ${status}`)),
    })
    return new Response(body, { status, headers: { 'content-type': type } })
  },
  'malformed answer': async ({ after }, { serve }) =>
    shapeMessages(await serve(), (message, text) => [
      isAnswer(message) ? JSON.stringify(MALFORMED[after % MALFORMED.length]!(message.id)) : text,
    ]),
  async 'answer without id'(_, { serve }) {
    const result = { content: [{ type: 'text', text: 'foreign' }], contents: [{ uri: 'x', text: 'foreign' }] }
    const foreign = JSON.stringify({ jsonrpc: '2.0', result })
    let isFirst = true
    return shapeMessages(await serve(), (_message, text) => {
      const texts = isFirst ? [foreign, text] : [text]
      isFirst = false
      return texts
    })
  },
  async 'executed and redirected'(_, { url, serve }) {
    await (await serve()).body?.cancel()
    return new Response(null, { status: 302, headers: { location: url } })
  },
  async 'wrong retry-after'({ after }, { serve }) {
    await (await serve()).body?.cancel()
    return new Response('busy', { status: 503, headers: { 'retry-after': ['1.5', '-1', '+3', 'soon'][after % 4]! } })
  },
  async 'not found'({ after }, { init }) {
    const { id = null } = JSON.parse(init.body ?? '{}')
    const error = { code: [-32002, -32602, -32601][after % 3]!, message: 'Not found' }
    return Response.json({ jsonrpc: '2.0', id, error }, { status: 404 })
  },
  'rejects with nothing': () => Promise.reject(undefined),
}
