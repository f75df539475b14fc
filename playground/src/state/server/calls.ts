/** The calls to one server: progress and logs while they run, and their outcome. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { CallToolResult, Client, GetPromptResult, LogMessage, Progress, ReadResourceResult } from 'mcp-over-fetch'
import type { WireModel } from '../../wire/model.ts'
import type { Target } from '../target.ts'
import type { Session } from './connection.ts'
import type { GivenAnswer, Questions } from './questions.ts'
import type { Task, Tasks } from './tasks.ts'

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
  /** Where its requests are recorded. */
  wire: WireModel
  action: Action
  /** `Date.now()`, as in the wire events. */
  startedAt: number
  progress: Signal<Progress | undefined>
  logs: Signal<readonly LogMessage[]>
  /** The task that the server made of it, in its latest state. */
  task: ReadonlySignal<Task | undefined>
  ended: Signal<{ outcome: CallOutcome; ms: number } | undefined>
  /** Answers to server requests that the person gave while it ran. */
  answers: readonly GivenAnswer[]
  stop(): void
}

export interface Calls {
  /** Newest first. */
  history: Signal<readonly Call[]>
  /** Undefined without a connection. */
  start(action: Action): Call | undefined
}

interface Connected {
  session: ReadonlySignal<Session | undefined>
  questions: Questions
  tasks: Tasks
  wire: WireModel
}

const MAX_CALLS = 100
const MAX_LOGS = 500

let count = 0

export function createCalls({ session, questions, tasks, wire }: Connected): Calls {
  const history = signal<readonly Call[]>([])
  return { history, start }

  function start(action: Action): Call | undefined {
    const known = session.value
    if (!known) return undefined
    const stopping = new AbortController()
    const taskId = signal<unknown>(undefined)
    const call: Call = {
      id: ++count,
      target: known.target,
      wire,
      action,
      startedAt: Date.now(),
      progress: signal(undefined),
      logs: signal([]),
      task: computed(() => tasks.all.value.find((task) => task.taskId === taskId.value)),
      ended: signal(undefined),
      answers: [],
      stop: () => stopping.abort(),
    }
    history.value = [call, ...history.value].slice(0, MAX_CALLS)
    void run(known.client, call, {
      signal: stopping.signal,
      onResumable: (token) => {
        taskId.value = (token as { taskId?: unknown }).taskId ?? taskId.value
      },
    })
    return call
  }

  async function run(client: Client, call: Call, given: Pick<Options, 'signal' | 'onResumable'>): Promise<void> {
    const { runningCalls, answers } = questions
    const started = performance.now()
    runningCalls.value++
    const answersBefore = answers.value.length
    const updates = batchPerFrame(call)
    const options = { ...given, onProgress: updates.progress, onLog: updates.log }
    const outcome: CallOutcome = await send(client, call.action, options).then(
      (result) => ({ result }),
      (error: unknown) => (given.signal.aborted ? 'stopped' : { error }),
    )
    updates.flush()
    runningCalls.value--
    call.answers = answers.value.slice(answersBefore)
    call.ended.value = { outcome, ms: performance.now() - started }
  }
}

interface Options {
  signal: AbortSignal
  onProgress(progress: Progress): void
  onLog(message: LogMessage): void
  /** Called with what continues the call: the id of its task, or where its stream was left. */
  onResumable(token: object): void
}

function send(client: Client, action: Action, options: Options): Promise<Result> {
  switch (action.kind) {
    case 'tool':
      return client.callTool(action.name, action.args, options)
    case 'resource':
      return client.readResource(action.uri, withoutResumable(options))
    case 'prompt':
      return client.getPrompt(action.name, action.args, withoutResumable(options))
  }
}

/** Only calls of tools can be continued elsewhere. */
function withoutResumable({ onResumable: _, ...options }: Options): Omit<Options, 'onResumable'> {
  return options
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
