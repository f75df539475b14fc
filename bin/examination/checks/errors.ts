/** How the server refuses: unknown methods and tools, wrong params, and bodies that are no message. */
import { type Check, connected, type Examined, inSession } from '../check.ts'
import { capabilitiesOf } from '../lists.ts'
import { good, notApplicable, type Outcome, problem, warning } from '../outcome.ts'
import { describe, request, statelessHeaders, statelessRequest, UNKNOWN_NAME } from '../rpc.ts'
import { sections } from '../sections.ts'
import type { Asked, Connection, Server } from '../server.ts'

const group = 'Errors'

const unknownMethod: Check = {
  id: 'unknown-method',
  title: 'An unknown method is refused with -32601',
  group,
  section: sections.parseError,
  async run({ server }) {
    const connection = server.session ?? server.httpSse
    if (!connection) return notApplicable('It does not speak a revision with initialize.')
    const { exchange, answer } = await connection.ask('mcp-over-fetch/unknown')
    const seen = `A method that does not exist: ${describe(exchange, answer)}.`
    if (answer?.result) return problem(seen, 'Refuse methods that the server does not know with -32601.')
    if (exchange.status === 404) return problem(seen, 'Answer with 200 or 400: clients take 404 for a lost session.')
    if (answer?.error?.code === -32601) return good(seen)
    return answer?.error
      ? warning(seen, 'Use -32601 (method not found), by which clients know what is missing.')
      : problem(seen, 'Answer with the JSON-RPC error -32601.')
  },
}

const unknownTool: Check = {
  id: 'unknown-tool',
  title: 'An unknown tool is refused with an error',
  group,
  section: sections.toolErrors,
  run: withTools(async (connection) => {
    const { exchange, answer } = await connection.ask('tools/call', { name: UNKNOWN_NAME, arguments: {} })
    const seen = `A call of a tool that does not exist: ${describe(exchange, answer)}`
    if (answer?.result?.isError === true)
      return warning(
        `${seen} that says isError.`,
        'Refuse unknown tools with the JSON-RPC error -32602: isError is for tools that ran.',
      )
    if (answer?.result) return problem(`${seen}.`, 'Refuse tools that do not exist with the JSON-RPC error -32602.')
    if (answer?.error?.code === -32602) return good(`${seen}.`)
    return answer?.error
      ? warning(`${seen}.`, 'Use the code -32602, as the specification shows it.')
      : problem(`${seen}.`, 'Answer with the JSON-RPC error -32602.')
  }),
}

const invalidParams: Check = {
  id: 'invalid-params',
  title: 'A call without the name of a tool is refused with -32602',
  group,
  section: sections.parseError,
  run: withTools(async (connection) => {
    const { exchange, answer } = await connection.ask('tools/call', {})
    const seen = `tools/call without a name: ${describe(exchange, answer)}.`
    if (answer?.error?.code === -32602) return good(seen)
    return answer?.error
      ? warning(seen, 'Use the code -32602 (invalid params).')
      : problem(seen, 'Check the params of a request, and refuse wrong ones with the JSON-RPC error -32602.')
  }),
}

function withTools(run: (connection: Connection) => Promise<Outcome>): Check['run'] {
  return connected(async (connection) =>
    capabilitiesOf(connection).tools ? run(connection) : notApplicable('It announces no tools.'),
  )
}

/** For checks of bodies that only Streamable HTTP answers directly. */
function withRawBody(
  run: (send: (body: unknown) => Promise<Asked>, examined: Examined) => Promise<Outcome>,
): Check['run'] {
  return connected(async ({ kind }, examined) => {
    if (kind === 'http+sse') return notApplicable('Over HTTP+SSE such bodies are not answered.')
    return run((body) => examined.server.send({ body, headers: ownHeaders(examined.server) }), examined)
  })
}

const ownHeaders = ({ session, stateless }: Server) =>
  session && !stateless ? session.headers : statelessHeaders(statelessRequest('server/discover'))

const malformed: Check = {
  id: 'malformed-json',
  title: 'A body that is not JSON is refused with 400 and -32700',
  group,
  section: sections.parseError,
  run: withRawBody(async (send) => {
    const { exchange, answer } = await send('{"jsonrpc": "2.0", ')
    const seen = `A broken JSON text: ${describe(exchange, answer)}.`
    const { status = 0 } = exchange
    if (status < 400 || status >= 500) return problem(seen, 'Answer 400 with the JSON-RPC error -32700 (parse error).')
    return answer?.error?.code === -32700
      ? good(seen)
      : warning(seen, 'Put the JSON-RPC error -32700 (parse error) into the body.')
  }),
}

const notRpc: Check = {
  id: 'not-a-message',
  title: 'JSON that is no message is refused',
  group,
  section: sections.parseError,
  run: withRawBody(async (send) => {
    const { exchange, answer } = await send({ hello: 'world' })
    const seen = `The body {"hello":"world"}: ${describe(exchange, answer)}.`
    const { status = 0 } = exchange
    if (status >= 400 && status < 500) return good(seen)
    if (answer?.error && status < 500)
      return warning(seen, 'Answer with 400: nothing in the body says which request it is.')
    return problem(seen, 'Answer 400 with the JSON-RPC error -32600 (invalid request).')
  }),
}

const batch: Check = {
  id: 'batch',
  title: 'A batch is refused, as the revision demands single messages',
  group,
  section: sections.sending,
  run: withRawBody(async (send, { server: { stateless, session } }) => {
    const revision = stateless?.revision ?? session?.revision ?? ''
    if (revision < '2025-06-18') return notApplicable(`${revision} has batches.`)
    const messages = stateless
      ? [statelessRequest('server/discover'), statelessRequest('server/discover')]
      : [request('ping'), request('ping')]
    const { exchange, answer } = await send(messages)
    const count = exchange.messages.filter(({ result }) => result !== undefined).length
    const seen = `Two requests in one body: ${count > 0 ? `HTTP ${exchange.status} with ${count} results` : describe(exchange, answer)}.`
    const { status = 0 } = exchange
    if (status >= 400 && status < 500) return good(seen)
    if (answer?.error && status < 500) return good(seen)
    return status >= 200 && status < 300
      ? warning(seen, `Refuse arrays with 400: ${revision} has no batches.`)
      : problem(seen, 'Refuse arrays with 400.')
  }),
}

const oldBatch: Check = {
  id: 'batch-2025-03-26',
  title: 'A batch is answered under 2025-03-26',
  group,
  section: sections.batching,
  run: inSession(async (_, { server }) => {
    const opened = await server.openSession('2025-03-26')
    if (!('kind' in opened)) return notApplicable('It does not speak 2025-03-26.', [opened.exchange])
    try {
      if (opened.revision !== '2025-03-26') return notApplicable('It does not speak 2025-03-26.', [opened.introduced])
      const messages = [request('ping'), request('ping')]
      const live = await server.http.open({ body: messages, headers: opened.headers })
      const answered = () => messages.filter(({ id }) => live.exchange.messages.some((message) => message.id === id))
      await live.waitFor(() => answered().length === 2, 3_000)
      live.close()
      const count = answered().length
      return count === 2
        ? good('Two requests in one body got two answers.')
        : problem(
            `Two requests in one body got ${count} answers: ${describe(live.exchange)}.`,
            'Answer batches in sessions of 2025-03-26, or do not offer that revision.',
          )
    } finally {
      await server.closeSession(opened)
    }
  }),
}

const ping: Check = {
  id: 'ping',
  title: 'ping is answered with an empty result',
  group,
  section: sections.ping,
  async run({ server }) {
    const connection = server.session ?? server.httpSse
    if (!connection) return notApplicable('2026-07-28 has no ping.')
    const { exchange, answer } = await connection.ask('ping')
    const seen = `ping: ${describe(exchange, answer)}.`
    if (!answer?.result) return problem(seen, 'Answer ping with the result {}: clients keep sessions alive with it.')
    const members = Object.keys(answer.result).filter((name) => name !== '_meta')
    return members.length === 0
      ? good(seen)
      : warning(`${seen} It is not empty: ${members.join(', ')}.`, 'Answer ping with the result {}.')
  },
}

export const errorChecks: readonly Check[] = [
  ping,
  unknownMethod,
  unknownTool,
  invalidParams,
  malformed,
  notRpc,
  batch,
  oldBatch,
]
