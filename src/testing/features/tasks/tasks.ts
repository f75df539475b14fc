/** The tasks extension: work that goes on after its request was answered. */
import { INVALID_PARAMS } from '../../jsonrpc/error-codes.ts'
import { ProtocolError } from '../../jsonrpc/protocol-error.ts'
import { isStateless } from '../../revisions.ts'
import { isObject } from '../../util/is-object.ts'
import { createRandomId } from '../../util/random-id.ts'
import type { InputRequest, InputResponse } from '../input/input-request.ts'
import type { RequestContext } from '../request-context.ts'
import { declaresTasks, requireTasks } from './declares-tasks.ts'
import { createTask, type Task, type TaskOptions } from './task.ts'

type Params = Record<string, unknown>

/** What work may use, whether it runs as a task or within its request. */
export interface WorkContext {
  wait(milliseconds: number): Promise<void>
  requestInput(requests: Record<string, InputRequest>): Promise<Record<string, InputResponse>>
}

export type Work<Result> = (context: WorkContext) => Promise<Result>

export interface RunAsTaskOptions extends TaskOptions {
  /** Refuses clients that did not declare the extension. */
  required?: boolean
}

/** Starts the work as a task where client and revision support tasks; elsewhere runs it to its end. */
export type RunAsTask = <Result extends object>(
  work: Work<Result>,
  options?: RunAsTaskOptions,
) => Promise<Result | CreatedTask>

/** Of the extension, or of 2025-11-25. */
export type CreatedTask = { resultType: 'task'; taskId: string } | { task: object }

export interface Tasks {
  get(params: Params, context: RequestContext): object
  update(params: Params, context: RequestContext): object
  cancel(params: Params, context: RequestContext): object
  has(id: string): boolean
  /** `requestInput` is for work that does not become a task. */
  createRunAsTask(context: RequestContext, requestInput: WorkContext['requestInput']): RunAsTask
}

/** `isOffered` says whether the server declares the extension now. */
export function createTasks(isOffered: () => boolean): Tasks {
  const tasks = new Map<string, Task>()
  return { get, update, cancel, has: (id) => find(id) !== undefined, createRunAsTask }

  function get(params: Params, context: RequestContext): object {
    return requireTask(params, context).details()
  }

  function update(params: Params, context: RequestContext): object {
    const task = requireTask(params, context)
    if (!isObject(params.inputResponses)) throw new ProtocolError(INVALID_PARAMS, 'inputResponses must be an object')
    task.receiveResponses(params.inputResponses)
    return {}
  }

  function cancel(params: Params, context: RequestContext): object {
    requireTask(params, context).cancel()
    return {}
  }

  function requireTask(params: Params, context: RequestContext): Task {
    requireTasks(context.clientCapabilities)
    const task = find(String(params.taskId))
    if (!task) throw new ProtocolError(INVALID_PARAMS, 'Task not found, or expired')
    return task
  }

  function find(id: string): Task | undefined {
    const task = tasks.get(id)
    if (!task?.isExpired()) return task
    tasks.delete(id)
    return undefined
  }

  function createRunAsTask(context: RequestContext, requestInput: WorkContext['requestInput']): RunAsTask {
    const { taskContext, clientCapabilities, clock, signal } = context
    return async (work, { required = false, ...options } = {}) => {
      const isPossible = taskContext && isOffered() && isStateless(context.version)
      if (isPossible && required) requireTasks(clientCapabilities)
      if (!isPossible || !declaresTasks(clientCapabilities)) {
        return work({ requestInput, wait: (milliseconds) => clock.wait(milliseconds, signal) })
      }
      const task = createTask(createRandomId(context.random), taskContext, options)
      tasks.set(task.id, task)
      // Read before the work starts: work that ends at once must not be over in the result that announces it.
      const created = { ...task.summary(), resultType: 'task', taskId: task.id } as const
      const wait: WorkContext['wait'] = (milliseconds) => taskContext.clock.wait(milliseconds, task.signal)
      task.run(() => work({ requestInput: task.requestInput, wait }))
      return created
    }
  }
}
