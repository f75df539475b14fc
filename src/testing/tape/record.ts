/** Writes down what goes through a fetch, to be replayed without the server. */
import type { Clock } from '../clock/clock.ts'
import { type BodyEnding, observeBody } from '../http/observed-body.ts'
import { hideSecrets } from './hide-secrets.ts'
import { createOrder, endName, eventName, requestName, responseName } from './order.ts'
import { createEventReader } from './read-events.ts'
import { type AnyFetch, keptHeaders, parseText, readRequest } from './read-request.ts'
import { TAPE_VERSION, type Tape, type TapeEntry, type TapeEvent, type TapeResponse } from './tape.ts'

/** The options of `record`. */
export interface RecordOptions {
  /** Secrets that nothing betrays as such, for example in the result of a tool. Others are found by their places. */
  secrets?: readonly string[]
  /** The clock that times what comes; the system's by default. */
  clock?: Pick<Clock, 'now'>
}

/** A fetch that is being recorded. */
export interface Recording {
  /** Goes to the server like the given fetch, and writes down what happens. */
  fetch: AnyFetch
  /** The tape up to now. Streams may still be open. */
  tape(): Promise<Tape>
}

/**
 * Records a fetch: requests, responses, streams event by event, and how they ended. Secrets are replaced by names such
 * as `__access-token_1__`.
 *
 * @example
 * const recording = record(fetch)
 * const client = await connect('https://tools.example.com/mcp', { fetch: recording.fetch })
 * await client.callTool('render', { scene: 'teapot' })
 * await writeFile('render.tape.json', JSON.stringify(await recording.tape(), undefined, 2))
 */
export function record(
  fetch: (input: never, init: never) => Promise<Response>,
  { secrets = [], clock }: RecordOptions = {},
): Recording {
  const entries: TapeEntry[] = []
  const bodies: Promise<void>[] = []
  const order = createOrder(() => clock?.now() ?? performance.now())

  return {
    fetch: recordedFetch,
    async tape() {
      await Promise.all(bodies)
      return hideSecrets(structuredClone({ version: TAPE_VERSION, entries }), secrets)
    },
  }

  async function recordedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const { head, signal, complete, args } = readRequest(input, init)
    const n = entries.length + 1
    const { after } = order.add(requestName(n), n === 1 ? undefined : endName(n - 1))
    const entry: TapeEntry = { request: { ...head, ...(after !== undefined && { after }) }, unanswered: 'open' }
    entries.push(entry)
    bodies.push(
      complete.then(
        (request) => void Object.assign(entry.request, request),
        () => {},
      ),
    )
    try {
      return recordResponse(entry, n, await (fetch as AnyFetch)(...args), head.url, signal)
    } catch (error) {
      if (signal?.aborted) entry.unanswered = 'aborted'
      else {
        delete entry.unanswered
        const { code } = Object((error as Error)?.cause) as { code?: unknown }
        const isCode = typeof code === 'string' && { code }
        entry.failed = { ...order.add(responseName(n), requestName(n)), message: messageOf(error), ...isCode }
      }
      throw error
    }
  }

  function recordResponse(
    entry: TapeEntry,
    n: number,
    response: Response,
    url: string,
    signal: AbortSignal | undefined,
  ): Response {
    const recorded: TapeResponse = {
      ...order.add(responseName(n), requestName(n)),
      status: response.status,
      ...(response.redirected && { url: response.url }),
      headers: keptHeaders(response.headers),
      ended: 'open',
    }
    delete entry.unanswered
    entry.response = recorded
    // A browser hides redirects: such a response has no status that a new one could have.
    if (!response.body || response.status === 0) {
      end(recorded, n, 'closed')
      return response
    }
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    const { onBytes, onEnd } = isStream ? recordEvents(recorded, n) : recordText(recorded)
    const { body } = observeBody(response.body, {
      onBytes,
      onEnd(ending) {
        onEnd()
        end(recorded, n, signal?.aborted ? 'client-left' : ending)
      },
    })
    const { status, statusText, headers, redirected } = response
    return Object.defineProperties(new Response(body, { status, statusText, headers }), {
      url: { value: response.url || url },
      redirected: { value: redirected },
    })
  }

  function recordEvents(recorded: TapeResponse, n: number): { onBytes(bytes: Uint8Array): void; onEnd(): void } {
    const events: TapeEvent[] = []
    const reader = createEventReader()
    recorded.events = events
    const add = (fields: object) => {
      const count = events.length + 1
      const previous = count === 1 ? responseName(n) : eventName(n, count - 1)
      events.push({ ...order.add(eventName(n, count), previous), ...fields })
    }
    return {
      onBytes: (bytes) => reader.read(bytes).forEach(add),
      onEnd: () => reader.rest().forEach(add),
    }
  }

  function recordText(recorded: TapeResponse): { onBytes(bytes: Uint8Array): void; onEnd(): void } {
    const decoder = new TextDecoder()
    let text = ''
    const write = () => {
      delete recorded.json
      delete recorded.text
      if (text !== '') Object.assign(recorded, parseText(text))
    }
    return {
      onBytes(bytes) {
        text += decoder.decode(bytes, { stream: true })
        write()
      },
      onEnd() {
        text += decoder.decode()
        write()
      },
    }
  }

  function end(recorded: TapeResponse, n: number, ending: BodyEnding): void {
    if (ending === 'client-left') {
      recorded.ended = 'cancelled'
      return
    }
    const events = recorded.events?.length ?? 0
    const { when, after } = order.add(endName(n), events > 0 ? eventName(n, events) : responseName(n))
    recorded.ended = ending === 'closed' ? 'closed' : 'cut'
    if (when !== 'at-once') recorded.endedWhen = when
    if (after !== undefined) recorded.endedAfter = after
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
