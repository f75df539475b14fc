/** Requests of the server that need no handler are answered at once, and cancellations reach handlers from any stream. */
import type { Step } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import { eventually, onCall, textsOf } from '../steps/calls.ts'
import { responsesIn } from '../steps/journal.ts'
import { never } from '../steps/never.ts'

const ask = (id: number): Step => ({
  serverRequest: {
    method: 'elicitation/create',
    params: { message: `question ${id}`, requestedSchema: {} },
    id: `ask-${id}`,
  },
})

export const besideHandlers: Scenario[] = [
  {
    name: 'a ping and an unknown request are answered while four dialogs are open',
    async run({ connect, server, assert }) {
      const client = await connect({ handlers: { elicit: never } })
      const asking: Step[] = [
        { serverRequest: { method: 'ping', id: 'p' } },
        { serverRequest: { method: 'x', id: 'x' } },
      ]
      const questions = [1, 2, 3, 4, 5].map(ask)
      await server.script(onCall({ stream: {} }, ...questions, ...asking, { barrier: 'answered' }, { answer: true }))
      const call = client.callTool('echo', { text: 'on' })
      const answers = responsesIn(await server.until((entries) => responsesIn(entries).size === 2))
      assert.equal(answers.get('p')?.result, {})
      assert.equal(answers.get('x')?.error?.code, -32601)
      await server.release('answered')
      assert.equal(textsOf(await call), ['on'])
    },
  },
  {
    name: 'a ping in one piece with the answer of the call is answered',
    async run({ connect, server, assert }) {
      const ping = JSON.stringify({ jsonrpc: '2.0', id: 'late', method: 'ping' })
      const client = await connect({
        // The answer and what precedes it arrive in one piece.
        async fetch(url, init) {
          const response = await fetch(url, init)
          if (!init.body?.includes('"tools/call"')) return response
          const text = await response.text()
          return new Response(`data: ${ping}\n\n${text}`, response)
        },
      })
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      const answers = responsesIn(await server.until((entries) => responsesIn(entries).size === 1))
      assert.equal(answers.get('late')?.result, {})
    },
  },
  {
    name: 'a server request is canceled by a notification on another stream',
    async run(world) {
      const { connect, server, assert } = world
      const reasons: string[] = []
      const client = await connect({
        onNotification: () => {},
        handlers: {
          elicit: (_, { signal }) =>
            new Promise((_, reject) => {
              signal.addEventListener('abort', () => {
                reasons.push(`${signal.reason}`)
                reject(signal.reason)
              })
            }),
        },
      })
      await eventually(world, () => client.connection.listening === 'open')
      await server.script(onCall({ stream: {} }, ask(1), { barrier: 'asked' }, { answer: true }))
      const call = client.callTool('echo', { text: 'on' })
      await server.reached('asked')
      await server.act({ notify: { method: 'notifications/cancelled', params: { requestId: 'ask-1' } } })
      await eventually(world, () => reasons.length > 0)
      assert.equal(reasons, ['AbortError: The server cancelled its request'])
      await server.release('asked')
      assert.equal(textsOf(await call), ['on'])
      assert.equal(responsesIn(await server.journal()).size, 0)
    },
  },
]
