/** The journal as tests read it: what came over the wire, and checks whose errors say what was there instead. */
import { messageName } from '../jsonrpc/message.ts'
import { isObject } from '../util/is-object.ts'
import { describeEntry } from './describe-entry.ts'
import type { JournalEntry } from './journal-entry.ts'
import type { Recorder } from './recorder.ts'

/** One JSON-RPC message of a client. */
export interface JournalCall {
  /** Its method; `response` for an answer to the server. */
  method: string
  /** Its parameters; empty without any. */
  params: Record<string, unknown>
  /** Its id; absent in a notification. */
  id?: string | number | null
  /** The HTTP request that carried it. */
  request: JournalEntry
}

/** One session, as the requests of its client show it. */
export interface JournalSession {
  /** Its id. */
  id: string
  /** The requests that named it, beginning with the one that opened it. */
  requests: JournalEntry[]
  /** Whether the client ended it with DELETE. */
  deleted: boolean
}

/** What came over the wire, in the order of arrival. */
export interface Journal {
  /** Every HTTP request but the preflights of browsers. */
  readonly requests: readonly JournalEntry[]
  /** Requests whose response has not ended. */
  readonly open: readonly JournalEntry[]
  /** The JSON-RPC methods that were sent, in order; `GET` and `DELETE` for requests without a body. */
  readonly methods: readonly string[]
  /** The sessions that were opened, in order. */
  readonly sessions: readonly JournalSession[]
  /** The messages of this method; of `tools/call`, only those of one tool if it is named. Without a method, all. */
  calls(method?: string, tool?: string): JournalCall[]
  /** Resolves with the requests once `test` holds for them; rejects after `within` milliseconds, 5,000 if absent. */
  until(test: (requests: readonly JournalEntry[]) => boolean, within?: number): Promise<readonly JournalEntry[]>
  /** Resolves when no response is open; rejects with those that are after `within` milliseconds, 1,000 if absent. */
  expectNoOpenStreams(within?: number): Promise<void>
  /** Forgets all requests so far. */
  clear(): void
  /** One line for each request. */
  toString(): string
}

/** The waits are of the test, not of the server: they use the system's timers. */
export function createJournal(recorder: Recorder): Journal {
  const journal: Journal = {
    get requests() {
      return recorder.entries().filter(({ httpMethod }) => httpMethod !== 'OPTIONS')
    },
    get open() {
      return journal.requests.filter(({ ended }) => ended === undefined)
    },
    get methods() {
      return journal.requests.flatMap(methodsOf)
    },
    get sessions() {
      return sessionsIn(journal.requests)
    },
    calls(method, tool) {
      const all = journal.requests.flatMap(callsOf)
      return all.filter(
        (call) => (method ?? call.method) === call.method && (tool ?? call.params.name) === call.params.name,
      )
    },
    async until(test, within = 5_000) {
      if (await waitFor(() => test(journal.requests), within)) return journal.requests
      throw new Error(`The journal did not come to that within ${within} ms. It has:\n${journal}`)
    },
    async expectNoOpenStreams(within = 1_000) {
      if (await waitFor(() => journal.open.length === 0, within)) return
      const lines = journal.open.map(describeEntry)
      throw new Error(`Expected no open streams, but there ${lines.length === 1 ? 'is' : 'are'}:\n${lines.join('\n')}`)
    },
    clear: recorder.clear,
    toString: () => journal.requests.map(describeEntry).join('\n') || 'no requests',
  }
  return journal

  async function waitFor(test: () => boolean, within: number): Promise<boolean> {
    let isLate = false
    let stop = () => {}
    const late = new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        isLate = true
        resolve()
      }, within)
      stop = () => clearTimeout(timer)
    })
    while (!test() && !isLate) await Promise.race([recorder.changed(), late])
    stop()
    return test()
  }
}

export function methodsOf({ httpMethod, body }: JournalEntry): string[] {
  if (httpMethod === 'OPTIONS') return []
  return [body].flat().map((message) => messageName(message) ?? httpMethod)
}

function callsOf(request: JournalEntry): JournalCall[] {
  return [request.body].flat().flatMap((message) => {
    const method = messageName(message)
    if (method === undefined || !isObject(message)) return []
    const { params, id } = message as { params?: unknown; id?: string | number | null }
    return [{ method, params: isObject(params) ? params : {}, ...(id !== undefined && { id }), request }]
  })
}

function sessionsIn(requests: readonly JournalEntry[]): JournalSession[] {
  const sessions = new Map<string, JournalSession>()
  for (const request of requests) {
    if (request.session === undefined) continue
    const session = sessions.get(request.session) ?? { id: request.session, requests: [], deleted: false }
    sessions.set(session.id, session)
    session.requests.push(request)
    session.deleted ||= request.httpMethod === 'DELETE' && (request.status ?? 400) < 300
  }
  return [...sessions.values()]
}
