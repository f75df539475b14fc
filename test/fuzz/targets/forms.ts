/** Forms of servers over the wire: each is answered once, by a result that fits or by an error, and the call goes on. */
import type { Client } from '../../../src/core/index.ts'
import { mutate } from '../generate-value.ts'
import { createHostileServer, goodReply, type HostileServer, type Received, result } from '../hostile-server.ts'
import { hostileText } from '../hostile-text.ts'
import { assertTyped } from '../invariants.ts'
import { type FuzzTarget, pick, type Random, target, Violation } from '../target.ts'

const FORM = {
  mode: 'form',
  message: 'Who?',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 20, default: 'Ada' },
      mail: { type: 'string', format: 'email' },
      age: { type: 'integer', minimum: 0, maximum: 150 },
      size: { type: 'string', enum: ['s', 'm'], enumNames: ['small', 'medium'] },
      colours: {
        type: 'array',
        items: {
          anyOf: [
            { const: 'r', title: 'red' },
            { const: 'g', title: 'green' },
          ],
        },
      },
      nick: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
      agrees: { type: 'boolean', default: false },
    },
    required: ['name'],
  },
}
const CONTENT = { name: 'Ada', mail: 'ada@example.com', age: 36, size: 's', colours: ['r'], agrees: true }

interface FormInput {
  params: unknown
  answer: unknown
}

function form(random: Random): FormInput {
  let params: unknown = random() < 0.1 ? { ...FORM, mode: 'url', url: hostileText(random, 4) } : FORM
  for (let changes = Math.floor(random() * 4); changes > 0; changes--) params = mutate(params, random)
  const content = random() < 0.5 ? CONTENT : mutate(CONTENT, random)
  const answer = { action: pick(random, ['accept', 'accept', 'decline', 'cancel']), content }
  return { params, answer: random() < 0.8 ? answer : mutate(answer, random) }
}

interface Bed {
  server: HostileServer
  client: Client
  /** What the handler returns next. */
  answer: unknown
}

async function createBed(version: '2025-11-25' | '2026-07-28'): Promise<Bed> {
  const server = createHostileServer()
  const bed = { server, answer: undefined } as Bed
  const answer = () => structuredClone(bed.answer) as { action: 'decline' }
  const elicit = { form: answer, url: answer }
  const connected = await server.connect({ versions: [version], handlers: { elicit } })
  if ('error' in connected) throw connected.error
  return Object.assign(bed, { client: connected.value })
}

/** The call settles in a typed way, and the next one works. */
async function checkCall({ server, client }: Bed): Promise<void> {
  const outcome = await server.settled(client.callTool('asks'))
  if ('error' in outcome) assertTyped(outcome.error)
  server.serve = goodReply
  const next = await server.settled(client.callTool('good'))
  if ('error' in next) throw new Violation(`the next call fails: ${next.error}`)
}

const isCall = ({ message }: Received) => message?.method === 'tools/call'

let legacy: Promise<Bed> | undefined
let modern: Promise<Bed> | undefined

export const formTargets: FuzzTarget[] = [
  target<FormInput>({
    name: 'a form of a server, in a session',
    generate: form,
    async check({ params, answer }) {
      legacy ??= createBed('2025-11-25')
      const bed = await legacy
      Object.assign(bed, { answer })
      const question = { jsonrpc: '2.0', id: 'question', method: 'elicitation/create', params }
      const answered = { jsonrpc: '2.0', id: '$id', result: { content: [] } }
      const body = [question, answered].map((message) => `data: ${JSON.stringify(message)}\n\n`).join('')
      bed.server.takePosted()
      bed.server.serve = (received) =>
        isCall(received) ? { status: 200, headers: { 'content-type': 'text/event-stream' }, body } : undefined
      try {
        await checkCall(bed)
        const answers = bed.server.takePosted().filter(({ message }) => message && message.id === 'question')
        if (answers.length > 1) throw new Violation(`${answers.length} answers to one question`)
      } catch (error) {
        legacy = undefined
        throw error
      }
    },
  }),
  target<FormInput>({
    name: 'a form of a server, 2026-07-28',
    generate: form,
    async check({ params, answer }) {
      modern ??= createBed('2026-07-28')
      const bed = await modern
      Object.assign(bed, { answer })
      let rounds = 0
      bed.server.serve = (received) => {
        if (!isCall(received) || rounds++ > 0) return undefined
        const inputRequests = { q: { method: 'elicitation/create', params } }
        return result({ resultType: 'input_required', inputRequests, requestState: 's' })
      }
      try {
        await checkCall(bed)
        if (rounds > 3) throw new Violation(`${rounds} rounds for one form`)
      } catch (error) {
        modern = undefined
        throw error
      }
    },
  }),
]
