/** The entry `mcp-over-fetch/tasks`: with `connect(url, { extensions: tasks() })`, a call that starts a task waits for its result. */
import { unexpected } from '../core/errors.ts'
import { callParams, type Extension, type ResultHandler, resultTypes } from '../core/extension.ts'
import type { Client, RequestOptions } from '../core/index.ts'
import { createPageCheck, PAGE_LIMITS } from '../core/util/page-check.ts'
import { runSafely } from '../core/util/run-safely.ts'
import type { AllowUndefined } from '../types/allow-undefined.ts'
import type { InputResponses } from '../types/input-required.ts'
import { askForTask, requireTaskCapability } from './core-task.ts'
import { pollTask } from './poll-task.ts'
import { checkTask, type Task } from './task.ts'

export type { TaskStatus } from '../types/tasks.ts'
export { type Task, TaskError } from './task.ts'

const ID = 'io.modelcontextprotocol/tasks'

/** The options of `tasks()`. */
export interface TasksOptions {
  /** Called for every state of every task that a call waits for. */
  onTask?: ((task: Task) => void) | undefined
  /** Milliseconds for which a server of 2025-11-25 is asked to keep tasks. Others decide themselves. */
  ttl?: number | undefined
}

/**
 * Declares that this application can wait for tasks. Servers of 2026-07-28 then decide whether a call becomes a task; with
 * servers of 2025-11-25 a call asks for one if its tool supports that, which is looked up in the list of tools.
 *
 * A call that starts a task polls it at the interval of the server, and passes its input requests to the handlers.
 * Aborting the call cancels the task; its `maxTotalTimeout` and closing the client do not. With the token that `onResumable`
 * gets, `callTool(name, args, { resume: token })` continues to wait, also in another process.
 */
export function tasks({ onTask, ttl }: TasksOptions = {}): Record<typeof ID, object> {
  const extension: Extension = { [resultTypes]: { task: handleTask }, [callParams]: askForTask(ttl) }
  return { [ID]: extension }

  async function handleTask(...[result, context]: Parameters<ResultHandler>): ReturnType<ResultHandler> {
    const { onResumable } = context.options
    const { coreTasks } = context.revision
    const { task, _meta } = result as { task?: object; _meta?: object }
    const created: Record<string, unknown> = task ? { ...task, ...(_meta && { _meta }) } : result
    const taskId = String(created.taskId)
    // Without a status it is a resume token, so `onResumable` was already called by the call that started the task.
    const isNew = task || 'status' in created
    const initial = isNew ? checkTask(created, 'the tool', coreTasks) : undefined
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
  return checkTask(await client.request('tasks/get', { taskId }, options), 'tasks/get', isCore(client), taskId)
}

/**
 * All tasks that a server of 2025-11-25 knows for this client. Throws CapabilityError for a server that does not list
 * tasks, as all of 2026-07-28.
 */
export async function listTasks(client: Client, options?: RequestOptions): Promise<Task[]> {
  requireTaskCapability(client.server.capabilities, 'list')
  const tasks: Task[] = []
  const fail = (expected: string, actual: string) => unexpected(`${expected} from tasks/list`, actual, tasks)
  const check = createPageCheck(PAGE_LIMITS, fail)
  for (let cursor: unknown; ; ) {
    const page = await client.request('tasks/list', cursor === undefined ? {} : { cursor }, options)
    for (const task of [page.tasks ?? []].flat() as Record<string, unknown>[]) {
      tasks.push(checkTask(task ?? {}, 'tasks/list', true))
    }
    if (page.nextCursor === undefined || page.nextCursor === null) return tasks
    check(page, cursor)
    cursor = page.nextCursor
  }
}

/** Answers some or all input requests of a task of 2026-07-28. The effect shows in the next states of the task. */
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
  if (isCore(client)) requireTaskCapability(client.server.capabilities, 'cancel')
  await client.request('tasks/cancel', { taskId }, options)
}

/** Whether tasks are part of the protocol that the client speaks, instead of an extension. */
function isCore({ connection }: Client): boolean {
  return connection.era === 'legacy'
}
