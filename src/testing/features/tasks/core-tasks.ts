/** Tasks of 2025-11-25: the client asks for one with `params.task`, polls it, and fetches its result by a request of its own. */
import { INVALID_PARAMS, METHOD_NOT_FOUND } from '../../jsonrpc/error-codes.ts'
import { ProtocolError } from '../../jsonrpc/protocol-error.ts'
import { TASK_VERSION } from '../../revisions.ts'
import { orAborted } from '../../util/abort.ts'
import { isObject } from '../../util/is-object.ts'
import { createRandomId } from '../../util/random-id.ts'
import type { InputRequest } from '../input/input-request.ts'
import { type Pagination, page } from '../pagination.ts'
import type { RequestContext } from '../request-context.ts'
import { createTask, type Task } from './task.ts'
import type { RunAsTask, WorkContext } from './tasks.ts'

/** In `_meta` of everything that belongs to a task. */
export const RELATED_TASK = 'io.modelcontextprotocol/related-task'

export type TaskSupport = 'forbidden' | 'optional' | 'required'

type Params = Record<string, unknown>

export interface CoreTasks {
  get(params: Params, context: RequestContext): object
  list(params: Params, context: RequestContext): object
  cancel(params: Params, context: RequestContext): object
  /** Answers when the task has ended; meanwhile the input that the task needs is requested on the same stream. */
  result(params: Params, context: RequestContext): Promise<object>
  /** Undefined if this call must not become a task. Throws if the tool does not allow what the client asks for. */
  createRunAsTask(params: Params, context: RequestContext, support: TaskSupport | undefined): RunAsTask | undefined
}

/** `isOffered` says whether the server declares tasks of tool calls now. */
export function createCoreTasks(isOffered: () => boolean, pagination: () => Pagination): CoreTasks {
  const tasks = new Map<string, Task>()
  return { get, list, cancel, result, createRunAsTask }

  function get(params: Params, context: RequestContext): object {
    return toCoreTask(requireTask(params, context))
  }

  function list(params: Params, context: RequestContext): object {
    requireRevision(context)
    const known = [...tasks.values()].filter((task) => !task.isExpired())
    const summaries = known.map(toCoreTask)
    return page('tasks', summaries, params, pagination())
  }

  function cancel(params: Params, context: RequestContext): object {
    const task = requireTask(params, context)
    if (hasEnded(task)) throw new ProtocolError(INVALID_PARAMS, 'The task has ended already')
    task.cancel()
    return toCoreTask(task)
  }

  async function result(params: Params, context: RequestContext): Promise<object> {
    const task = requireTask(params, context)
    const _meta = { [RELATED_TASK]: { taskId: task.id } }
    const asked = new Set<string>()
    while (!hasEnded(task)) {
      const changed = task.changed()
      const { inputRequests = {} } = task.details() as { inputRequests?: Record<string, InputRequest> }
      for (const [key, { method, params }] of Object.entries(inputRequests)) {
        if (asked.has(key)) continue
        asked.add(key)
        // Not awaited: the client may answer several at once, or cancel the task instead.
        void context
          .request(method, { ...params, _meta })
          .then((response) => task.receiveResponses({ [key]: response }))
          // A client that refuses to answer does not keep the task waiting.
          .catch(() => context.signal.aborted || task.receiveResponses({ [key]: { action: 'cancel' } }))
      }
      await orAborted(changed, context.signal)
    }
    const { result, error } = task.details() as { result?: Params; error?: { code: number; message: string } }
    if (result) return { ...result, _meta: { ...(isObject(result._meta) && result._meta), ..._meta } }
    throw new ProtocolError(error?.code ?? INVALID_PARAMS, error?.message ?? 'The task was cancelled')
  }

  function createRunAsTask(
    { task: asked }: Params,
    context: RequestContext,
    support: TaskSupport | undefined,
  ): RunAsTask | undefined {
    const { taskContext } = context
    if (context.version !== TASK_VERSION || !taskContext || !isOffered()) return undefined
    if (!asked && support === 'required') throw new ProtocolError(METHOD_NOT_FOUND, 'This tool runs as a task only')
    if (asked && (support ?? 'forbidden') === 'forbidden') {
      throw new ProtocolError(METHOD_NOT_FOUND, 'This tool does not run as a task')
    }
    if (!isObject(asked)) return undefined
    const { ttl } = asked
    return async (work, { required, ...options } = {}) => {
      const id = createRandomId(context.random)
      const broadcast = () => {
        const task = tasks.get(id)
        if (task) taskContext.broadcast('notifications/tasks/status', toCoreTask(task))
      }
      const limits = { ...(typeof ttl === 'number' && { ttlMs: ttl }), ...options }
      const task = createTask(id, { ...taskContext, broadcast }, limits)
      tasks.set(id, task)
      const created = { task: toCoreTask(task) }
      const wait: WorkContext['wait'] = (milliseconds) => taskContext.clock.wait(milliseconds, task.signal)
      task.run(() => work({ requestInput: task.requestInput, wait }))
      return created
    }
  }

  function requireTask(params: Params, context: RequestContext): Task {
    requireRevision(context)
    const task = tasks.get(String(params.taskId))
    if (!task || task.isExpired()) throw new ProtocolError(INVALID_PARAMS, 'Task not found, or expired')
    return task
  }
}

function requireRevision({ version }: RequestContext): void {
  if (version !== TASK_VERSION) throw new ProtocolError(METHOD_NOT_FOUND, 'This revision has no tasks')
}

function hasEnded(task: Task): boolean {
  return ['completed', 'failed', 'cancelled'].includes(`${task.summary().status}`)
}

/** A tool that says `isError` has failed, and the times have other names than those of the extension. */
function toCoreTask(task: Task): object {
  const { ttlMs, pollIntervalMs, ...rest } = task.summary()
  const { result } = task.details()
  const hasFailed = isObject(result) && result.isError === true
  return { ...rest, ...(hasFailed && { status: 'failed' }), ttl: ttlMs, pollInterval: pollIntervalMs }
}
