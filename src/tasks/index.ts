/** Tools that answer with a task: with `connect(url, { extensions: tasks() })` a call waits for the result. */
import type { Client } from '../core/client.ts'
import { type Extension, type ResultHandler, resultTypes } from '../core/extension.ts'
import type { CallOptions } from '../core/options.ts'
import { runSafely } from '../core/util/run-safely.ts'
import type { InputResponses } from '../types/input-required.ts'
import { follow } from './follow.ts'
import { checkTask, type Task } from './task.ts'

export { type Task, TaskError, type TaskStatus } from './task.ts'

const ID = 'io.modelcontextprotocol/tasks'

export interface TasksOptions {
  /** Told of every state of every task that a call waits for. */
  onTask?: (task: Task) => void
}

/**
 * Declares that this application can wait for tasks.
 *
 * A call whose tool answers with a task polls it as often as the server wishes and asks the handlers what the task asks.
 * Aborting the call cancels the task; a `maxTimeout` of the call and closing the client leave it alone. With the token that
 * `onResumable` gets, `callTool(name, args, { resume: token })` goes on from anywhere.
 */
export function tasks({ onTask }: TasksOptions = {}): Record<typeof ID, object> {
  const extension: Extension = { [resultTypes]: { task: finish } }
  return { [ID]: extension }

  async function finish(...[result, context]: Parameters<ResultHandler>): ReturnType<ResultHandler> {
    const { onResumable } = context.options
    const taskId = String(result.taskId)
    // Without a status it is a token, and somebody else was told.
    const seed = 'status' in result ? checkTask(result, 'the tool') : undefined
    if (seed) runSafely(() => onResumable?.({ taskId }))
    if (seed) tell(seed)
    return follow({ taskId, seed, tell }, context)
  }

  function tell(task: Task): void {
    runSafely(() => onTask?.(task))
  }
}

/** The state of a task now. */
export async function getTask(client: Client, taskId: string, options?: CallOptions): Promise<Task> {
  return checkTask(await client.request('tasks/get', { taskId }, options), 'tasks/get', taskId)
}

/** Answers what a task asks, some of it or all. Whether it helped is seen in the task's next states. */
export async function updateTask(
  client: Client,
  taskId: string,
  inputResponses: InputResponses,
  options?: CallOptions,
): Promise<void> {
  await client.request('tasks/update', { taskId, inputResponses }, options)
}

/** Asks the server to end a task. It may end otherwise, or not at all. */
export async function cancelTask(client: Client, taskId: string, options?: CallOptions): Promise<void> {
  await client.request('tasks/cancel', { taskId }, options)
}
