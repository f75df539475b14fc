/** CORS: what a page may send to the server, and what it may read. */
import type { Check, Examined } from '../check.ts'
import { couldNotTell, good, notApplicable, type Outcome, problem, warning } from '../outcome.ts'
import { request, statelessRequest } from '../rpc.ts'
import { sections } from '../sections.ts'

const group = 'Browsers'
const section = sections.cors

/** Whether CORS plays a part at all. */
const isSameOrigin = ({ page, settings }: Examined) => settings.pageOrigin === new URL(page.url).origin

function acrossOrigins(run: (examined: Examined) => Promise<Outcome>): Check['run'] {
  return async (examined) => {
    if (isSameOrigin(examined)) return notApplicable('This page has the same origin as the server.')
    const { discovery, initialization, main } = examined.page
    if (main || initialization.exchange.status !== undefined || discovery.exchange.status !== undefined)
      return run(examined)
    return couldNotTell('No request was answered in a way that the page may read.')
  }
}

const readable: Check = {
  id: 'cors-origin',
  title: 'Pages of other sites may read its answers',
  group,
  section,
  async run(examined) {
    if (isSameOrigin(examined)) return notApplicable('This page has the same origin as the server.')
    const { server, page } = examined
    const { discovery, initialization, httpSse } = page
    const exchanges = [initialization.exchange, discovery.exchange]
    if (httpSse || exchanges.some(({ status }) => status !== undefined))
      return good('A POST with a JSON body was answered, and the page may read it.', exchanges)
    if (page !== server) return judgeBlocked(examined)
    const blind = await server.http.open({ method: 'GET', isBlind: true })
    blind.close()
    if (blind.exchange.failure)
      return couldNotTell('Nothing answers at this address.', 'Start the server, and check the address.', exchanges)
    return problem(
      'Something answers at this address, but the browser keeps the answer from the page.',
      'Answer OPTIONS, and send Access-Control-Allow-Origin with every response, also with errors.',
      exchanges,
    )
  },
}

/** Where a page is only imitated, it is known what the browser would object to. */
function judgeBlocked({ page, settings }: Examined): Outcome {
  const exchanges = [page.initialization.exchange, page.discovery.exchange]
  const blocked = exchanges.find((exchange) => exchange.blocked)?.blocked
  if (!blocked) return couldNotTell('A request with the Origin of a page was not answered.', undefined, exchanges)
  const { reason, status, allowedOrigin } = blocked
  // Which pages it serves is the choice of its operator.
  if (status === 403 || (allowedOrigin !== null && allowedOrigin !== '*'))
    return couldNotTell(
      `It does not serve pages of ${settings.pageOrigin} (${reason}).`,
      'Examine it as a page that it should serve, by its origin.',
      exchanges,
    )
  return problem(
    `Something answers at this address, but the browser keeps the answer from the page: ${reason}.`,
    'Answer OPTIONS, and send Access-Control-Allow-Origin with every response, also with errors.',
    exchanges,
  )
}

const HEADERS = ['mcp-protocol-version', 'mcp-session-id', 'last-event-id', 'mcp-method', 'mcp-name', 'authorization']

const headers: Check = {
  id: 'cors-headers',
  title: 'It allows all headers that clients send',
  group,
  section,
  run: acrossOrigins(async (examined) => {
    const server = examined.page
    if (server.main?.kind === 'http+sse') return notApplicable('HTTP+SSE needs no header of its own.')
    const refused: string[] = []
    if (!(await isAllowed(examined, HEADERS))) {
      for (const name of HEADERS) if (!(await isAllowed(examined, [name]))) refused.push(name)
    }
    if (refused.length === 0) return good(`Allowed: ${HEADERS.join(', ')}.`)
    const needed = refused.filter((name) => neededHeaders(examined).includes(name))
    const advice = `Name ${refused.join(', ')} in Access-Control-Allow-Headers.`
    return needed.length > 0
      ? problem(`The browser refuses to send ${needed.join(', ')}, which clients of this server need.`, advice)
      : warning(
          `The browser refuses to send ${refused.join(', ')}.`,
          `${advice} Clients that try newer revisions or sign in need them.`,
        )
  }),
}

/** Only whether there is a response counts; what it says does not. */
async function isAllowed({ page: server, settings }: Examined, names: readonly string[]): Promise<boolean> {
  const values: Record<string, string> = {
    'mcp-protocol-version': server.main?.revision ?? '2025-11-25',
    'mcp-session-id': server.session?.id ?? 'mcp-over-fetch-examination',
    'last-event-id': 'mcp-over-fetch-examination',
    'mcp-method': server.stateless ? 'server/discover' : 'ping',
    'mcp-name': 'none',
    authorization: 'Bearer mcp-over-fetch-examination',
  }
  // One that has brought an answer in the session has passed already.
  const inSession = server.session?.initialized.status === undefined ? [] : Object.keys(server.session.headers)
  if (names.length === 1 && inSession.some((name) => name.toLowerCase() === names[0])) return true
  // So has an authorization that the person gave.
  const sent = names.filter((name) => name !== 'authorization' || !settings.isAuthorized)
  if (sent.length === 0) return true
  const message = server.stateless ? statelessRequest('server/discover') : request('ping')
  const { exchange } = await server.send(
    {
      body: message,
      headers: Object.fromEntries(sent.map((name) => [name, values[name]!])),
      isBare: sent.includes('authorization'),
    },
    message,
  )
  // The response of the request itself, such as one to a request without a session, is for `cors-errors`.
  return exchange.failure !== 'rejected' || exchange.blocked?.isPreflight === false
}

function neededHeaders({ page: server, settings }: Examined): string[] {
  const { stateless, session } = server
  return [
    ...(stateless ? ['mcp-protocol-version', 'mcp-method', 'mcp-name'] : []),
    ...(session && session.revision >= '2025-06-18' ? ['mcp-protocol-version'] : []),
    ...(session?.id === undefined ? [] : ['mcp-session-id']),
    ...(session && session.introduced.ids.length > 0 ? ['last-event-id'] : []),
    ...(settings.isAuthorized ? ['authorization'] : []),
  ]
}

const sessionHeader: Check = {
  id: 'cors-session-id',
  title: 'Pages may read the session id',
  group,
  section,
  run: acrossOrigins(async ({ page }) => {
    const { session } = page
    if (!session) return notApplicable('It does not speak a revision with initialize.')
    if (session.id !== undefined) return good('The page could read Mcp-Session-Id.', [session.introduced])
    const { exchange } = await session.ask('ping')
    if (exchange.status !== 400 && exchange.status !== 404) return notApplicable('It works without a session id.')
    return problem(
      `No session id could be read, and the next request was answered with HTTP ${exchange.status}.`,
      'Name Mcp-Session-Id in Access-Control-Expose-Headers.',
      [session.introduced],
    )
  }),
}

const methods: Check = {
  id: 'cors-methods',
  title: 'Pages may end sessions by DELETE',
  group,
  section,
  run: acrossOrigins(async (examined) => {
    const { session } = examined.page
    if (session?.id === undefined) return notApplicable('It has no sessions.')
    const ended = await examined.endedSession(examined.page)
    if (!ended) return couldNotTell('A second session could not be opened.')
    if (ended.exchange.failure !== 'rejected') return good('A DELETE was sent and answered.', [ended.exchange])
    return problem(
      'The browser refuses to send DELETE, so every page leaves its session behind.',
      'Name DELETE in Access-Control-Allow-Methods.',
      [ended.exchange],
    )
  }),
}

const errors: Check = {
  id: 'cors-errors',
  title: 'Pages may read its errors',
  group,
  section,
  run: acrossOrigins(async (examined) => {
    const server = examined.page
    const broken = await server.send({ body: '{' })
    const message = request('ping')
    const lost =
      server.session?.id === undefined
        ? undefined
        : await server.send(
            { body: message, headers: { ...server.session.headers, 'mcp-session-id': 'mcp-over-fetch-examination' } },
            message,
          )
    const hidden = [broken, lost].filter((asked) => asked?.exchange.failure === 'rejected')
    if (hidden.length === 0) return good('Refusals came with CORS headers too.')
    return problem(
      'A request that the server refuses fails in the page without a reason, although others work.',
      'Send Access-Control-Allow-Origin with error responses too, also with those of the framework.',
    )
  }),
}

export const corsChecks: readonly Check[] = [readable, headers, sessionHeader, methods, errors]
