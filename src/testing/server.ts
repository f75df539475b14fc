/** The mock MCP server as a function from Request to Response. It needs only web standards, a clock and randomness. */
import type { Clock } from './clock/clock.ts'
import { type DeepPartial, defaultConfig, mergeConfig, type ServerConfig } from './config.ts'
import { serveDocument } from './discovery/documents.ts'
import { createFaults, type Faults } from './faults/active-faults.ts'
import type { FaultContext } from './faults/fault.ts'
import { NetworkError } from './faults/network-error.ts'
import type { ServerContent } from './features/features.ts'
import { addCorsHeaders, isForeignOrigin, preflightResponse } from './http/cors.ts'
import type { Network } from './http/network.ts'
import type { ReceivedRequest } from './http/received-request.ts'
import { ErrorResponse, emptyResponse, errorResponse, textResponse } from './http/responses.ts'
import type { JournalEntry } from './journal/journal-entry.ts'
import { createRecorder, type Recorder, type ResponseObserver } from './journal/recorder.ts'
import { BAD_REQUEST } from './jsonrpc/error-codes.ts'
import { parseBody } from './jsonrpc/message.ts'
import type { Authorization, CreateAuthorization } from './oauth/authorization.ts'
import { parseRealmUrl } from './realm-url.ts'
import { type Barriers, createBarriers } from './script/barriers.ts'
import { createEngine } from './script/engine.ts'
import { createRules, type Rules } from './script/rules.ts'
import type { Store } from './store.ts'
import { isStreamOf, type StreamKind } from './stream-kind.ts'
import { createTransports, type Transports } from './transports/transports.ts'

export interface ServerOptions {
  store: Store
  clock: Clock
  random: () => number
  /** What it offers. Called again when the server restarts, which forgets what clients changed. */
  content: () => ServerContent
  /** Absent: it can protect nothing, whatever `config.oauth` says. */
  createAuthorization?: CreateAuthorization | undefined
  /** The configuration that it starts with, and that a reset returns to. */
  config?: DeepPartial<ServerConfig> | undefined
  /** Told of every response. */
  observer?: ResponseObserver | undefined
}

/** The server below `createMockServer` and below the hosts of this repository. */
export interface HttpServer {
  /** Serves clients. Rejects where a fault breaks the network. */
  fetch(request: Request, network?: Network): Promise<Response>
  clock: Clock
  recorder: Recorder
  rules: Rules
  barriers: Barriers
  faults: Faults
  configure(change: DeepPartial<ServerConfig>): void
  /** A notification to every listening client. */
  notify(method: string, params?: object): void
  /** A request to every listening client of a handshake revision. */
  request(method: string, params?: object): void
  expireSessions(): void
  closeStreams(kind: StreamKind): void
  /** Forgets everything but the configuration, the script, the faults and the journal; all streams end. */
  restart(): void
  /** Access tokens that were used so far are refused from now on. */
  expireTokens(): void
  /** Clients that registered dynamically are unknown from now on. */
  forgetClients(): void
  /** Ends everything that runs; the journal stays. */
  stop(): void
  /** As it was when it was created. */
  reset(): void
}

export function createServer(options: ServerOptions): HttpServer {
  const { store, clock, random, content, createAuthorization } = options
  const recorder = createRecorder(clock, options.observer)
  const barriers = createBarriers()
  const rules = createRules()
  const faults = createFaults()
  /** Changes of the configuration that hold while single requests are served. */
  const overrides = new Set<DeepPartial<ServerConfig>>()
  let lifetime = new AbortController()
  let configured = startConfig()
  let transports = startTransports()
  let authorization = startAuthorization()
  const engine = createEngine({ clock, barriers, lifetime: () => lifetime.signal })
  return {
    fetch,
    clock,
    recorder,
    rules,
    barriers,
    faults,
    configure(change) {
      configured = mergeConfig(configured, change)
    },
    notify: (method, params) => transports.broadcast(method, params),
    request: (method, params) => transports.sendRequest(method, params),
    expireSessions: () => transports.expireSessions(),
    closeStreams: (kind) => recorder.closeWhere(isStreamOf(kind)),
    restart,
    expireTokens: () => authorization?.expireTokens(),
    forgetClients: () => authorization?.forgetClients(),
    stop,
    reset,
  }

  function config(): ServerConfig {
    return [...overrides].reduce(mergeConfig, configured)
  }

  async function fetch(request: Request, network: Network = {}): Promise<Response> {
    const { path, search } = parseRealmUrl(request.url)
    const text = await request.text()
    const received = { request, path, text, body: parseBody(text) }
    const fault = faults.take(received)
    if (fault?.unsent) throw fault.unsent()
    const entry = recorder.open(request, path + search, text)
    if (fault) entry.fault = fault.name
    const context = fault && createFaultContext(received, entry, network)
    const response = await (context ? fault.apply(context) : respond(received, entry)).catch((reason: unknown) => {
      if (reason instanceof ErrorResponse) return reason.response
      // The client has left, so no response is read; an error of a fault that was waiting for that is not a failure.
      if (context && request.signal.aborted) return undefined
      if (reason instanceof NetworkError) recorder.breakOff(entry)
      else recorder.fail(entry, reason)
      if (reason instanceof NetworkError) throw reason
      return textResponse(500, 'The mock server failed; its journal says why')
    })
    if (!response) return emptyResponse(499)
    const { session, oauth } = config()
    if (!context?.omitsCors) {
      addCorsHeaders(response, request, {
        exposeSessionId: session.expose,
        exposeChallenge: oauth?.exposeChallenge !== false,
      })
    }
    return recorder.watch(entry, response, request.signal)
  }

  function createFaultContext(received: ReceivedRequest, entry: JournalEntry, network: Network): FaultContext {
    return {
      received,
      network,
      clock,
      signal: AbortSignal.any([received.request.signal, lifetime.signal]),
      expireSessions: () => transports.expireSessions(),
      serve: () => respond(received, entry),
      async serveWith(change) {
        overrides.add(change)
        try {
          return await respond(received, entry)
        } finally {
          overrides.delete(change)
        }
      },
      omitsCors: false,
    }
  }

  /** By the rule that applies, or as the server serves every request. */
  async function respond(received: ReceivedRequest, entry: JournalEntry): Promise<Response> {
    const steps = rules.stepsFor(received.request.method, received.path, received.body)
    const pass = () => serve(received)
    if (!steps) return pass()
    options.observer?.onShaped(entry)
    const openExchange = async () => {
      const refused = await authorization?.refuse(received)
      if (refused) throw new ErrorResponse(refused)
      return transports.openExchange(received)
    }
    return engine.run(steps, { pass, openExchange, onError: (reason) => recorder.fail(entry, reason) })
  }

  async function serve(received: ReceivedRequest): Promise<Response> {
    const { request } = received
    const { origins, allowHeaders } = config()
    // Anybody may read these, pages of other sites too.
    const document = serveDocument(received, config())
    if (document) return document
    if (origins === 'local' && isForeignOrigin(request)) {
      throw errorResponse(403, BAD_REQUEST, `Origin ${request.headers.get('origin')} is not allowed`)
    }
    if (request.method === 'OPTIONS') return preflightResponse(request, allowHeaders)
    const answered = (await authorization?.answer(received)) ?? (await authorization?.refuse(received))
    return answered ?? transports.fetch(received)
  }

  function startConfig(): ServerConfig {
    return mergeConfig(defaultConfig(), options.config ?? {})
  }

  function startTransports(): Transports {
    return createTransports({ store, clock, random, config, content: content() })
  }

  function startAuthorization(): Authorization | undefined {
    return createAuthorization?.({ clock, random, config: () => config().oauth })
  }

  function restart(): void {
    transports.expireSessions()
    recorder.closeWhere(() => true)
    store.clear()
    transports = startTransports()
  }

  function stop(): void {
    lifetime.abort(new Error('The mock server was reset or closed'))
    lifetime = new AbortController()
    restart()
    barriers.clear()
    rules.load([])
    faults.clear()
  }

  function reset(): void {
    stop()
    configured = startConfig()
    authorization = startAuthorization()
    recorder.clear()
  }
}
