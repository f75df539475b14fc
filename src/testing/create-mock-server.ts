/** `createMockServer()`: the mock server for anybody's tests, reached by a `fetch`. */
import { type Clock, createClock } from './clock/clock.ts'
import type { ActiveFault } from './faults/active-faults.ts'
import type { FaultOptions } from './faults/fault.ts'
import { NetworkError } from './faults/network-error.ts'
import type { FaultName } from './faults/table.ts'
import type { ServerContent } from './features/features.ts'
import { createInProcessFetch, type MockFetch } from './http/in-process-fetch.ts'
import { createJournal, type Journal } from './journal/journal.ts'
import { createOfferedContent } from './mock/offered-content.ts'
import {
  type AnySettings,
  checkOptions,
  checkSettings,
  type MockServerOptions,
  type MockServerSettings,
  toConfig,
} from './mock/options.ts'
import { checkScript } from './script/check-script.ts'
import type { Rule } from './script/script.ts'
import { createServer } from './server.ts'
import { createMemoryStore } from './store.ts'
import type { StreamKind } from './stream-kind.ts'

/** An MCP server for tests, in this process: good by default, and bad in any way that a test asks for. */
export interface MockServer<OwnClock extends Clock = Clock> {
  /** The MCP endpoint, `https://mock.example/mcp`. Only `fetch` reaches it. */
  url: string
  /** The endpoint of HTTP+SSE, `https://mock.example/sse`. */
  sseUrl: string
  /** The `fetch` for the client under test. It rejects requests to other origins, as a network without them would. */
  fetch: MockFetch
  /** Answers a request of any origin, for hosts: `Deno.serve(server.handle)`, a Worker, a service worker. */
  handle(request: Request): Promise<Response>
  /** What came over the wire. */
  journal: Journal
  /** The clock that it runs on. */
  clock: OwnClock
  /** From now on, requests meet this fault, until `times` of them did, `while` says no, or it is stopped. */
  fault(name: FaultName, options?: FaultOptions): ActiveFault
  /** Replaces the script: rules for what no fault expresses. Without rules, there is none. */
  script(...rules: Rule[]): void
  /** Resolves when a step of the script reached this barrier. */
  reached(barrier: string): Promise<void>
  /** Lets the steps go on that wait at this barrier. */
  release(barrier: string): void
  /** Changes what it offers and how it behaves. Listening clients are told of changed lists. */
  configure<const Inputs = Record<string, unknown>>(change: MockServerSettings<Inputs>): void
  /** Sends a notification to every listening client. */
  notify(method: string, params?: object): void
  /** Sends a request to every listening client; its answer is in the journal. Not in 2026-07-28. */
  request(method: string, params?: object): void
  /** Ends open streams cleanly: those of GET, of POST, of HTTP+SSE, or all. */
  closeStreams(kind?: StreamKind): void
  /** Forgets all sessions and ends all streams, as a server that was started again. */
  restart(): void
  /** Refuses the access tokens that were used so far. */
  expireTokens(): void
  /** Forgets the clients that registered dynamically. */
  forgetClients(): void
  /** Ends all streams. From now on, requests fail as on a network without the server. */
  close(): Promise<void>
  /** The same as `close`. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Creates a mock server. Without options, it offers a few tools, a resource and a prompt.
 *
 * @example
 * const server = createMockServer({ tools: { greet: { run: () => 'hello' } } })
 * server.fault('ends-early', { times: 1, on: 'tools/call' })
 * const client = await connect(server.url, { fetch: server.fetch })
 * await client.callTool('greet')
 * await client.close()
 * await server.journal.expectNoOpenStreams()
 */
export function createMockServer<const Inputs = Record<string, unknown>, OwnClock extends Clock = Clock>(
  options: MockServerOptions<Inputs, OwnClock> = {},
): MockServer<OwnClock> {
  checkOptions(options)
  return createServerOffering(options)
}

/** `base` is offered until the options or `configure()` replace it. */
export function createServerOffering<const Inputs, OwnClock extends Clock>(
  options: MockServerOptions<Inputs, OwnClock>,
  base?: ServerContent,
): MockServer<OwnClock> {
  const settings = options as unknown as AnySettings
  const { auth, random = Math.random } = options
  const clock = options.clock ?? (createClock() as OwnClock)
  const { origin } = new URL(options.origin ?? 'https://mock.example')
  const offered = createOfferedContent(settings, base)
  const server = createServer({
    store: createMemoryStore(),
    clock,
    random,
    content: () => offered.content,
    createAuthorization: auth?.create,
    config: { origins: 'any', ...(auth && { oauth: auth.config }), ...toConfig(settings) },
  })
  let isClosed = false
  // An engine without `Symbol.asyncDispose` gets a private symbol: nothing can call the method there.
  const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol()

  return {
    url: `${origin}/mcp`,
    sseUrl: `${origin}/sse`,
    fetch: createInProcessFetch(async (request, network) => {
      const requested = new URL(request.url).origin
      if (requested === origin && !isClosed) return server.fetch(request, network)
      throw new NetworkError(isClosed ? 'The mock server is closed' : `The mock server is ${origin}, not ${requested}`)
    }),
    handle: (request) => server.fetch(request),
    journal: createJournal(server.recorder),
    clock,
    fault: server.faults.add,
    script(...rules) {
      checkScript(rules)
      server.rules.load(rules)
    },
    reached: server.barriers.reached,
    release: server.barriers.release,
    configure,
    notify: server.notify,
    request: server.request,
    closeStreams: (kind = 'all') => server.closeStreams(kind),
    restart: server.restart,
    expireTokens: server.expireTokens,
    forgetClients: server.forgetClients,
    close,
    [asyncDispose]: close,
  }

  function configure<const Inputs>(change: MockServerSettings<Inputs>): void {
    const settings = change as unknown as AnySettings
    checkSettings('configure', settings)
    server.configure(toConfig(settings))
    for (const list of offered.change(settings)) {
      server.notify(`notifications/${list}/list_changed`)
    }
  }

  async function close(): Promise<void> {
    isClosed = true
    server.stop()
  }
}
