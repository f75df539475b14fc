/** Calls: those under way, with how far they are, and how each of them ended. */
import { type Signal, signal } from '@preact/signals'
import type { CallToolResult, Client, GetPromptResult, LogMessage, Progress, ReadResourceResult } from 'mcp-over-fetch'
import { answered } from './server-requests.ts'
import { session } from './session.ts'

export type Action =
  | { kind: 'tool'; name: string; args: Record<string, unknown> }
  | { kind: 'resource'; uri: string }
  | { kind: 'prompt'; name: string; args: Record<string, string> }

export type Result = CallToolResult | ReadResourceResult | GetPromptResult

export type Ending = { result: Result } | { error: unknown } | 'stopped'

export interface Call {
  id: number
  action: Action
  /** On the clock of the wire. */
  at: number
  progress: Signal<Progress | undefined>
  logs: Signal<readonly LogMessage[]>
  ended: Signal<{ how: Ending; ms: number } | undefined>
  /** Answers that the person gave while it ran. */
  answers: { kind: string; answer: unknown }[]
  stop(): void
}

const MOST = 100
const MOST_LOGS = 500

/** Newest first. */
export const history = signal<readonly Call[]>([])

let count = 0

export function begin(action: Action): Call | undefined {
  const client = session.value?.client
  if (!client) return undefined
  const stopping = new AbortController()
  const call: Call = {
    id: ++count,
    action,
    at: Date.now(),
    progress: signal(undefined),
    logs: signal([]),
    ended: signal(undefined),
    answers: [],
    stop: () => stopping.abort(),
  }
  history.value = [call, ...history.value].slice(0, MOST)
  void run(client, call, stopping.signal)
  return call
}

/** The newest call of the same thing, if there is one. */
export function latest(action: Pick<Action, 'kind'> & { key: string }): Call | undefined {
  return history.value.find((call) => call.action.kind === action.kind && keyOf(call.action) === action.key)
}

export function keyOf(action: Action): string {
  return action.kind === 'resource' ? action.uri : action.name
}

async function run(client: Client, call: Call, stopping: AbortSignal): Promise<void> {
  const started = performance.now()
  const answersBefore = answered.value.length
  const update = frameBatch(call)
  const options = { signal: stopping, onProgress: update.progress, onLog: update.log }
  const how: Ending = await perform(client, call.action, options).then(
    (result) => ({ result }),
    (error: unknown) => (stopping.aborted ? 'stopped' : { error }),
  )
  update.flush()
  call.answers = answered.value.slice(answersBefore)
  call.ended.value = { how, ms: performance.now() - started }
}

type Options = { signal: AbortSignal; onProgress(progress: Progress): void; onLog(message: LogMessage): void }

function perform(client: Client, action: Action, options: Options): Promise<Result> {
  switch (action.kind) {
    case 'tool':
      return client.callTool(action.name, action.args, options)
    case 'resource':
      return client.readResource(action.uri, options)
    case 'prompt':
      return client.getPrompt(action.name, action.args, options)
  }
}

/** The page is told once a frame, however many notifications arrive in between. */
function frameBatch({ progress, logs }: Call) {
  let latestProgress: Progress | undefined
  let waiting: LogMessage[] = []
  let frame = 0
  const flush = () => {
    cancelAnimationFrame(frame)
    frame = 0
    if (latestProgress) progress.value = latestProgress
    if (waiting.length > 0) logs.value = [...logs.value, ...waiting].slice(-MOST_LOGS)
    waiting = []
  }
  const schedule = () => {
    frame ||= requestAnimationFrame(flush)
  }
  return {
    flush,
    progress(next: Progress) {
      latestProgress = next
      schedule()
    },
    log(message: LogMessage) {
      if (waiting.length < MOST_LOGS) waiting.push(message)
      schedule()
    },
  }
}
