/** Runs in a Worker: one plan for each request, since a client belongs to one. */
import { type ClientPlan, type Reach, runClient } from './script.ts'

export default {
  async fetch(request: Request): Promise<Response> {
    const { plan, reachAt } = (await request.json()) as { plan: ClientPlan; reachAt: string }
    const reach: Reach = async (step) => {
      const response = await fetch(reachAt, { method: 'POST', body: JSON.stringify(step) })
      await response.arrayBuffer()
    }
    return Response.json(await runClient(plan, reach))
  },
}
