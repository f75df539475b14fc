/** What a task looks like (extension `io.modelcontextprotocol/tasks`, 2026-07-28). */
import { InvalidMessageError, McpError } from '../core/errors.ts'
import type { InputRequests } from '../types/input-required.ts'
import type { JsonRpcErrorObject } from '../types/jsonrpc.ts'

export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'

export interface Task {
  taskId: string
  status: TaskStatus
  /** The server's own words, for a person or a model. */
  statusMessage?: string
  /** ISO 8601, on the server's clock. */
  createdAt: string
  lastUpdatedAt: string
  /** Milliseconds from its creation after which the server may forget it; null: never. */
  ttlMs: number | null
  pollIntervalMs?: number
  /** While it is `input_required`. */
  inputRequests?: InputRequests
  /** Once it is `completed`: the result of the request that it stands for. */
  result?: Record<string, unknown>
  /** Once it is `failed`. */
  error?: JsonRpcErrorObject
  [key: string]: unknown
}

/** There is no result and there will be none: somebody cancelled the task, or its time was over. */
export class TaskError extends McpError<{ taskId: string; reason: 'cancelled' | 'expired' }> {
  override readonly code: 'task' = 'task'
  declare readonly taskId: string
  declare readonly reason: 'cancelled' | 'expired'
}

const STATUSES = new Set<unknown>(['working', 'input_required', 'completed', 'failed', 'cancelled'])

/** The very object that came in. By its status, not by `resultType`: servers put either value there. */
export function checkTask(value: Record<string, unknown>, method: string, wanted?: string): Task {
  const { taskId, status } = value
  const known = typeof taskId === 'string' && taskId === (wanted ?? taskId)
  if (known && STATUSES.has(status) && isComplete(value)) return value as Task
  throw new InvalidMessageError(`Expected a task from ${method}, got something else`, { result: value })
}

/** Whether it carries what its status promises. A new task says nothing yet but that it exists. */
function isComplete({ resultType, status, result, error, inputRequests }: Record<string, unknown>): boolean {
  if (resultType === 'task') return true
  if (status === 'completed') return isObject(result)
  if (status === 'input_required') return isObject(inputRequests)
  return status !== 'failed' || (isObject(error) && typeof error.code === 'number' && typeof error.message === 'string')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
