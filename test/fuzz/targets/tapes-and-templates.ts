/** Tapes and URI templates: wrong ones are refused by an error that says so, and a recorded response replays alike. */
import { record, replay, type Tape, virtualClock } from '../../../src/testing/index.ts'
import { expandUriTemplate, type UriTemplateValues, uriTemplateVariables } from '../../../src/uri-template/index.ts'
import { mutate } from '../generate-value.ts'
import { hostileText, mutateText } from '../hostile-text.ts'
import { type FuzzTarget, pick, target, Violation } from '../target.ts'

const URL_OF_TAPE = 'https://mcp.example/mcp'
const BODY = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
const SECRET = 'secret-77aa'

const request = { method: 'POST', url: URL_OF_TAPE, headers: { 'content-type': 'application/json' } }
const TAPE = {
  version: 1,
  entries: [
    {
      request: { ...request, json: JSON.parse(BODY) },
      response: {
        status: 200,
        headers: { 'content-type': 'text/event-stream' },
        when: 'at-once',
        events: [
          { when: 'at-once', id: 'a', json: { jsonrpc: '2.0', method: 'notifications/progress', params: {} } },
          { when: 'soon', json: { jsonrpc: '2.0', id: 1, result: {} }, after: 'event 1.1' },
        ],
        ended: 'closed',
      },
    },
    { request: { ...request, text: 'x', after: 'end 1' }, failed: { when: 'at-once', message: 'terminated' } },
    { request: { ...request, method: 'DELETE' }, unanswered: 'open' },
  ],
}

/** Milliseconds that pass before the client gives up. */
const PATIENCE = 10_000

/** The names of errors that a replay may end with; `TypeError` is a network error, or a tape that is none. */
const KNOWN = ['ReplayError', 'TypeError', 'AbortError']

interface TapeInput {
  tape: unknown
  loose: boolean
}

const TEMPLATE = 'test://{a}/{+path}{/list*}{?q,b:3}{&x}{#f*}{;y}{.z}'
const VALUES = { a: 'é"', path: '/a b', list: ['x', null, 'y'], q: 'q', b: 'long', x: 0, f: { k: 'v' }, y: '', z: true }

export const tapeAndTemplateTargets: FuzzTarget[] = [
  target<TapeInput>({
    name: 'a tape',
    generate(random) {
      let tape: unknown = TAPE
      for (let changes = Math.floor(random() * 4); changes > 0; changes--) tape = mutate(tape, random)
      return { tape, loose: random() < 0.5 }
    },
    async check({ tape, loose }) {
      const clock = virtualClock()
      try {
        const fetch = replay(tape as Tape, { loose, clock })
        const left = new AbortController()
        const init = {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: BODY,
          signal: left.signal,
        }
        const settled = fetch(URL_OF_TAPE, init).then((response) => readUntilAbort(response, left.signal))
        settled.catch(() => {})
        await clock.advance(PATIENCE)
        left.abort(new DOMException('enough', 'AbortError'))
        await settled
        fetch.expectDone()
      } catch (error) {
        const { name } = (error ?? {}) as Error
        if (!KNOWN.includes(name) || isMistake(error)) throw error
      }
    },
  }),
  target<{ status: number; type: string; body: string }>({
    name: 'a response that is recorded and replayed',
    generate: (random) => ({
      status: pick(random, [200, 202, 400, 404, 500]),
      type: pick(random, ['application/json', 'text/plain', 'text/event-stream', '']),
      body: pick(random, [() => hostileText(random, 8), () => mutateText(random, `data: ${BODY}\n\n`), () => BODY])(),
    }),
    async check({ status, type, body }) {
      const headers: Record<string, string> = type ? { 'content-type': type } : {}
      const { fetch, tape } = record(async () => new Response(body, { status, headers }))
      const init = () => ({ method: 'POST', headers: { authorization: `Bearer ${SECRET}` }, body: BODY })
      const recorded = await fetch(URL_OF_TAPE, init())
      const text = await recorded.text()
      const written = JSON.stringify(await tape())
      if (written.includes(SECRET)) throw new Violation('a tape contains a secret')
      const clock = virtualClock()
      const played = await settle(clock, replay(JSON.parse(written), { clock })(URL_OF_TAPE, init()))
      const again = await settle(clock, played.text())
      if (played.status !== status) throw new Violation(`replayed with status ${played.status} instead of ${status}`)
      // An event stream is written down event by event, and JSON by its value.
      const isSame = type === 'text/event-stream' || again === text || sameJson(again, text) || hidesPartOf(again, text)
      if (!isSame) throw new Violation(`replayed ${JSON.stringify(again)} instead of ${JSON.stringify(text)}`)
    },
  }),
  target<{ template: string; values: unknown }>({
    name: 'a URI template and its values',
    generate: (random) => ({
      template: random() < 0.2 ? hostileText(random, 8) : mutateText(random, TEMPLATE),
      values: random() < 0.5 ? VALUES : mutate(mutate(VALUES, random), random),
    }),
    check({ template, values }) {
      try {
        const uri = expandUriTemplate(template, values as UriTemplateValues)
        if (/[\s{}<>"]/.test(uri)) throw new Violation(`an URI with ${JSON.stringify(uri)}`)
        uriTemplateVariables(template)
      } catch (error) {
        if ((error as { code?: string }).code !== 'invalid-argument') throw error
      }
    },
  }),
]

/** Whether the text is the same but for parts that look like credentials, which a tape replaces by names. */
function hidesPartOf(written: string, text: string): boolean {
  const pieces = written.split(/__[\w-]+?_\d+__/)
  let at = 0
  for (const piece of pieces) {
    const found = text.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return pieces.length > 1 && text.startsWith(pieces[0]!) && text.endsWith(pieces.at(-1)!)
}

/** A mistake in our own code, which is a TypeError too. */
function isMistake(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /Cannot (read|convert|destructure|set|use)|is not (a function|iterable|a constructor)/.test(error.message)
  )
}

async function readUntilAbort(response: Response, signal: AbortSignal): Promise<void> {
  const left = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  await Promise.race([response.text(), left])
}

async function settle<T>(clock: ReturnType<typeof virtualClock>, promise: Promise<T>): Promise<T> {
  let isSettled = false
  const end = () => {
    isSettled = true
  }
  promise.then(end, end)
  for (let steps = 0; !isSettled && steps < 100; steps++) await clock.advance(1_000)
  if (!isSettled) throw new Violation('never settles')
  return promise
}

function sameJson(one: string, other: string): boolean {
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other))
  } catch {
    return false
  }
}
