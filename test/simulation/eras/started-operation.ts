/** One operation of an era run (a tool call, a resource read or a list), with its progress and its outcome. */
import type { Client } from '../../../src/core/index.ts'
import type { VirtualClock } from '../../../src/testing/index.ts'
import { type TrackedOperation, trackOperation } from '../tracked-operation.ts'
import { WATCHED_URI } from './plan.ts'
import type { PlannedOperation } from './plan-operation.ts'

export interface Outcome {
  /** The text of the content or of the resource, or the number of tools. */
  text: string | undefined
  isError: boolean
}

export interface StartedOperation extends TrackedOperation<Outcome> {
  plan: PlannedOperation
  progress: number[]
  /** Progress notifications after the operation had settled. */
  lateProgress: number
  /** Called with each progress notification. */
  onProgress?(): void
}

export function startOperation(
  clock: VirtualClock,
  client: Client,
  plan: PlannedOperation,
  shared: AbortSignal,
  afterClose: boolean,
): StartedOperation {
  const { tag, abortAt, tool, args, retry, timeout, cacheMode } = plan
  const own = { plan, progress: [] as number[], lateProgress: 0 }
  const operation: StartedOperation = trackOperation(own, { clock, tag, abortAt, shared, afterClose, run })
  return operation

  async function run(signal: AbortSignal): Promise<Outcome> {
    if (plan.kind === 'read') {
      const { contents } = await client.readResource(WATCHED_URI, { signal, timeout, cacheMode })
      return { text: (contents[0] as { text?: string }).text, isError: false }
    }
    if (plan.kind === 'list') {
      const tools = await client.listTools({ signal, timeout, cacheMode })
      return { text: `${tools.length}`, isError: false }
    }
    const { content, isError } = await client.callTool(tool, args, {
      signal,
      timeout,
      retry,
      ...(plan.progress && { onProgress }),
    })
    return { text: (content[0] as { text?: string }).text, isError: isError ?? false }
  }

  function onProgress({ progress }: { progress: number }): void {
    if (operation.settled) operation.lateProgress++
    else operation.progress.push(progress)
    operation.onProgress?.()
  }
}
