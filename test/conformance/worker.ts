/** The client in a Worker: one scenario per request. */
import { runScenario, type Told } from './scenarios.ts'

export default {
  async fetch(request: Request): Promise<Response> {
    try {
      await runScenario((await request.json()) as Told)
      return new Response('done')
    } catch (error) {
      return new Response(String(error instanceof Error ? error.stack : error), { status: 500 })
    }
  },
}
