/**
 * Judges every message of the scenarios by the official schema of its revision: what the client sent, and what the mock
 * sent of its own accord. What a script or a fault made the mock send may be wrong, since many scenarios are about that.
 */
import type { ServedExchange } from '../../playground/server/served-messages.ts'
import { type AnyMessage, officialName, schemaName } from '../conformance/message-names.ts'
import { type OfficialSchemas, type OfficialVersion, readOfficialSchemas } from '../conformance/official-schemas.ts'

export interface MessageProblem {
  side: 'client' | 'server'
  text: string
}

export interface MessageJudge {
  /** Looks at all exchanges of a realm. */
  judge(realm: string, exchanges: readonly ServedExchange[]): void
  /** What is wrong, by realm. */
  problems: ReadonlyMap<string, readonly MessageProblem[]>
  /** How many messages were judged by the definition of their method or result, for each revision. */
  counts: Readonly<Record<string, number>>
}

export async function createMessageJudge(): Promise<MessageJudge> {
  const official = await readOfficialSchemas()
  const problems = new Map<string, MessageProblem[]>()
  const counts: Record<string, number> = {}
  /** Most messages differ in nothing but their ids. */
  const known = new Map<string, string | undefined | null>()
  return { judge, problems, counts }

  function judge(realm: string, exchanges: readonly ServedExchange[]): void {
    const found = new Map<string, MessageProblem>()
    const methods = methodsById(exchanges)
    const isScripted = exchanges.some(({ isShaped }) => isShaped)
    for (const exchange of exchanges.filter(isOfMcp)) {
      const version = versionOf(exchange, exchanges)
      const schemas = official[version as OfficialVersion]
      if (!schemas) continue
      const check = (side: MessageProblem['side'], message: AnyMessage) => {
        const requested = methods.get(message.id) ?? []
        const key = JSON.stringify([
          version,
          requested,
          message.id === undefined,
          { ...message, id: typeof message.id },
        ])
        const problem = known.has(key) ? known.get(key) : findProblem(schemas, message, requested)
        known.set(key, problem)
        if (problem === null) return
        counts[version!] = (counts[version!] ?? 0) + 1
        const text = `${version}: ${problem}: ${JSON.stringify(message).slice(0, 500)}`
        if (problem) found.set(side + text, { side, text })
      }
      for (const message of messagesOf(exchange.body)) check('client', message)
      // What arrives on a listening stream may come from a script that answers another request.
      const isOwn = !exchange.isShaped && !(isScripted && exchange.httpMethod === 'GET')
      if (isOwn) for (const message of sentMessages(exchange)) check('server', message)
    }
    if (found.size > 0) problems.set(realm, [...found.values()])
  }
}

const isOfMcp = ({ path }: ServedExchange) => /^\/(mcp|sse|messages?)\b/.test(path)

/** Undefined if it is valid, null if no definition says more than JSON-RPC does. */
function findProblem(
  schemas: OfficialSchemas,
  message: AnyMessage,
  methods: readonly string[],
): string | undefined | null {
  // The text lets servers refuse a message without saying its id; the schemas before 2025-11-25 do not.
  const isRefusal = message.error !== undefined && message.id === undefined
  if (isRefusal) return findProblem(schemas, { ...message, id: 0 }, methods)
  const general = schemas.findProblem('JSONRPCMessage', message)
  if (general) return `JSONRPCMessage: ${general}`
  if (!message.method && !message.error && methods.length !== 1) return null
  const name = officialName(
    schemas,
    schemaName(message, methods[0], (known) => schemas.names.includes(known)),
  )
  if (!name) return null
  const problem = schemas.findProblem(name, message.result ?? message)
  return problem && `${name}: ${problem}`
}

/** The methods of the requests with an id, of both sides; several clients of a realm may use the same. */
function methodsById(exchanges: readonly ServedExchange[]): Map<unknown, string[]> {
  const methods = new Map<unknown, string[]>()
  for (const exchange of exchanges) {
    for (const { id, method } of [...messagesOf(exchange.body), ...sentMessages(exchange)]) {
      if (id === undefined || !method) continue
      const known = methods.get(id) ?? []
      if (!known.includes(method)) methods.set(id, [...known, method])
    }
  }
  return methods
}

/** The revision of an exchange: what its header says, else what its session negotiated. */
function versionOf(exchange: ServedExchange, exchanges: readonly ServedExchange[]): string | undefined {
  const header = exchange.headers['mcp-protocol-version']
  if (header) return header
  const [message] = messagesOf(exchange.body)
  // The client does not know yet what the server speaks: it sends what the revision that it offers says.
  if (message?.method === 'initialize') return `${message.params?.protocolVersion}`
  const versions = exchanges
    .filter(({ session, path }) => (exchange.session ? session === exchange.session || path.startsWith('/sse') : true))
    .flatMap(sentMessages)
    .flatMap(({ result }) => (typeof result?.protocolVersion === 'string' ? [result.protocolVersion] : []))
  // Where several sessions spoke several revisions, it is unknown which this one is.
  return new Set(versions).size === 1 ? versions[0] : undefined
}

function messagesOf(body: unknown): AnyMessage[] {
  return [body].flat().filter((message): message is AnyMessage => typeof message === 'object' && message !== null)
}

function sentMessages({ contentType = '', text }: ServedExchange): AnyMessage[] {
  if (contentType.startsWith('application/json')) return messagesOf(parse(text))
  if (!contentType.startsWith('text/event-stream')) return []
  // An event that was cut is not complete.
  const events = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n\r\n|\n\n|\r\r/)
    .slice(0, -1)
  return events.flatMap((event) => {
    const lines = event.split(/\r\n|\n|\r/)
    if (lines.some((line) => line.startsWith('event:') && !/^event: ?message$/.test(line))) return []
    const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).replace(/^ /, ''))
    return messagesOf(parse(data.join('\n')))
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
