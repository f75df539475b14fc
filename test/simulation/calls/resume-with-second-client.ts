/** A second client resumes the calls of a detached one, with nothing but their tokens. */
import type { Fetch } from '../../../src/core/fetch.ts'
import type { VirtualWorld } from '../virtual-time/virtual-world.ts'
import type { CallEvidence } from './evidence.ts'
import type { StartedCall } from './started-call.ts'

export interface ResumedCall {
  call: StartedCall
  /** The text of the result; undefined if there is none. */
  text: string | undefined
  error: unknown
  progress: number[]
}

/** Calls that were in flight when the client was detached and that have a token. */
export function findDetachedCalls({ calls, plan }: CallEvidence): StartedCall[] {
  const isDetached = ({ error, token }: StartedCall) =>
    token && (error as { code?: string } | undefined)?.code === 'closed'
  return plan.detach ? calls.filter(isDetached) : []
}

export async function resumeWithSecondClient(
  world: VirtualWorld,
  fetch: Fetch,
  calls: StartedCall[],
): Promise<ResumedCall[]> {
  const client = await world.until(world.connect({ fetch, keepAlive: false }))
  const resumed = await world.until(Promise.all(calls.map(resume)))
  await world.until(client.close())
  return resumed

  async function resume(call: StartedCall): Promise<ResumedCall> {
    const { plan, token } = call
    const progress: number[] = []
    const onProgress = plan.progress && { onProgress: (event: { progress: number }) => progress.push(event.progress) }
    try {
      const result = await client.callTool(plan.tool, plan.args, { resume: token!, ...onProgress })
      const [block] = result.content
      return { call, text: block?.type === 'text' ? block.text : '', error: undefined, progress }
    } catch (error) {
      return { call, text: undefined, error, progress }
    }
  }
}
