/** Tasks of 2025-11-25, where they are part of the protocol and the client asks for them. */
import { CapabilityError } from '../core/errors.ts'
import type { CallParams } from '../core/extension.ts'
import type { ServerCapabilities } from '../types/lifecycle.ts'

/** Adds `params.task` where the server declares tasks of tool calls and the tool supports them. */
export function askForTask(ttl: number | undefined): CallParams {
  return ({ revision, capabilities }, findTool) => {
    if (!revision.coreTasks || !capabilities?.tasks?.requests?.tools?.call) return undefined
    return findTool().then((tool) => {
      const { taskSupport = 'forbidden' } = tool?.execution ?? {}
      return taskSupport === 'forbidden' ? undefined : { task: { ...(ttl !== undefined && { ttl }) } }
    })
  }
}

/** Throws CapabilityError if the server did not declare that it can cancel or list tasks. */
export function requireTaskCapability(
  capabilities: ServerCapabilities | undefined,
  capability: 'cancel' | 'list',
): void {
  if (capabilities?.tasks?.[capability]) return
  throw new CapabilityError(`Expected a server with tasks.${capability}, got one without`, { delivery: 'not-executed' })
}

export interface TaskResultOptions {
  /** Sends `tasks/result`, which is answered when the task has ended. */
  request(): Promise<Record<string, unknown>>
  /** Whether the request may be sent again after this error. */
  isTemporary(error: unknown): boolean
}

/** The result of a task, requested while the task needs input: the server asks on the stream of that request. */
export interface TaskResult {
  /** Sends the request, unless it is already sent. */
  open(): void
  /** Settles with the result of the task, or with the error behind it. */
  readonly settled: Promise<Record<string, unknown>>
  /** Waits for the request that is open; undefined if there is none, or if it failed for a moment only. */
  finish(): Promise<Record<string, unknown> | undefined>
}

export function createTaskResult({ request, isTemporary }: TaskResultOptions): TaskResult {
  let current: Promise<Record<string, unknown> | undefined> | undefined
  let settle: (result: Record<string, unknown>) => void
  let fail: (error: unknown) => void
  const settled = new Promise<Record<string, unknown>>((resolve, reject) => {
    settle = resolve
    fail = reject
  })
  settled.catch(() => {})
  return {
    open() {
      if (current) return
      current = request().catch((error) => {
        if (!isTemporary(error)) throw error
        // The next poll opens it again if the task still needs input.
        current = undefined
        return undefined
      })
      current.then((result) => result && settle(result), fail)
    },
    settled,
    finish: async () => current,
  }
}
