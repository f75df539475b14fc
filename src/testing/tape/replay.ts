/** Plays a tape to a client, and says what does not fit. */
import type { FlightTape } from '../../types/flight-tape.ts'
import { type Clock, createClock } from '../clock/clock.ts'
import { orAborted } from '../util/abort.ts'
import { fromFlight, isFlight } from './from-flight.ts'
import { asksForTheSame, describeRequest, differences, expectsNoAnswer, withoutSecrets } from './match.ts'
import { endName, eventName, responseName, WAIT } from './order.ts'
import { type Bindings, fillIn, hasUnknownId } from './placeholders.ts'
import { playResponse } from './play-response.ts'
import { createProgress } from './progress.ts'
import { type AnyFetch, readRequest } from './read-request.ts'
import { checkTape, type Tape, type TapePlace, type TapeRequest } from './tape.ts'

/** As Node, Deno and Bun throw it: only the code of the cause proves that nothing was sent. */
function toFailure(message: string, code: string | undefined): TypeError {
  return new TypeError(message, code === undefined ? {} : { cause: Object.assign(new Error(message), { code }) })
}

/** The options of `replay`. */
export interface ReplayOptions {
  /** Any order, and as often as asked: a request is found by its method and params. By default it must be the next. */
  loose?: boolean
  /** The clock to wait on; the system's by default. */
  clock?: Clock
  /** The milliseconds after which a response that waits for a missing request fails; 4,000, and endless with a clock. */
  patience?: number
}

/** A fetch that plays a tape. */
export interface Replay extends AnyFetch {
  /** Throws if a request did not fit, or if requests of the tape did not come. */
  expectDone(): void
}

/**
 * A fetch that answers from a tape, in the recorded order and timing classes, without a server. A recording of
 * `mcp-over-fetch/recorder` is one too.
 *
 * @example
 * const fetch = replay(JSON.parse(await readFile('render.tape.json', 'utf8')))
 * const client = await connect('https://tools.example.com/mcp', { fetch })
 */
export function replay(recorded: Tape | FlightTape, options: ReplayOptions = {}): Replay {
  const tape = isFlight(recorded) ? fromFlight(recorded) : recorded
  const { loose = false, clock = createClock() } = options
  const patience = options.patience ?? (options.clock || loose ? Number.POSITIVE_INFINITY : 4_000)
  const { entries } = checkTape(tape)
  const progress = createProgress(tape, { clock, patience, idle: () => fail(`Nothing came for ${patience} ms.`) })
  let bindings: Bindings = new Map()
  let failure: Error | undefined
  let count = 0
  let lastTurn: Promise<unknown> = Promise.resolve()

  return Object.assign(replayedFetch, {
    expectDone() {
      if (failure) throw failure
      if (progress.unplayed.size > 0) throw createError(`The tape is not at its end.`)
    },
  })

  async function replayedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const { complete, signal, head } = readRequest(input, init)
    // Requests are found in the order in which they were made, however long it takes to read their bodies.
    const found = lastTurn.then(async () => find(await complete))
    lastTurn = found.catch(() => {})
    const index = await found
    if (index === undefined) return new Response(null, { status: 202 })
    const answer = play(index, head.url, signal)
    return signal ? orAborted(answer, signal) : answer
  }

  function find(request: TapeRequest): number | undefined {
    if (failure) throw failure
    count += 1
    const index = loose ? findAnywhere(request) : findNext(request)
    if (index !== undefined) progress.play(index)
    return index
  }

  function findNext(request: TapeRequest): number {
    const reasons: string[][] = []
    for (const index of progress.due()) {
      const trial = new Map(bindings)
      const reason = differences(entries[index]!.request, request, trial)
      if (reason.length === 0) {
        bindings = trial
        return index
      }
      reasons.push(reason)
    }
    if (reasons.length === 0) throw fail(`Request ${count} came after the end of the tape.`, request)
    // The one that is most like it tells most.
    const nearest = reasons.sort((one, other) => one.length - other.length)[0]!
    throw fail(`Request ${count} does not fit the tape.`, request, nearest)
  }

  /** One that has not come yet, or else the last one again. Nobody waits for the answer to a notification. */
  function findAnywhere(request: TapeRequest): number | undefined {
    const all = [...entries.keys()]
    const order = [...progress.unplayed, ...all.filter((index) => !progress.unplayed.has(index)).reverse()]
    for (const index of order) {
      const trial = new Map(bindings)
      if (!asksForTheSame(entries[index]!.request, request, trial)) continue
      bindings = trial
      return index
    }
    if (expectsNoAnswer(request)) return undefined
    throw fail(`The tape has no such request.`, request)
  }

  async function play(index: number, url: string, signal: AbortSignal | undefined): Promise<Response> {
    const { response, failed } = entries[index]!
    const n = index + 1
    const head = response ?? failed
    if (!head) return new Promise(() => {})
    await turn(responseName(n), { when: head.when })
    progress.mark(responseName(n))
    if (failed) throw toFailure(fillIn(failed.message, bindings), failed.code)
    const partName = (part: 'end' | number) => (part === 'end' ? endName(n) : eventName(n, part))
    const placeOf = (part: 'end' | number): TapePlace =>
      part === 'end' ? { when: response!.endedWhen ?? 'at-once' } : response!.events![part - 1]!
    return playResponse(response!, {
      url,
      signal,
      turn: (part) => turn(partName(part), placeOf(part)),
      fillIn: (value) => fillIn(value, bindings),
      isDetached: (event) => loose && hasUnknownId(event, bindings),
      played: (part) => progress.mark(partName(part)),
    })
  }

  /** Waits until all that came before it has been played, and then as long as the class says. */
  async function turn(name: string, place: TapePlace): Promise<void> {
    await progress.until(() => (loose ? !hasUnknownId(place, bindings) : progress.isNext(name)))
    if (WAIT[place.when] > 0) await clock.wait(WAIT[place.when])
  }

  /** The first error is kept: what a client does after it has no meaning. */
  function fail(...args: Parameters<typeof createError>): Error {
    failure ??= createError(...args)
    return failure
  }

  function createError(what: string, came?: TapeRequest, reasons: readonly string[] = []): Error {
    const missing = [...progress.unplayed].slice(0, loose ? 20 : 3)
    const expected = missing.map((index) => `  expected: ${index + 1}. ${describeRequest(entries[index]!.request)}`)
    if (expected.length === 0) expected.push('  expected: nothing more')
    const lines = [what, ...expected, ...(came ? [`  came:     ${describeRequest(withoutSecrets(came))}`] : [])]
    const error = new Error([...lines, ...reasons.slice(0, 10).map((reason) => `  ${reason}`)].join('\n'))
    error.name = 'ReplayError'
    return error
  }
}
