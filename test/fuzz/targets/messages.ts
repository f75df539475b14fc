/** Messages of a server in answer to a call: it settles with a result or a typed error, and the next call works. */
import { type Client, TimeoutError } from '../../../src/core/index.ts'
import { parseMessages } from '../../../src/core/validation/json-rpc.ts'
import { schemas } from '../../../src/schema/index.ts'
import { generateValue, mutate } from '../generate-value.ts'
import { createHostileServer, goodReply, type HostileServer, type Reply } from '../hostile-server.ts'
import { hostileText, mutateText } from '../hostile-text.ts'
import { assertTyped } from '../invariants.ts'
import { type FuzzTarget, pick, type Random, repeat, target, Violation } from '../target.ts'

const MODERN = ['2026-07-28'] as const
const LEGACY = ['2025-11-25', '2025-03-26'] as const
const STATUSES = [200, 200, 200, 201, 202, 204, 302, 400, 401, 403, 404, 405, 409, 410, 413, 429, 500, 502, 503, 521]
const TYPES = [
  'application/json',
  'text/event-stream',
  'application/json; charset=utf-8',
  'TEXT/EVENT-STREAM',
  'text/html',
  '',
]

/** Header values of a server; a text that no header can have is left out. */
const HEADERS: Record<string, (random: Random) => string> = {
  'retry-after': (random) => pick(random, ['1', '0', '-1', '1.5', '99999999999', 'Sun, 06 Nov 1994 08:49:37 GMT', 'x']),
  location: (random) =>
    pick(random, ['/other', 'https://mcp.example/x', 'http://[', 'javascript:x', '//evil.example', '']),
  'www-authenticate': (random) =>
    pick(random, ['Bearer', 'Bearer error="x', 'Basic realm=,', '=,=', 'Bearer a=b, DPoP']),
  'mcp-session-id': (random) => pick(random, ['s', '', 'a b', '\u00e9', 'x'.repeat(5_000)]),
  'content-length': (random) => pick(random, ['0', '5', '99999']),
}

const answer = (random: Random, schema: string) => {
  const of = schemas['2026-07-28'] as unknown as Record<string, Parameters<typeof generateValue>[0]>
  const message = { jsonrpc: '2.0', id: '$id', result: generateValue(of[schema]!, random) }
  return random() < 0.2 ? message : (mutate(message, random) as object)
}

const anyMessage = (random: Random) =>
  pick(random, [
    () => answer(random, 'CallToolResult'),
    () =>
      mutate({ jsonrpc: '2.0', id: '$id', error: { code: -32602, message: hostileText(random), data: {} } }, random),
    () =>
      mutate(
        { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: '$id', progress: 1 } },
        random,
      ),
    () => mutate({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } }, random),
    () => mutate({ jsonrpc: '2.0', id: 7, method: 'elicitation/create', params: elicitation(random) }, random),
    () => mutate({ jsonrpc: '2.0', id: '7', method: 'sampling/createMessage', params: { messages: [] } }, random),
    () => ({ jsonrpc: '2.0', id: 8, method: pick(random, ['roots/list', 'ping', 'constructor', '__proto__', '']) }),
  ])()

const elicitation = (random: Random) => ({
  message: hostileText(random),
  mode: 'form',
  requestedSchema: formSchema(random),
})

function formSchema(random: Random): object {
  const field = () => ({
    type: pick(random, ['string', 'number', 'integer', 'boolean', 'array', 'null', 5]),
    enum: pick(random, [undefined, ['a'], 'a', [null]]),
    anyOf: pick(random, [undefined, [{ const: 'a' }], [{ type: 'string' }, { type: 'null' }], 5]),
    format: pick(random, [undefined, 'email', 'date-time', 'toString']),
    minLength: pick(random, [undefined, 1, '1', -1]),
    default: pick(random, [undefined, null, 'a', 1, {}]),
    items: pick(random, [undefined, { enum: ['a'] }, null]),
  })
  const properties = Object.fromEntries(repeat(random, 3, () => [pick(random, ['a', '__proto__', 'b']), field()]))
  return { type: 'object', properties, required: pick(random, [undefined, ['a'], 'a', [5]]) }
}

function anyReply(random: Random): Reply {
  const messages = repeat(random, 3, () => JSON.stringify(anyMessage(random)))
  const contentType = pick(random, TYPES)
  const isStream = contentType.toLowerCase() === 'text/event-stream'
  const body = isStream ? messages.map((text) => `data: ${text}\n\n`).join('') : (messages[0] ?? '')
  const names = Object.keys(HEADERS).filter(() => random() < 0.15)
  const headers = Object.fromEntries(names.map((name) => [name, HEADERS[name]!(random)]))
  return {
    status: pick(random, STATUSES),
    headers: { ...headers, ...(contentType && { 'content-type': contentType }) },
    body: random() < 0.1 ? mutateText(random, body) : body,
  }
}

interface Bed {
  server: HostileServer
  client: Client
}

let bed: Bed | undefined

/** One client for many inputs, which must survive each of them. */
async function useBed(versions: readonly string[]): Promise<Bed> {
  const server = createHostileServer()
  const connected = await server.connect({
    versions: versions as ['2026-07-28'],
    handlers: { elicit: () => ({ action: 'accept', content: { a: 'a' } }), roots: () => [] },
  })
  if ('error' in connected) throw connected.error
  return { server, client: connected.value }
}

async function checkCall(versions: readonly string[], reply: Reply): Promise<void> {
  bed ??= await useBed(versions)
  const { server, client } = bed
  try {
    let isFirst = true
    server.serve = ({ message }) => {
      if (message?.method !== 'tools/call' || !isFirst) return undefined
      isFirst = false
      return reply
    }
    const outcome = await server.settled(client.callTool('hostile', {}, { onProgress: () => {} }))
    if ('error' in outcome) assertTyped(outcome.error)
    if ('error' in outcome && outcome.error instanceof TimeoutError)
      throw new Violation('a call whose response ended timed out')
    server.serve = goodReply
    const next = await server.settled(client.callTool('good'))
    if ('error' in next) throw new Violation(`the next call fails: ${next.error}`)
  } catch (error) {
    bed = undefined
    throw error
  }
}

/** Targets follow each other, so each begins with a client of its own kind. */
const callTarget = (name: string, versions: readonly string[]): FuzzTarget =>
  target<{ reply: Reply; versions: readonly string[] }>({
    name,
    generate: (random) => ({ reply: anyReply(random), versions }),
    async check({ reply }) {
      if (bed?.client.connection.era !== (versions === MODERN ? 'modern' : 'legacy')) bed = undefined
      await checkCall(versions, reply)
    },
  })

export const messageTargets: FuzzTarget[] = [
  callTarget('an answer to a call, 2026-07-28', MODERN),
  callTarget('an answer to a call, in a session', LEGACY),
  target<{ text: string }>({
    name: 'a text that may be JSON-RPC',
    generate: (random) => ({
      text:
        random() < 0.5 ? mutateText(random, JSON.stringify(anyMessage(random))) : JSON.stringify([anyMessage(random)]),
    }),
    check({ text }) {
      for (const message of parseMessages(text, () => {})) {
        if (message?.jsonrpc !== '2.0') throw new Violation(`took ${JSON.stringify(message)} for a message`)
      }
    },
  }),
]
