/** The `Task` object and its validation: of the extension `io.modelcontextprotocol/tasks`, and of 2025-11-25. */
import { InvalidMessageError, McpError } from '../core/errors.ts'
import { isObject } from '../core/util/is-object.ts'
import type { InputRequests } from '../types/input-required.ts'
import type { JsonRpcErrorObject } from '../types/jsonrpc.ts'
import type { TaskStatus } from '../types/tasks.ts'

/** A task of a server. Members that the extension does not define are kept, untyped. */
export interface Task {
  /** Identifies the task. */
  taskId: string
  /** Its state. */
  status: TaskStatus
  /** Text of the server for a user or a model. */
  statusMessage?: string
  /** ISO 8601, on the server's clock. */
  createdAt: string
  /** When its state last changed. */
  lastUpdatedAt: string
  /** Milliseconds after its creation at which the server may delete it; null means never. */
  ttlMs: number | null
  /** Milliseconds between polls that the server wishes. */
  pollIntervalMs?: number
  /** Present while the status is `input_required`; not in 2025-11-25, where servers ask by requests of their own. */
  inputRequests?: InputRequests
  /** Present once the status is `completed`: the result of the request that started the task. Not in 2025-11-25. */
  result?: Record<string, unknown>
  /** Present once the status is `failed`. Not in 2025-11-25. */
  error?: JsonRpcErrorObject
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown>
}

/** The task was cancelled or has expired, so there will be no result. */
export class TaskError extends McpError<{ taskId: string; reason: 'cancelled' | 'expired' }> {
  override readonly code: 'task' = 'task'
  /** Identifies the task. */
  declare readonly taskId: string
  /** Whether the task was cancelled, or outlived its time to live. */
  declare readonly reason: 'cancelled' | 'expired'
}

const STATUSES = new Set<unknown>(['working', 'input_required', 'completed', 'failed', 'cancelled'])

/**
 * The same object, or one with the names of the extension for a task of 2025-11-25 (`isCore`). A task is recognised by
 * its status, since servers set `resultType` to different values.
 */
export function checkTask(value: Record<string, unknown>, method: string, isCore: boolean, expectedId?: string): Task {
  const { taskId, status } = value
  const isExpected = typeof taskId === 'string' && taskId === (expectedId ?? taskId) && STATUSES.has(status)
  if (isExpected && isCore) return toExtensionTask(value)
  if (isExpected && isComplete(value)) return value as unknown as Task
  throw new InvalidMessageError(`Expected a task from ${method}, got something else`, { result: value })
}

function toExtensionTask({ ttl = null, pollInterval, ...rest }: Record<string, unknown>): Task {
  return { ...rest, ttlMs: ttl, ...(pollInterval != null && { pollIntervalMs: pollInterval }) } as unknown as Task
}

/** Whether the members that the status requires are present. The first state of a task has none of them. */
function isComplete({ resultType, status, result, error, inputRequests }: Record<string, unknown>): boolean {
  if (resultType === 'task') return true
  if (status === 'completed') return isObjectOrArray(result)
  if (status === 'input_required') return isObjectOrArray(inputRequests)
  return status !== 'failed' || (isObject(error) && typeof error.code === 'number' && typeof error.message === 'string')
}

/** Some servers serialise an empty map as an array. */
function isObjectOrArray(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
