/** The responses of the server, prepared so that the server is never the bottleneck. */
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { type Answers, bigLength, progressCount } from '../workload.ts'

const eventStart = 'event: message\ndata: '
const eventEnd = '\n\n'
const eventsPerWrite = 500

const line = 'A line of "ordinary" text with quotes, a tab\tand a newline at its end.\n'
const bigText = Buffer.from(JSON.stringify(line.repeat(Math.ceil(bigLength / line.length)).slice(0, bigLength)))

/** Writes one JSON-RPC message, given in pieces, as the whole response. */
export function answer(response: ServerResponse, answers: Answers, ...pieces: (string | Buffer)[]): void {
  if (answers === 'json') {
    const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': length })
  } else {
    startEvents(response)
    pieces = [eventStart, ...pieces, eventEnd]
  }
  for (const piece of pieces) response.write(piece)
  response.end()
}

export function answerResult(response: ServerResponse, answers: Answers, id: unknown, result: object): void {
  answer(response, answers, JSON.stringify({ jsonrpc: '2.0', id, result }))
}

export function answerBig(response: ServerResponse, answers: Answers, id: unknown): void {
  // Servers of revisions without `resultType` may send it too.
  const result = '"result":{"resultType":"complete","content":[{"type":"text","text":'
  const start = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${result}`
  answer(response, answers, start, bigText, '}]}}')
}

/** Sends every progress notification, then the answer. */
export async function answerProgress(response: ServerResponse, id: unknown, token: unknown): Promise<void> {
  startEvents(response)
  await pipeline(progressEvents(id, token), response)
}

function* progressEvents(id: unknown, token: unknown): Generator<string> {
  const params = `{"progressToken":${JSON.stringify(token)},"progress":`
  const start = `${eventStart}{"jsonrpc":"2.0","method":"notifications/progress","params":${params}`
  for (let from = 1; from <= progressCount; from += eventsPerWrite) {
    let text = ''
    for (let progress = from; progress < from + eventsPerWrite; progress++) {
      text += `${start}${progress},"total":${progressCount},"message":"step ${progress}"}}${eventEnd}`
    }
    yield text
  }
  const result = { content: [{ type: 'text', text: String(progressCount) }] }
  yield eventStart + JSON.stringify({ jsonrpc: '2.0', id, result }) + eventEnd
}

function startEvents(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
}
