/** The mock MCP server as a function from Request to Response. It needs nothing but web standards, a clock and dice. */
import { createBarriers } from './script/barriers.ts'
import { defaultConfig, mergeConfig } from './config.ts'
import { createControlRoutes } from './control/control-routes.ts'
import { createEngine } from './script/engine.ts'
import type { Clock } from './features/request-context.ts'
import { createJournal } from './journal/journal.ts'
import { parseBody } from './jsonrpc/message.ts'
import { createAuthorization } from './oauth/authorization.ts'
import { addCors, answerPreflight, isForeign } from './http/cors.ts'
import { CONTROL, placeOf } from './realm-url.ts'
import { Refusal, refusal, replyEmpty, replyText } from './http/responses.ts'
import { createRules } from './script/rules.ts'
import type { Act, JournalEntry } from './script/script.ts'
import type { Store } from './sse/store.ts'
import { createTransports, type Received } from './transports/transports.ts'

export interface ServerOptions {
  store: Store
  clock: Clock
  random: () => number
}

/** One realm. Called, it serves the public; `control` is for those who direct it, and never reachable by calling. */
export type MockServer = ((request: Request) => Promise<Response>) & { control(request: Request): Promise<Response> }

export function createServer({ store, clock, random }: ServerOptions): MockServer {
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
    const { path, search } = placeOf(request.url)
    if (`${path}/`.startsWith(CONTROL)) return replyEmpty(404)
    const text = await request.text()
    const entry = journal.open(request, path + search, text)
    const response = await respond({ request, path, text, body: parseBody(text) }, entry).catch((reason: unknown) => {
      if (reason instanceof Refusal) return reason.response
      journal.fail(entry, reason)
      return replyText(500, 'The mock server failed; its journal says why')
    })
    addCors(response, request, config)
    return journal.watch(entry, response, request.signal)
  }

  async function respond(received: Received, entry: JournalEntry): Promise<Response> {
    const steps = rules.stepsFor(received.request.method, received.path, received.body)
    const pass = () => serve(received)
    if (!steps) return pass()
    const open = async () => {
      const refused = await authorization.refuse(received)
      if (refused) throw new Refusal(refused)
      return transports.open(received)
    }
    return engine.run(steps, { pass, open, fail: (reason) => journal.fail(entry, reason) })
  }

  async function serve(received: Received): Promise<Response> {
    const { request } = received
    if (isForeign(request)) throw refusal(403, -32000, `Origin ${request.headers.get('origin')} is not allowed`)
    if (request.method === 'OPTIONS') return answerPreflight(request, config)
    const decided = (await authorization.answer(received)) ?? (await authorization.refuse(received))
    return decided ?? transports.fetch(received)
  }

  function act(act: Act): void {
    if ('expireSessions' in act) transports.expire()
    else if ('restart' in act) restart()
    else if ('expireTokens' in act) authorization.expireTokens()
    else if ('forgetClients' in act) authorization.forgetClients()
    else if ('notify' in act) transports.announce(act.notify.method, act.notify.params)
    else if ('serverRequest' in act) transports.ask(act.serverRequest.method, act.serverRequest.params)
    else journal.closeWhere(kindOfStream(act.closeStreams))
  }

  function startTransports() {
    return createTransports({ store, clock, random, config: () => config })
  }

  function startAuthorization() {
    return createAuthorization({ clock, random, config: () => config.oauth })
  }

  function restart(): void {
    transports.expire()
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

function kindOfStream(kind: 'get' | 'post' | 'sse' | 'all'): (entry: JournalEntry) => boolean {
  return ({ http, path, contentType }) => {
    if (!contentType?.startsWith('text/event-stream')) return false
    if (kind === 'all') return true
    if (kind === 'sse') return path.startsWith('/sse')
    return path.startsWith('/mcp') && http.toLowerCase() === kind
  }
}
