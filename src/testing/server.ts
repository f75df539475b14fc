/** The mock MCP server as a function from Request to Response. It needs only web standards, a clock and randomness. */
import type { Clock } from './clock/clock.ts'
import { defaultConfig, mergeConfig } from './config.ts'
import type { Act } from './control/act.ts'
import { createControlRoutes } from './control/control-routes.ts'
import type { ServerContent } from './features/features.ts'
import { addCorsHeaders, isForeignOrigin, preflightResponse } from './http/cors.ts'
import type { ReceivedRequest } from './http/received-request.ts'
import { ErrorResponse, emptyResponse, errorResponse, textResponse } from './http/responses.ts'
import { createJournal } from './journal/journal.ts'
import type { JournalEntry } from './journal/journal-entry.ts'
import { BAD_REQUEST } from './jsonrpc/error-codes.ts'
import { parseBody } from './jsonrpc/message.ts'
import { createAuthorization } from './oauth/authorization.ts'
import { CONTROL_PATH, parseRealmUrl } from './realm-url.ts'
import { createBarriers } from './script/barriers.ts'
import { createEngine } from './script/engine.ts'
import { createRules } from './script/rules.ts'
import type { Store } from './store.ts'
import { createTransports } from './transports/transports.ts'

export interface ServerOptions {
  store: Store
  clock: Clock
  random: () => number
  /** What it offers; by default the tools, prompts and resources that tests use. */
  content?: ServerContent
}

/** One realm. Called, it serves clients; `control` is the remote control, which cannot be reached by calling it. */
export type MockServer = ((request: Request) => Promise<Response>) & { control(request: Request): Promise<Response> }

export function createServer({ store, clock, random, content }: ServerOptions): MockServer {
  const journal = createJournal(clock)
  const barriers = createBarriers()
  const rules = createRules()
  let lifetime = new AbortController()
  let config = defaultConfig()
  let transports = startTransports()
  let authorization = startAuthorization()
  const engine = createEngine({ clock, barriers, lifetime: () => lifetime.signal })
  const control = createControlRoutes({
    clock,
    journal,
    barriers,
    rules,
    configure(change) {
      config = mergeConfig(config, change)
    },
    act,
    reset,
  })
  return Object.assign(fetch, { control })

  async function fetch(request: Request): Promise<Response> {
    const { path, search } = parseRealmUrl(request.url)
    if (`${path}/`.startsWith(CONTROL_PATH)) return emptyResponse(404)
    const text = await request.text()
    const entry = journal.open(request, path + search, text)
    const response = await respond({ request, path, text, body: parseBody(text) }, entry).catch((reason: unknown) => {
      if (reason instanceof ErrorResponse) return reason.response
      journal.fail(entry, reason)
      return textResponse(500, 'The mock server failed; its journal says why')
    })
    const { session, oauth } = config
    addCorsHeaders(response, request, {
      exposeSessionId: session.expose,
      exposeChallenge: oauth?.exposeChallenge !== false,
    })
    return journal.watch(entry, response, request.signal)
  }

  /** By the rule that applies, or as the server serves every request. */
  async function respond(received: ReceivedRequest, entry: JournalEntry): Promise<Response> {
    const steps = rules.stepsFor(received.request.method, received.path, received.body)
    const pass = () => serve(received)
    if (!steps) return pass()
    const openExchange = async () => {
      const refused = await authorization.refuse(received)
      if (refused) throw new ErrorResponse(refused)
      return transports.openExchange(received)
    }
    return engine.run(steps, { pass, openExchange, onError: (reason) => journal.fail(entry, reason) })
  }

  async function serve(received: ReceivedRequest): Promise<Response> {
    const { request } = received
    if (isForeignOrigin(request)) {
      throw errorResponse(403, BAD_REQUEST, `Origin ${request.headers.get('origin')} is not allowed`)
    }
    if (request.method === 'OPTIONS') return preflightResponse(request, config.allowHeaders)
    const answered = (await authorization.answer(received)) ?? (await authorization.refuse(received))
    return answered ?? transports.fetch(received)
  }

  function act(act: Act): void {
    if ('expireSessions' in act) transports.expireSessions()
    else if ('restart' in act) restart()
    else if ('expireTokens' in act) authorization.expireTokens()
    else if ('forgetClients' in act) authorization.forgetClients()
    else if ('notify' in act) transports.broadcast(act.notify.method, act.notify.params)
    else if ('serverRequest' in act) transports.sendRequest(act.serverRequest.method, act.serverRequest.params)
    else journal.closeWhere(isStreamOf(act.closeStreams))
  }

  function startTransports() {
    return createTransports({ store, clock, random, config: () => config, content })
  }

  function startAuthorization() {
    return createAuthorization({ clock, random, config: () => config.oauth })
  }

  function restart(): void {
    transports.expireSessions()
    journal.closeWhere(() => true)
    store.clear()
    transports = startTransports()
  }

  function reset(): void {
    lifetime.abort(new Error('The realm was reset'))
    lifetime = new AbortController()
    restart()
    barriers.clear()
    rules.load([])
    config = defaultConfig()
    authorization = startAuthorization()
    journal.clear()
  }
}

function isStreamOf(kind: 'get' | 'post' | 'sse' | 'all'): (entry: JournalEntry) => boolean {
  return ({ httpMethod, path, contentType }) => {
    if (!contentType?.startsWith('text/event-stream')) return false
    if (kind === 'all') return true
    if (kind === 'sse') return path.startsWith('/sse')
    return path.startsWith('/mcp') && httpMethod.toLowerCase() === kind
  }
}
