/** Subscriptions of 2026-07-28 that the client ends or the server refuses. */
import type { Scenario } from '../scenario.ts'
import { textsOf } from '../steps/calls.ts'
import { follow, listensIn, onListen } from '../steps/listen.ts'

const tools = { toolsListChanged: true }

export const endings: Scenario[] = [
  {
    name: 'ending a subscription only releases its stream, and no further request is sent',
    ids: ['protocol:S-9'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      const ends: ((listening: ReturnType<typeof client.listen>, controller: AbortController) => unknown)[] = [
        (listening) => listening.close(),
        (_, controller) => controller.abort(),
        (listening) => listening[Symbol.asyncIterator]().return?.(),
      ]
      for (const [index, end] of ends.entries()) {
        const controller = new AbortController()
        const listening = client.listen(tools, { signal: controller.signal })
        await follow(listening).next()
        end(listening, controller)
        await server.until((entries) => listensIn(entries)[index]?.ended === 'client-left')
      }
      await client.callTool('echo', { text: 'x' })
      const methods = (await server.methods()).filter((method) => method !== 'server/discover')
      assert.equal(methods, ['subscriptions/listen', 'subscriptions/listen', 'subscriptions/listen', 'tools/call'])
    },
  },
  {
    name: 'a subscription that is closed before the server answers is not opened',
    ids: ['protocol:S-9'],
    async run({ connectModern, server, assert }) {
      await server.script(onListen(1, { barrier: 'late' }, { pass: true }))
      const client = await connectModern()
      const listening = client.listen(tools)
      await server.reached('late')
      listening.close()
      assert.equal(await follow(listening).next(), undefined)
      await server.release('late')
      await server.until((entries) => ['client-left', 'no-body'].includes(listensIn(entries)[0]?.ended ?? ''))
      assert.equal(listensIn(await server.journal()).length, 1)
    },
  },
  {
    name: 'a server that refuses subscriptions/listen is an error once, and the connection still works',
    ids: ['protocol:S-15'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      const refusals = [
        { status: 404, code: -32601 },
        { status: 400, code: -32021 },
        { status: 200, code: -32603 },
      ]
      for (const { status, code } of refusals) {
        await server.script({
          on: { rpcMethod: 'subscriptions/listen' },
          do: [{ respond: { status, body: { jsonrpc: '2.0', id: null, error: { code, message: 'No' } } } }],
        })
        const before = listensIn(await server.journal()).length
        const changes = follow(client.listen(tools))
        await assert.rejects(changes.next(), { code: 'rpc', rpcCode: code })
        assert.equal(await changes.next(), undefined, 'the failure is reported once')
        assert.equal(listensIn(await server.journal()).length - before, 1)
      }
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  },
  {
    name: 'a result in place of a stream is a subscription that ended at once',
    ids: ['protocol:S-15'],
    async run({ connectModern, server, assert }) {
      await server.script(onListen(1, { answerJson: { resultType: 'complete' } }))
      const client = await connectModern()
      const changes = follow(client.listen(tools))
      assert.equal(await changes.take(2), [{ type: 'closed' }, undefined])
      assert.equal(listensIn(await server.journal()).length, 1)
    },
  },
]
