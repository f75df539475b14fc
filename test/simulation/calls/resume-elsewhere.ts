/** Another client continues what the first one left behind, with nothing but its tokens. */
import type { Fetch } from '../../../src/core/options.ts'
import type { VirtualWorld } from '../../virtual-time/virtual-world.ts'
import type { Evidence } from './evidence.ts'
import type { PlayedCall } from './started-call.ts'

export interface ResumedCall {
  call: PlayedCall
  /** The text of the result; undefined if there is none. */
  text: string | undefined
  error: unknown
  progress: number[]
}

/** Calls that were in flight when the client was detached, and that the server may still know. */
export function leftBehind({ calls, plan }: Evidence): PlayedCall[] {
  const isLeft = ({ error, token }: PlayedCall) => token && (error as { code?: string } | undefined)?.code === 'closed'
  return plan.keep ? calls.filter(isLeft) : []
}

export async function resumeElsewhere(world: VirtualWorld, fetch: Fetch, calls: PlayedCall[]): Promise<ResumedCall[]> {
  const client = await world.until(world.connect({ fetch, keepAlive: false }))
  const resumed = await world.until(Promise.all(calls.map(resume)))
  await world.until(client.close())
  return resumed

  async function resume(call: PlayedCall): Promise<ResumedCall> {
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
