/** The behaviour experiments: each has a server that treats the streams of calls in one way, and counts the consequences. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ConnectClient, Connected } from './clients.ts'
import { firstResult } from './first-result.ts'
import { startServer } from './server.ts'

/** Resolves with one table cell per row of its measure. */
export type Experiment = (connect: ConnectClient) => Promise<string[]>

const LONG_TIMEOUT_MS = 10_000

/** Every stream sends only an event id and `retry: 0`, so that a call polls and is never answered. */
const polling: Experiment = async (connect) => {
  let eventId = 0
  const server = await startServer((stream) => stream.end(`id: ${++eventId}\nretry: 0\ndata:\n\n`))
  const client = await connect(server.url)
  const outcome = await outcomeOf(client, 2000)
  const during = server.resumptions()
  await delay(1000)
  return [`${count(during)}, ${outcome}`, count(server.resumptions() - during)]
}

/** Streams stay open after the answer. */
const heldOpen: Experiment = async (connect) => {
  const server = await startServer((stream, answer) => stream.write(answer))
  const client = await connect(server.url)
  for (let calls = 0; calls < 100; calls++) await client.call(LONG_TIMEOUT_MS)
  const rightAfter = server.openStreams()
  await delay(1000)
  const later = server.openStreams()
  await client.close()
  await delay(500)
  return [count(rightAfter), count(later), count(server.openStreams())]
}

/** A stream ends without the answer and without an event id to resume from. */
const endedEarly: Experiment = async (connect) => {
  let ended = Number.NaN
  let isWarm = false
  const server = await startServer((stream, answer) => {
    if (!isWarm) stream.end(answer)
    else stream.end(': working\n\n', () => (ended = performance.now()))
  })
  const client = await connect(server.url)
  // The first call of a process is slow for other reasons.
  await client.call(LONG_TIMEOUT_MS)
  isWarm = true
  const outcome = await outcomeOf(client, 3000)
  return [`${count(performance.now() - ended)}, ${outcome}`]
}

/** The server deletes the session between two calls. */
const sessionLost: Experiment = async (connect) => {
  const server = await startServer((stream, answer) => stream.end(answer))
  const client = await connect(server.url)
  await client.call(LONG_TIMEOUT_MS)
  const before = server.initializations()
  server.deleteSessions()
  const outcomes: string[] = []
  for (let calls = 0; calls < 10; calls++) outcomes.push(await outcomeOf(client, LONG_TIMEOUT_MS))
  const failures = new Set(outcomes.filter((outcome) => outcome !== 'answered'))
  const answered = outcomes.filter((outcome) => outcome === 'answered').length
  return [[count(answered), ...failures].join(', '), count(server.initializations() - before)]
}

export const experiments = {
  polling,
  'held-open': heldOpen,
  'ended-early': endedEarly,
  'session-lost': sessionLost,
  'first-2025-json': firstResult('2025-json'),
  'first-2025-sse': firstResult('2025-sse'),
  'first-2026': firstResult('2026'),
  'first-http-sse': firstResult('http-sse'),
} satisfies Record<string, Experiment>

export type ExperimentName = keyof typeof experiments

/** The outcome of a call: answered, timed out, or the name of the error. */
function outcomeOf(client: Connected, timeout: number): Promise<string> {
  return client.call(timeout).then(
    () => 'answered',
    (error) => (/timed? ?out/i.test(`${error.code} ${error.name} ${error.message}`) ? 'timed out' : error.name),
  )
}

function count(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })
}
