/** What servers do to clients: each experiment treats the streams of calls in one way, and says what was counted. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Caller, OpenCaller } from './callers.ts'
import { startServer } from './server.ts'

/** Gives one cell per row of its measure. */
export type Experiment = (open: OpenCaller) => Promise<string[]>

const ample = 10_000

/** Every stream carries only an event id and the wish to be resumed at once, so that a call never gets its answer. */
const polling: Experiment = async (open) => {
  let eventId = 0
  const server = await startServer((stream) => stream.end(`id: ${++eventId}\nretry: 0\ndata:\n\n`))
  const call = await open(server.url)
  const outcome = await settle(call, 2000)
  const during = server.resumptions()
  await delay(1000)
  return [`${count(during)}  ${outcome}`, count(server.resumptions() - during)]
}

/** A stream stays open after its answer. */
const held: Experiment = async (open) => {
  const server = await startServer((stream, answer) => stream.write(answer))
  const call = await open(server.url)
  for (let calls = 0; calls < 100; calls++) await call(ample)
  const atOnce = server.openStreams()
  await delay(1000)
  return [count(atOnce), count(server.openStreams())]
}

/** A stream ends before its answer and cannot be resumed. */
const cut: Experiment = async (open) => {
  let ended = Number.NaN
  let isWarm = false
  const server = await startServer((stream, answer) => {
    if (!isWarm) stream.end(answer)
    else stream.end(': working\n\n', () => (ended = performance.now()))
  })
  const call = await open(server.url)
  // The first call of a process is slow in ways that have nothing to do with its stream.
  await call(ample)
  isWarm = true
  const outcome = await settle(call, 3000)
  return [`${count(performance.now() - ended)}  ${outcome}`]
}

/** The server forgets the session between two calls. */
const forgotten: Experiment = async (open) => {
  const server = await startServer((stream, answer) => stream.end(answer))
  const call = await open(server.url)
  await call(ample)
  const before = server.initializations()
  server.forgetSessions()
  const outcomes: string[] = []
  for (let calls = 0; calls < 10; calls++) outcomes.push(await settle(call, ample))
  const failures = new Set(outcomes.filter((outcome) => outcome !== 'answered'))
  const answered = outcomes.filter((outcome) => outcome === 'answered').length
  return [[count(answered), ...failures].join('  '), count(server.initializations() - before)]
}

export const experiments = { polling, held, cut, forgotten } satisfies Record<string, Experiment>

export type ExperimentName = keyof typeof experiments

/** How a call ended: answered, or with which error. */
function settle(call: Caller, timeout: number): Promise<string> {
  return call(timeout).then(
    () => 'answered',
    (error) => (/time.?out/i.test(`${error.code} ${error.name}`) ? 'timed out' : error.name),
  )
}

function count(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 }).padStart(7)
}
