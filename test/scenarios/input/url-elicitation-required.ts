/** URLElicitationRequired (-32042) of 2025-11-25: the user has to visit URLs before the call can be answered. */
import type { Rule } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import { callsIn, textsOf } from '../steps/calls.ts'
import { urlElicitation } from '../steps/input-required.ts'
import { paramsOf } from '../steps/journal.ts'

const visits = ['https://example.com/one', 'https://example.com/two'].map((url, index) => ({
  ...urlElicitation(url).params,
  elicitationId: `e-${index}`,
}))

const refuse = { stream: {}, code: -32042, message: 'Visit these first', data: { elicitations: visits } }

/** The nth call, or every call, is answered with -32042. */
const visitFirst = (nth?: number): Rule => {
  const { stream, ...answerError } = refuse
  return { on: { rpcMethod: 'tools/call' }, ...(nth && { nth }), do: [{ stream }, { answerError }] }
}

/** A URL handler with these decisions, in turn; `shown` are its requests. */
function visitor(...decisions: ('accept' | 'decline' | 'cancel')[]) {
  const shown: unknown[] = []
  const url = (request: object) => {
    const action = decisions[shown.length % decisions.length]!
    shown.push(request)
    return { action }
  }
  return { shown, handlers: { elicit: { url } } }
}

export const urlElicitationRequired: Scenario[] = [
  {
    name: 'on -32042 the URLs are shown, and after consent to all of them the call is repeated under a new id',
    ids: ['protocol:F-66'],
    async run({ connect, server, assert }) {
      await server.script(visitFirst(1))
      const { shown, handlers } = visitor('accept')
      const client = await connect({ handlers })
      assert.equal(textsOf(await client.callTool('echo', { text: 'x' })), ['x'])
      assert.equal(shown, visits)
      const [first, second] = callsIn(await server.journal())
      assert.equal(paramsOf(second), paramsOf(first))
      assert(first?.id !== second?.id, 'a new id')
    },
  },
  {
    name: 'on -32042 without consent to every URL the error reaches the caller',
    ids: ['protocol:F-66'],
    async run({ connect, server, assert }) {
      for (const decision of ['decline', 'cancel'] as const) {
        await server.script(visitFirst())
        const { handlers } = visitor('accept', decision)
        const client = await connect({ handlers })
        const before = callsIn(await server.journal()).length
        const expected = { code: 'rpc', rpcCode: -32042, delivery: 'answered' }
        const { data } = await assert.rejects(client.callTool('echo', { text: 'x' }), expected)
        assert.equal(data, { elicitations: visits })
        assert.equal(callsIn(await server.journal()).length - before, 1)
      }
    },
  },
  {
    name: 'on -32042 without a URL handler or without valid URLs the error reaches the caller',
    ids: ['protocol:F-66'],
    async run({ connect, server, assert }) {
      const expected = { code: 'rpc', rpcCode: -32042 }
      await server.script(visitFirst())
      const forms = await connect({ handlers: { elicit: { form: () => ({ action: 'accept' }) } } })
      await assert.rejects(forms.callTool('echo', { text: 'x' }), expected)
      const { shown, handlers } = visitor('accept')
      const client = await connect({ handlers })
      for (const data of [undefined, {}, { elicitations: [] }, { elicitations: [{ mode: 'form', message: 'm' }] }]) {
        const answerError = { code: -32042, message: 'What now?', ...(data && { data }) }
        await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, { answerError }] })
        const before = callsIn(await server.journal()).length
        await assert.rejects(client.callTool('echo', { text: 'x' }), expected)
        assert.equal(callsIn(await server.journal()).length - before, 1)
      }
      assert.equal(shown, [])
    },
  },
  {
    name: 'on -32042 the handler can say when the page is done: the call is repeated then, and nobody is asked again',
    ids: ['protocol:F-66'],
    async run({ connect, server, assert }) {
      await server.script(visitFirst(1))
      let finish = () => {}
      const shown: unknown[] = []
      const url = (request: object) => {
        shown.push(request)
        const completed = new Promise<void>((resolve) => {
          finish = resolve
        })
        if (shown.length === visits.length) setTimeout(() => finish())
        return { action: 'accept' as const, completed: shown.length === visits.length ? completed : Promise.resolve() }
      }
      const client = await connect({ handlers: { elicit: { url } } })
      assert.equal(textsOf(await client.callTool('echo', { text: 'x' })), ['x'])
      assert.equal(shown, visits)
      assert.equal(callsIn(await server.journal()).length, 2)
    },
  },
  {
    name: '-32042 has no special meaning in 2026-07-28',
    ids: ['protocol:F-66'],
    async run({ connectModern, server, assert }) {
      await server.script(visitFirst())
      const { shown, handlers } = visitor('accept')
      const client = await connectModern({ handlers })
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'rpc', rpcCode: -32042 })
      assert.equal([shown.length, callsIn(await server.journal()).length], [0, 1])
    },
  },
]
