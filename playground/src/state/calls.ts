/** The calls made on this page: progress and logs while they run, and their outcome. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { CallToolResult, Client, GetPromptResult, LogMessage, Progress, ReadResourceResult } from 'mcp-over-fetch'
import { type GivenAnswer, givenAnswers, runningCalls } from './server-requests.ts'
import { session } from './session.ts'
import type { Target } from './target.ts'

export type Action =
  | { kind: 'tool'; name: string; args: Record<string, unknown> }
  | { kind: 'resource'; uri: string }
  | { kind: 'prompt'; name: string; args: Record<string, string> }

export type Result = CallToolResult | ReadResourceResult | GetPromptResult

export type CallOutcome = { result: Result } | { error: unknown } | 'stopped'

export interface Call {
  id: number
  /** The server that it was sent to. */
  target: Target
  action: Action
  /** `Date.now()`, as in the wire events. */
  startedAt: number
  progress: Signal<Progress | undefined>
  logs: Signal<readonly LogMessage[]>
  ended: Signal<{ outcome: CallOutcome; ms: number } | undefined>
  /** Answers to server requests that the person gave while it ran. */
  answers: readonly GivenAnswer[]
  stop(): void
}

const MAX_CALLS = 100
const MAX_LOGS = 500

/** The calls to all servers, newest first. */
const allCalls = signal<readonly Call[]>([])

/** The calls to the connected server, newest first. Those to other servers are shown there only. */
export const history: ReadonlySignal<readonly Call[]> = computed(() => {
  const url = session.value?.target.url
  return allCalls.value.filter(({ target }) => target.url === url)
})

let count = 0

export function startCall(action: Action): Call | undefined {
  const known = session.value
  if (!known) return undefined
  const stopping = new AbortController()
  const call: Call = {
    id: ++count,
    target: known.target,
    action,
    startedAt: Date.now(),
    progress: signal(undefined),
    logs: signal([]),
    ended: signal(undefined),
    answers: [],
    stop: () => stopping.abort(),
  }
  allCalls.value = [call, ...allCalls.value].slice(0, MAX_CALLS)
  void run(known.client, call, stopping.signal)
  return call
}

/** The newest call of a tool, resource or prompt, if there is one. */
export function latestCall(kind: Action['kind'], name: string): Call | undefined {
  return history.value.find(({ action }) => action.kind === kind && nameOf(action) === name)
}

/** The name of the tool or prompt, or the URI of the resource. */
export function nameOf(action: Action): string {
  return action.kind === 'resource' ? action.uri : action.name
}

async function run(client: Client, call: Call, stopping: AbortSignal): Promise<void> {
  const started = performance.now()
  runningCalls.value++
  const answersBefore = givenAnswers.value.length
  const updates = batchPerFrame(call)
  const options = { signal: stopping, onProgress: updates.progress, onLog: updates.log }
  const outcome: CallOutcome = await send(client, call.action, options).then(
    (result) => ({ result }),
    (error: unknown) => (stopping.aborted ? 'stopped' : { error }),
  )
  updates.flush()
  runningCalls.value--
  call.answers = givenAnswers.value.slice(answersBefore)
  call.ended.value = { outcome, ms: performance.now() - started }
}

type Options = { signal: AbortSignal; onProgress(progress: Progress): void; onLog(message: LogMessage): void }

function send(client: Client, action: Action, options: Options): Promise<Result> {
  switch (action.kind) {
    case 'tool':
      return client.callTool(action.name, action.args, options)
    case 'resource':
      return client.readResource(action.uri, options)
    case 'prompt':
      return client.getPrompt(action.name, action.args, options)
  }
}

/** Updates the signals once per animation frame, however many notifications arrive in between. */
function batchPerFrame({ progress, logs }: Call) {
  let latestProgress: Progress | undefined
  let newLogs: LogMessage[] = []
  let frame = 0
  const flush = () => {
    cancelAnimationFrame(frame)
    frame = 0
    if (latestProgress) progress.value = latestProgress
    if (newLogs.length > 0) logs.value = [...logs.value, ...newLogs].slice(-MAX_LOGS)
    newLogs = []
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
      if (newLogs.length < MAX_LOGS) newLogs.push(message)
      schedule()
    },
  }
}
