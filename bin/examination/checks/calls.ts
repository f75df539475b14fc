/** Calls of tools that change nothing, if the person allows them; cancellation; and the form of all messages. */
import { isObject } from '../../../src/core/util/is-object.ts'
import { type SchemasByVersion, schemas } from '../../../src/schema/index.ts'
import { type Check, connected, type Examined, inSession } from '../check.ts'
import type { Exchange } from '../http.ts'
import { couldNotTell, good, notApplicable, problem, warning } from '../outcome.ts'
import { parseJson } from '../parse-json.ts'
import { answerOf, clip, describe, HANDSHAKE, nextId, request, STATELESS } from '../rpc.ts'
import { sections } from '../sections.ts'

/** A tool that says it changes nothing, and that needs no arguments. */
async function findHarmlessTool({ lists }: Examined): Promise<Record<string, unknown> | undefined> {
  const tools = (await lists()).find(({ kind }) => kind.name === 'tools')
  return tools?.items.find(({ name, annotations, inputSchema }) => {
    const isReadOnly = isObject(annotations) && annotations.readOnlyHint === true
    const required = isObject(inputSchema) ? inputSchema.required : undefined
    return typeof name === 'string' && isReadOnly && (!Array.isArray(required) || required.length === 0)
  })
}

const NO_TOOL = 'It has no tool with readOnlyHint that needs no arguments.'
const NOT_ALLOWED = 'Tools may not be called in this examination.'

const call: Check = {
  id: 'read-only-call',
  title: 'The result of a tool is valid',
  group: 'Lists and tools',
  section: sections.toolResult,
  run: connected(async (connection, examined) => {
    if (!examined.settings.callsReadOnlyTools) return notApplicable(NOT_ALLOWED)
    const tool = await findHarmlessTool(examined)
    if (!tool) return notApplicable(NO_TOOL)
    const { exchange, answer } = await connection.ask('tools/call', { name: tool.name, arguments: {} })
    const seen = `${String(tool.name)}: ${describe(exchange, answer)}`
    if (!answer && (exchange.status === 200 || exchange.failure === 'timeout')) {
      const params = { requestId: parseId(exchange) }
      const headers = examined.server.session?.headers ?? {}
      const body = { jsonrpc: '2.0', method: 'notifications/cancelled', params }
      if (connection.kind === 'handshake') await examined.server.send({ body, headers }, undefined, 1_000)
      return couldNotTell(`${seen}: the tool takes longer than the examination waits.`)
    }
    if (!answer?.result)
      return problem(
        `${seen}.`,
        'A tool without required arguments should give a result, with isError where it failed.',
      )
    const revision = [STATELESS, ...HANDSHAKE].find((name) => name === connection.revision) as
      | keyof SchemasByVersion
      | undefined
    const parsed = revision && schemas[revision].CallToolResult.safeParse(answer.result)
    const issue = parsed?.error?.issues[0]
    if (issue)
      return problem(
        `${seen}, but ${issue.path.join('.')}: ${issue.message}.`,
        `Send results as the schema of ${revision} has them.`,
      )
    if (
      tool.outputSchema !== undefined &&
      answer.result.isError !== true &&
      answer.result.structuredContent === undefined
    )
      return problem(`${seen}, without structuredContent.`, 'A tool with an outputSchema must give structuredContent.')
    return good(`${seen}.`)
  }),
}

function parseId({ body }: Exchange): unknown {
  const sent = parseJson(body ?? '')
  return isObject(sent) ? sent.id : undefined
}

const cancel: Check = {
  id: 'cancel',
  title: 'A cancelled call is not answered',
  group: 'Streams',
  section: sections.cancellation,
  run: inSession(async (session, examined) => {
    const { server, settings } = examined
    if (!settings.callsReadOnlyTools) return notApplicable(NOT_ALLOWED)
    const tool = await findHarmlessTool(examined)
    if (!tool) return notApplicable(NO_TOOL)
    const message = request('tools/call', { name: tool.name, arguments: {} })
    const opening = server.http.open({ body: message, headers: session.headers, limit: settings.limit })
    const early = await Promise.race([opening, new Promise<undefined>((resolve) => setTimeout(resolve, 100))])
    const isAnswered = (exchange: Exchange | undefined) =>
      exchange !== undefined && answerOf(exchange.messages, message.id) !== undefined
    await early?.waitFor(() => isAnswered(early.exchange), 50)
    if (isAnswered(early?.exchange)) return couldNotTell(`${String(tool.name)} answered before it could be cancelled.`)
    const notification = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: message.id } }
    await server.send({ body: notification, headers: session.headers }, undefined, 1_000)
    const live = await opening
    const { exchange } = live
    await live.waitFor(() => isAnswered(exchange), Math.min(settings.limit, 3_000))
    live.close()
    const answer = answerOf(exchange.messages, message.id)
    if (!answer?.result) return good(`After notifications/cancelled no result came (${describe(exchange, answer)}).`)
    return warning(
      `${String(tool.name)} went on after notifications/cancelled, and gave its result.`,
      'Pass the cancellation on to the tool: people who cancel want the work to stop.',
    )
  }),
}

const cancelUnknown: Check = {
  id: 'cancel-unknown',
  title: 'A late cancellation does no harm',
  group: 'Streams',
  section: sections.cancellation,
  run: inSession(async (session, { server }) => {
    const params = { requestId: nextId(), reason: 'examination' }
    const body = { jsonrpc: '2.0', method: 'notifications/cancelled', params }
    const { exchange } = await server.send({ body, headers: session.headers }, undefined, 1_000)
    const after = await session.ask('ping')
    const seen = `notifications/cancelled for a request that does not run: ${describe(exchange)}; then ping: ${describe(after.exchange, after.answer)}.`
    const isFine = exchange.status !== undefined && exchange.status < 300 && after.answer !== undefined
    return isFine ? good(seen) : warning(seen, 'Accept and ignore cancellations of requests that are unknown or done.')
  }),
}

const messages: Check = {
  id: 'valid-messages',
  title: 'Every message it sent is valid JSON-RPC',
  group: 'Lists and tools',
  section: sections.responses,
  run: connected(async (_, { server }) => {
    const seen = server.http.exchanges.filter(({ messages: found, garbage }) => found.length + garbage.length > 0)
    for (const exchange of seen) {
      const trouble = findTrouble(exchange)
      if (trouble)
        return problem(
          `${exchange.method} ${exchange.number}: ${trouble}.`,
          'Send messages as JSON-RPC 2.0 has them.',
          [exchange],
        )
    }
    const count = seen.reduce((sum, exchange) => sum + exchange.messages.length, 0)
    return count > 0 ? good(`${count} messages are valid.`, seen.slice(0, 1)) : couldNotTell('No message came.')
  }),
}

/** Says why messages of an exchange are invalid. Bodies of error responses are not checked: HTTP allows any. */
function findTrouble(exchange: Exchange): string | undefined {
  const { status, type, garbage, messages: found } = exchange
  if (status !== 200) return undefined
  if (garbage[0] !== undefined && type !== 'text/html') return `not a JSON-RPC message: ${clip(garbage[0])}`
  const id = parseId(exchange)
  for (const message of found) {
    const label = `the message ${clip(JSON.stringify(message), 60)}`
    if (message.jsonrpc !== '2.0') return `${label} does not say jsonrpc "2.0"`
    if (message.method !== undefined) continue
    const isResult = 'result' in message
    if (isResult === 'error' in message) return `${label} has ${isResult ? 'both' : 'neither'} result and error`
    if (isResult && !isObject(message.result)) return `${label} has a result that is no object`
    if (
      !isResult &&
      !(isObject(message.error) && Number.isInteger(message.error.code) && typeof message.error.message === 'string')
    )
      return `${label} has an error without a code or message`
    if (id !== undefined && message.id !== id)
      return `${label} does not have the id ${JSON.stringify(id)} of its request`
  }
  return undefined
}

export const callChecks: readonly Check[] = [call, cancelUnknown, cancel, messages]
