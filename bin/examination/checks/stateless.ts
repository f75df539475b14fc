/** The rules of 2026-07-28: every request says its revision, and what listening begins with. */
import { isObject } from '../../../src/core/util/is-object.ts'
import { type Check, stateless } from '../check.ts'
import { capabilitiesOf } from '../lists.ts'
import { good, notApplicable, problem, warning } from '../outcome.ts'
import { describe, NO_REVISION, request, statelessHeaders, statelessRequest } from '../rpc.ts'
import { sections } from '../sections.ts'
import { refused, send } from './refused.ts'

const group = '2026-07-28'

const unknownRevision: Check = {
  id: 'stateless-revision',
  title: 'An unknown revision is refused with 400 and -32022',
  group,
  section: sections.discover,
  run: stateless(async (_, { server }) => {
    const message = statelessRequest('server/discover', {}, NO_REVISION)
    const asked = await send(server, message, statelessHeaders(message, NO_REVISION))
    const outcome = refused(
      `server/discover of ${NO_REVISION}`,
      asked,
      400,
      -32022,
      'Answer 400 with the error -32022, and with the revisions that the server speaks in data.supported.',
    )
    const data = asked.answer?.error?.data
    return outcome.verdict === 'good' && !(isObject(data) && Array.isArray(data.supported))
      ? problem(
          `${outcome.seen} data.supported is missing.`,
          'List the revisions that the server speaks in data.supported: clients choose one of them.',
        )
      : outcome
  }),
}

const unknownMethod: Check = {
  id: 'stateless-method',
  title: 'An unknown method is refused with 404 and -32601',
  group,
  section: sections.modernVersion,
  run: stateless(async (connection) =>
    refused(
      'A method that does not exist',
      await connection.ask('mcp-over-fetch/unknown'),
      404,
      -32601,
      'Answer 404 with the JSON-RPC error -32601.',
    ),
  ),
}

const missingMeta: Check = {
  id: 'missing-meta',
  title: 'A request without its _meta is refused with 400 and -32602',
  group,
  section: sections.modernMeta,
  run: stateless(async (_, { server }) => {
    const message = request('server/discover', {})
    const asked = await send(server, message, statelessHeaders(message))
    // A server that also speaks older revisions may take it for one of their requests.
    if (server.session && asked.exchange.status === 400)
      return good(`server/discover without _meta: ${describe(asked.exchange, asked.answer)}.`)
    return refused(
      'server/discover without _meta',
      asked,
      400,
      -32602,
      'Require the revision and the client capabilities in _meta, and answer 400 with -32602 where they are missing.',
    )
  }),
}

const noSession: Check = {
  id: 'stateless-session',
  title: 'It gives no session ids in 2026-07-28',
  group,
  section: {
    ...sections.modernSending,
    title: 'Streamable HTTP, Earlier Streamable HTTP Revisions',
    url: sections.modernSending.url.replace('#sending-messages', '#earlier-streamable-http-revisions'),
  },
  run: stateless(async ({ introduced }) => {
    const id = introduced.responseHeaders['mcp-session-id']
    return id === undefined
      ? good('The answer to server/discover has no Mcp-Session-Id.', [introduced])
      : warning(
          'The answer to server/discover has an Mcp-Session-Id.',
          'Leave it out: this revision has no sessions, and clients ignore it.',
          [introduced],
        )
  }),
}

const LISTS = ['tools', 'prompts', 'resources'] as const

const listen: Check = {
  id: 'listen',
  title: 'Listening for changes is acknowledged first',
  group,
  section: sections.subscriptions,
  run: stateless(async (connection, { server }) => {
    const capabilities = capabilitiesOf(connection)
    const wanted = LISTS.filter((name) => {
      const capability = capabilities[name]
      return isObject(capability) && capability.listChanged === true
    })
    if (wanted.length === 0) return notApplicable('It announces no changes of lists.')
    const notifications = Object.fromEntries(wanted.map((name) => [`${name}ListChanged`, true]))
    const message = statelessRequest('subscriptions/listen', { notifications })
    const live = await server.http.open({ body: message, headers: statelessHeaders(message) })
    const { exchange } = live
    await live.waitFor(() => exchange.messages.length > 0, 3_000)
    live.close()
    const [first] = exchange.messages
    if (first?.method !== 'notifications/subscriptions/acknowledged')
      return problem(
        `subscriptions/listen: ${first ? `first came ${JSON.stringify(first.method ?? 'a response')}` : describe(exchange)}.`,
        'Send notifications/subscriptions/acknowledged first, with what was granted.',
      )
    const params = isObject(first.params) ? first.params : {}
    const meta = isObject(params._meta) ? params._meta : {}
    return meta['io.modelcontextprotocol/subscriptionId'] === message.id
      ? good('The acknowledgement came first, with the id of the request as subscription id.')
      : problem(
          'The acknowledgement does not name its subscription.',
          'Put the id of the listen request into _meta["io.modelcontextprotocol/subscriptionId"], with its type.',
        )
  }),
}

export const statelessChecks: readonly Check[] = [unknownRevision, unknownMethod, missingMeta, noSession, listen]
