/** Starts the suite in a Worker: one scenario per request, since a client belongs to one invocation. */
import { createSuite } from './suite.js'

let suite

export default {
  async fetch(request) {
    const { index, ...rest } = await request.json()
    suite ??= createSuite(rest)
    return Response.json(index === undefined ? suite.scenarios.map(({ name }) => name) : await suite.run(index))
  },
}
