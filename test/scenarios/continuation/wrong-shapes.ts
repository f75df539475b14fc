/** Continuations from a storage that other versions and other programs write to: refused before anything is sent. */
import type { InputRequired } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { callsIn, textsOf } from '../steps/calls.ts'
import { done, form, needs } from '../steps/input-required.ts'

const wrong: [change: object, message: string][] = [
  [{ url: undefined }, 'resume: expected string at url, got undefined'],
  [{ url: 'https://other.example/mcp' }, 'resume: got one of another address or request'],
  [{ method: 5 }, 'resume: expected string at method, got number'],
  [{ params: undefined }, 'resume: expected object at params, got undefined'],
  [{ params: 'text' }, 'resume: expected object at params, got string'],
  [{ inputRequests: 'text' }, 'resume: expected object at inputRequests, got string'],
  [{ requestState: { a: 1 } }, 'resume: expected string at requestState, got object'],
  [{ inputResponses: ['yes'] }, 'resume: expected object at inputResponses, got array'],
  [{ inputResponses: 'yes' }, 'resume: expected object at inputResponses, got string'],
]

export const wrongShapes: Scenario[] = [
  {
    name: 'a continuation of a wrong shape is refused with the member that is wrong, and nothing is sent',
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      await server.script(needs(1, { inputRequests: { first: form() }, requestState: 's' }), done(2))
      const asked = await client.callTool('echo', { text: 'x' }, { inputRequired: 'return' })
      const { continuation } = asked as InputRequired
      const before = (await server.journal()).length
      for (const [change, message] of wrong) {
        const resume = { ...continuation, ...change } as never
        const refusal = { name: 'TypeError', code: 'invalid-argument', delivery: 'not-executed', message }
        await assert.rejects(client.callTool('echo', { text: 'x' }, { resume }), refusal)
      }
      assert.equal((await server.journal()).length, before)
      const resume = { ...continuation, inputResponses: { first: { action: 'accept' as const, content: {} } } }
      assert.equal(textsOf(await client.callTool('echo', { text: 'x' }, { resume })), ['done'])
      assert.equal(callsIn(await server.journal()).length, 2)
    },
  },
]
