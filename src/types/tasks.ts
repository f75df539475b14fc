/** Tasks: of 2025-11-25, and of the extension `io.modelcontextprotocol/tasks` of 2026-07-28. */
import type { InputRequests } from './input-required.ts'
import type { JsonRpcErrorObject } from './jsonrpc.ts'

/** The state of a task. */
export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'

interface TaskDescription {
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
}

/** A task of 2025-11-25. */
export interface CoreTask extends TaskDescription {
  /** Milliseconds after its creation at which it may be deleted; null means never. */
  ttl: number | null
  /** Milliseconds between polls that the server wishes. */
  pollInterval?: number
}

/** A task of the extension. */
export interface ExtensionTask extends TaskDescription {
  /** Milliseconds after its creation at which it may be deleted; null means never. */
  ttlMs: number | null
  /** Milliseconds between polls that the server wishes. */
  pollIntervalMs?: number
}

/** The result of `tasks/get` of the extension, with what its status adds. */
export interface DetailedTask extends ExtensionTask {
  /** What the server asks for, while the status is `input_required`. */
  inputRequests?: InputRequests
  /** The result of the request, once the status is `completed`. */
  result?: Record<string, unknown>
  /** Why the request failed, once the status is `failed`. */
  error?: JsonRpcErrorObject
}
