/** The entry `mcp-over-fetch/tasks`: with `connect(url, { extensions: tasks() })`, a call that starts a task waits for its result. */
import { type Extension, type ResultHandler, resultTypes } from '../core/extension.ts'
import type { Client, RequestOptions } from '../core/index.ts'
import { runSafely } from '../core/util/run-safely.ts'
import type { AllowUndefined } from '../types/allow-undefined.ts'
import type { InputResponses } from '../types/input-required.ts'
import { pollTask } from './poll-task.ts'
import { checkTask, type Task } from './task.ts'

export type { TaskStatus } from '../types/tasks.ts'
export { type Task, TaskError } from './task.ts'

const ID = 'io.modelcontextprotocol/tasks'

/** The options of `tasks()`. */
export interface TasksOptions {
  /** Called for every state of every task that a call waits for. */
  onTask?: ((task: Task) => void) | undefined
}

/**
 * Declares that this application can wait for tasks.
 *
 * A call that starts a task polls it at the interval of the server, and passes its input requests to the handlers.
 * Aborting the call cancels the task; its `maxTotalTimeout` and closing the client do not. With the token that `onResumable`
 * gets, `callTool(name, args, { resume: token })` continues to wait, also in another process.
 */
export function tasks({ onTask }: TasksOptions = {}): Record<typeof ID, object> {
  const extension: Extension = { [resultTypes]: { task: handleTask } }
  return { [ID]: extension }

  async function handleTask(...[result, context]: Parameters<ResultHandler>): ReturnType<ResultHandler> {
    const { onResumable } = context.options
    const taskId = String(result.taskId)
    // Without a status it is a resume token, so `onResumable` was already called by the call that started the task.
    const initial = 'status' in result ? checkTask(result, 'the tool') : undefined
    if (initial) {
      runSafely(() => onResumable?.({ taskId }))
      onState(initial)
    }
    return pollTask({ taskId, initial, onState }, context)
  }

  function onState(task: Task): void {
    runSafely(() => onTask?.(task))
  }
}

/** Reads the current state of a task. */
export async function getTask(client: Client, taskId: string, options?: RequestOptions): Promise<Task> {
  return checkTask(await client.request('tasks/get', { taskId }, options), 'tasks/get', taskId)
}

/** Answers some or all input requests of a task. The effect shows in the next states of the task. */
export async function updateTask(
  client: Client,
  taskId: string,
  inputResponses: AllowUndefined<InputResponses>,
  options?: RequestOptions,
): Promise<void> {
  await client.request('tasks/update', { taskId, inputResponses }, options)
}

/** Requests the cancellation of a task. The task may still end in another way, or not at all. */
export async function cancelTask(client: Client, taskId: string, options?: RequestOptions): Promise<void> {
  await client.request('tasks/cancel', { taskId }, options)
}
