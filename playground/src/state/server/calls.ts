/** The calls to one server: progress and logs while they run, and their outcome. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { CallToolResult, Client, GetPromptResult, LogMessage, Progress, ReadResourceResult } from 'mcp-over-fetch'
import { answersOf, noteOutcome } from '../../wire/call-rows.ts'
import type { WireModel } from '../../wire/model.ts'
import type { Outcome } from '../outcome.ts'
import type { Target } from '../target.ts'
import { type CheckedSchema, judge } from './check-output.ts'
import type { Session } from './connection.ts'
import { createPastCalls, type PastCalls } from './past-calls.ts'
import type { GivenAnswer, Questions } from './questions.ts'
import type { Task, Tasks } from './tasks.ts'

export type Action =
  | { kind: 'tool'; name: string; args: Record<string, unknown> }
  | { kind: 'resource'; uri: string }
  | { kind: 'prompt'; name: string; args: Record<string, string> }

export type Result = CallToolResult | ReadResourceResult | GetPromptResult

export type CallOutcome = { result: Result } | { error: unknown } | 'stopped'

export interface Ended {
  outcome: CallOutcome
  ms: number
  verdict: Outcome
  /** Whether its structured content fits; undefined for what has no schema. */
  schema?: CheckedSchema | undefined
}

export interface Call {
  id: number
  /** The server that it was sent to. */
  target: Target
  /** Where its requests are recorded. */
  wire: WireModel
  action: Action
  /** A simulated model made it, not the person. */
  isFromModel: boolean
  /** It was made before the page was loaded: nothing of it is on the wire. */
  isPast: boolean
  /** What could not be kept of a past call. */
  lost?: 'result' | 'secrets' | undefined
  /** `Date.now()`, as in the wire events. */
  startedAt: number
  progress: Signal<Progress | undefined>
  logs: Signal<readonly LogMessage[]>
  /** The task that the server made of it, in its latest state. */
  task: ReadonlySignal<Task | undefined>
  ended: Signal<Ended | undefined>
  /** Answers to server requests that were given in it. */
  answers: readonly GivenAnswer[]
  stop(): void
}

export interface Calls {
  /** Newest first. */
  history: Signal<readonly Call[]>
  /** Whether older calls were dropped. */
  isCut: ReadonlySignal<boolean>
  /** Undefined without a connection. */
  start(action: Action): Call | undefined
  /** Records a call that somebody else makes on this connection; resolves and rejects as that does. */
  record<T extends Result>(action: Action, run: () => Promise<T>): Promise<T>
  /** Empties the history, also the stored one. */
  clearHistory(): void
}

interface Connected {
  session: ReadonlySignal<Session | undefined>
  questions: Questions
  tasks: Tasks
  wire: WireModel
  /** The output schema of a tool, if the server has given one. */
  outputSchemaOf(tool: string): object | undefined
}

export const MAX_CALLS = 200
const MAX_LOGS = 500

let count = 0

export function createCalls({ session, questions, tasks, wire, outputSchemaOf }: Connected): Calls {
  const history = signal<readonly Call[]>([])
  const isCut = signal(false)
  const add = (calls: readonly Call[]) => {
    if (calls.length > MAX_CALLS) isCut.value = true
    history.value = calls.slice(0, MAX_CALLS)
  }
  const past: PastCalls = createPastCalls(session, (stored) => {
    const restored = stored.map((entry) => ({ ...newCall(entry.target, entry.action), ...entry, isPast: true }))
    add([...history.value, ...restored])
  })
  return { history, isCut, start, record, clearHistory }

  function newCall(target: Target, action: Action): Call {
    return {
      id: ++count,
      target,
      wire,
      action,
      isFromModel: false,
      isPast: false,
      startedAt: Date.now(),
      progress: signal(undefined),
      logs: signal([]),
      task: signal(undefined),
      ended: signal(undefined),
      answers: [],
      stop() {},
    }
  }

  function start(action: Action): Call | undefined {
    const known = session.value
    if (!known) return undefined
    const stopping = new AbortController()
    const taskId = signal<unknown>(undefined)
    const call: Call = {
      ...newCall(known.target, action),
      task: computed(() => tasks.all.value.find((task) => task.taskId === taskId.value)),
      stop: () => stopping.abort(),
    }
    add([call, ...history.value])
    const updates = batchPerFrame(call)
    const { signal: stopped } = stopping
    const sending = send(known.client, action, {
      signal: stopped,
      onProgress: updates.progress,
      onLog: updates.log,
      onResumable: (token) => {
        taskId.value = (token as { taskId?: unknown }).taskId ?? taskId.value
      },
    }).finally(updates.flush)
    void finish(call, sending, stopped)
    return call
  }

  async function record<T extends Result>(action: Action, run: () => Promise<T>): Promise<T> {
    const known = session.value
    if (!known) return run()
    const call = { ...newCall(known.target, action), isFromModel: true }
    add([call, ...history.value])
    const running = run()
    void finish(call, running)
    return running
  }

  /** Never rejects. */
  async function finish(call: Call, sending: Promise<Result>, stopped?: AbortSignal): Promise<void> {
    const { runningCalls } = questions
    const started = performance.now()
    runningCalls.value++
    const outcome = await sending.then(
      (result): CallOutcome => ({ result }),
      (error: unknown): CallOutcome => (isStop(error, stopped) ? 'stopped' : { error }),
    )
    const ms = performance.now() - started
    runningCalls.value--
    const { verdict, schema, facts } = await judge(call.action, outcome, outputSchemaOf)
    call.answers = answersOf(call)
    noteOutcome(call, facts)
    call.ended.value = { outcome, ms, verdict, schema }
    past.store(call)
  }

  function clearHistory(): void {
    history.value = history.value.filter(({ ended }) => ended.value === undefined)
    isCut.value = false
    past.clear()
  }
}

/** An error of another cause that arrives after the click is that error. */
function isStop(error: unknown, stopped: AbortSignal | undefined): boolean {
  if (stopped && !stopped.aborted) return false
  return (stopped && error === stopped.reason) || (error as Partial<Error> | undefined)?.name === 'AbortError'
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
