/** The stack of an error shows the line of the program that made the call. */
import type { Client } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'

/** Its name is what the stack must have. */
async function callFromHere(client: Client): Promise<unknown> {
  return await client.callTool('missing_tool')
}

export const callerLines: Scenario[] = [
  {
    name: 'the stack of an error has the line of the function that awaited the call, also after many calls',
    async run({ connect, assert }) {
      const client = await connect()
      for (const calls of [0, 120]) {
        for (let index = 0; index < calls; index++) await client.callTool('echo', { text: 'x' })
        const { stack } = await assert.rejects(callFromHere(client))
        assert(`${stack}`.includes('callFromHere'), `after ${calls} calls: ${stack}`)
      }
    },
  },
]
