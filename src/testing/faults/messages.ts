/** Faults of the JSON-RPC messages in a response. */
import type { FaultDefinition } from './fault.ts'
import { isEventStream, passAll, shapeBody } from './shape-body.ts'
import { isAnswer, type Message, shapeMessages } from './shape-messages.ts'

const HUGE = 20 * 1024 * 1024

/** Lines that no parser may take for an event: controls, unknown fields, bytes that are no UTF-8, a wrong `retry`. */
const GARBAGE = Uint8Array.from([
  ...new TextEncoder().encode(':::\ngarbage\nnonsense: \u0000\u0007\nretry: soon\nevent\n: '),
  0xff,
  0xfe,
  ...new TextEncoder().encode('\n\n'),
])

/** The names of these faults. */
export type MessageFault =
  | 'wrong-id'
  | 'foreign-answer'
  | 'malformed-json'
  | 'duplicates'
  | 'repeats-answer'
  | 'huge-message'
  | 'garbage-sse'

export const messageFaults: Readonly<Record<MessageFault, FaultDefinition>> = {
  'wrong-id': {
    apply: async ({ serve }) => {
      const change = (message: Message) => [JSON.stringify({ ...message, id: otherId(message.id) })]
      return shapeMessages(await serve(), (message, text) => (isAnswer(message) ? change(message) : [text]))
    },
  },
  'foreign-answer': {
    async apply({ serve, received }) {
      const response = await serve()
      if (!isEventStream(response)) return response
      const { id } = received.body as { id?: unknown }
      const content = [{ type: 'text', text: 'foreign' }]
      const answer = JSON.stringify({ jsonrpc: '2.0', id: otherId(id), result: { content } })
      return startWith(response, new TextEncoder().encode(`event: message\ndata: ${answer}\n\n`))
    },
  },
  'malformed-json': {
    apply: async ({ serve }) =>
      shapeMessages(await serve(), (message, text) => [
        isAnswer(message) ? text.slice(0, Math.ceil((text.length * 2) / 3)) : text,
      ]),
  },
  duplicates: {
    apply: async ({ serve }) => shapeMessages(await serve(), (_message, text) => [text, text]),
  },
  'repeats-answer': {
    apply: async ({ serve }) =>
      shapeMessages(await serve(), (message, text) =>
        isAnswer(message) ? [text, lateProgress(message), text] : [text],
      ),
  },
  'huge-message': {
    options: ['bytes'],
    apply: async ({ serve }, { bytes = HUGE }) =>
      shapeMessages(await serve(), (message, text) => [isAnswer(message) ? pad(message, bytes) : text]),
  },
  'garbage-sse': {
    async apply({ serve }) {
      const response = await serve()
      return isEventStream(response) ? startWith(response, GARBAGE) : response
    },
  },
}

function otherId(id: unknown): unknown {
  return typeof id === 'number' ? id + 1_000 : `${id}-other`
}

function lateProgress({ id }: Message): string {
  const params = { progressToken: id, progress: 1_000 }
  return JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params })
}

function pad(message: Message, bytes: number): string {
  const { result, ...rest } = message as { result?: { _meta?: object } }
  const _meta = { ...result?._meta, padding: 'x'.repeat(bytes) }
  return JSON.stringify({ ...rest, result: { ...result, _meta } })
}

function startWith(response: Response, bytes: Uint8Array): Response {
  return shapeBody(response, async function* (read) {
    yield bytes
    yield* passAll(read)
    return 'end'
  })
}
