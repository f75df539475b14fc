/** The error by which servers of 2025-11-25 say that the user has to visit a page first (-32042). */

import type { Rule } from '../../src/testing/index.ts'
import { page } from './input-required-steps.ts'
import { paramsOf } from './journal.ts'
import { callsIn, textsOf } from './polling.ts'
import type { Scenario } from './scenario.ts'

const visits = ['https://example.com/one', 'https://example.com/two'].map((url, index) => ({
  ...page(url).params,
  elicitationId: `e-${index}`,
}))

const refuse = { stream: {}, code: -32042, message: 'Visit these first', data: { elicitations: visits } }

/** The nth call is refused until the pages were visited; without a number, every call is. */
const visitFirst = (nth?: number): Rule => {
  const { stream, ...answerError } = refuse
  return { on: { rpc: 'tools/call' }, ...(nth && { nth }), do: [{ stream }, { answerError }] }
}

/** A handler that decides so, and what it was shown. */
function visitor(...decisions: ('accept' | 'decline' | 'cancel')[]) {
  const shown: unknown[] = []
  const url = (request: object) => {
    const action = decisions[shown.length % decisions.length]!
    shown.push(request)
    return { action }
  }
  return { shown, handlers: { elicit: { url } } }
}

export const elicitationRequired: Scenario[] = [
  {
    name: 'protocol:F-66 the pages are shown, and after consent to all the call is made again under a new id',
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
    name: 'protocol:F-66 without consent to each page the error reaches the caller',
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
    name: 'protocol:F-66 without a handler for pages, with none to show, or with other things the error is the answer',
    async run({ connect, server, assert }) {
      const expected = { code: 'rpc', rpcCode: -32042 }
      await server.script(visitFirst())
      const forms = await connect({ handlers: { elicit: { form: () => ({ action: 'accept' }) } } })
      await assert.rejects(forms.callTool('echo', { text: 'x' }), expected)
      const { shown, handlers } = visitor('accept')
      const client = await connect({ handlers })
      for (const data of [undefined, {}, { elicitations: [] }, { elicitations: [{ mode: 'form', message: 'm' }] }]) {
        const answerError = { code: -32042, message: 'What now?', ...(data && { data }) }
        await server.script({ on: { rpc: 'tools/call' }, do: [{ stream: {} }, { answerError }] })
        const before = callsIn(await server.journal()).length
        await assert.rejects(client.callTool('echo', { text: 'x' }), expected)
        assert.equal(callsIn(await server.journal()).length - before, 1)
      }
      assert.equal(shown, [])
    },
  },
  {
    name: 'protocol:F-66 a server that is never content is asked ten times more, and then believed',
    async run({ connect, server, assert }) {
      await server.script(visitFirst())
      const { shown, handlers } = visitor('accept')
      const client = await connect({ handlers })
      await assert.rejects(client.callTool('echo', { text: 'x' }))
      assert.equal(callsIn(await server.journal()).length, 11)
      assert.equal(shown.length, 20)
    },
  },
  {
    name: 'protocol:F-66 in 2026-07-28 the code means nothing of the kind',
    async run({ connectModern, server, assert }) {
      await server.script(visitFirst())
      const { shown, handlers } = visitor('accept')
      const client = await connectModern({ handlers })
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'rpc', rpcCode: -32042 })
      assert.equal([shown.length, callsIn(await server.journal()).length], [0, 1])
    },
  },
]
