/** Tasks: of 2025-11-25, and of the extension `io.modelcontextprotocol/tasks` of 2026-07-28. */
import type { InputRequests } from './input-required.ts'
import type { JsonRpcErrorObject } from './jsonrpc.ts'

export type TaskState = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'

interface TaskDescription {
  taskId: string
  status: TaskState
  statusMessage?: string
  /** ISO 8601, on the server's clock. */
  createdAt: string
  lastUpdatedAt: string
}

/** A task of 2025-11-25. */
export interface CoreTask extends TaskDescription {
  /** Milliseconds after its creation at which it may be deleted; null means never. */
  ttl: number | null
  pollInterval?: number
}

/** A task of the extension. */
export interface ExtensionTask extends TaskDescription {
  /** Milliseconds after its creation at which it may be deleted; null means never. */
  ttlMs: number | null
  pollIntervalMs?: number
}

/** The result of `tasks/get` of the extension, with what its status adds. */
export interface DetailedTask extends ExtensionTask {
  inputRequests?: InputRequests
  result?: Record<string, unknown>
  error?: JsonRpcErrorObject
}
