/** The Worker that runs the client: one scenario per request. */
import { runScenario, type ScenarioRequest } from '../scenarios.ts'

export default {
  async fetch(request: Request): Promise<Response> {
    try {
      await runScenario((await request.json()) as ScenarioRequest)
      return new Response('done')
    } catch (error) {
      return new Response(String(error instanceof Error ? error.stack : error), { status: 500 })
    }
  },
}
