/** Tasks that are cancelled, unknown, or continued in another client. */
import { cancelTask, getTask } from '../../../src/tasks/index.ts'
import type { Scenario } from '../scenario.ts'
import { textsOf } from '../steps/calls.ts'
import { begun } from './steps/begun.ts'
import { counts, extensions, soon } from './steps/tasks.ts'

const long = { seconds: 60, ...soon }

export const endings: Scenario[] = [
  {
    name: 'aborting a call cancels its task once, by tasks/cancel',
    ids: ['protocol:K-14', 'protocol:K-23'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern({ extensions })
      const stop = new AbortController()
      const { token, settled } = await begun((onResumable) =>
        client.callTool('slow_compute', long, { onResumable, signal: stop.signal }),
      )
      const reason = new Error('enough')
      stop.abort(reason)
      assert.same(await assert.rejects(settled), reason, "the caller's own reason")
      const journal = await server.until((entries) => counts(entries, 'tasks/cancel')[0] === 1)
      assert.equal(counts(journal, 'notifications/cancelled'), [0])
      assert.match(await getTask(client, token.taskId), { status: 'cancelled' })
      const polls = counts(await server.journal(), 'tasks/get', 'tasks/cancel')
      assert.equal(textsOf(await client.callTool('greet', { name: 'Ada' })), ['Hello, Ada!'])
      assert.equal(counts(await server.journal(), 'tasks/get', 'tasks/cancel'), polls)
    },
  },
  {
    name: 'a task that completes although it was cancelled does no harm',
    ids: ['protocol:K-14'],
    async run({ connectModern, assert }) {
      const client = await connectModern({ extensions })
      const { token, settled } = await begun((onResumable) =>
        client.callTool('slow_compute', { seconds: 0, ...soon }, { onResumable }),
      )
      await settled
      await cancelTask(client, token.taskId)
      assert.match(await getTask(client, token.taskId), { status: 'completed' })
    },
  },
  {
    name: 'a task that was cancelled elsewhere ends the call with an error that says so',
    ids: ['protocol:K-14'],
    async run({ connectModern, assert }) {
      const client = await connectModern({ extensions })
      const { token, settled } = await begun((onResumable) => client.callTool('slow_compute', long, { onResumable }))
      await cancelTask(await connectModern({ extensions }), token.taskId)
      await assert.rejects(settled, { code: 'task', reason: 'cancelled', taskId: token.taskId, delivery: 'unknown' })
    },
  },
  {
    name: 'a call continues in another client from its task token',
    ids: ['protocol:K-17'],
    async run({ connectModern, server, assert }) {
      const first = await connectModern({ extensions })
      const { token, settled } = await begun((onResumable) =>
        first.callTool('slow_compute', { seconds: 0.5, ...soon }, { onResumable }),
      )
      await first.detach()
      await assert.rejects(settled, { code: 'closed' })
      const second = await connectModern({ extensions })
      const resume = JSON.parse(JSON.stringify(token))
      const result = await second.callTool('slow_compute', {}, { resume })
      assert.equal(textsOf(result), ['work took 0.5 s'])
      assert.equal(counts(await server.journal(), 'tools/call', 'tasks/cancel'), [1, 0])
    },
  },
  {
    name: 'close() leaves the task running and sends nothing more',
    ids: ['protocol:K-17'],
    async run({ connectModern, server, macrotasks, assert }) {
      const client = await connectModern({ extensions })
      const { settled } = await begun((onResumable) => client.callTool('slow_compute', long, { onResumable }))
      await client.close()
      await assert.rejects(settled, { code: 'closed' })
      const [polls] = counts(await server.journal(), 'tasks/get')
      await macrotasks(30)
      assert.equal(counts(await server.journal(), 'tasks/get', 'tasks/cancel'), [polls, 0])
    },
  },
  {
    name: 'a subscription reports the status of a task without polling',
    ids: ['protocol:K-18'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern({ extensions })
      const { token } = await begun((onResumable) =>
        client.callTool('slow_compute', { seconds: 0.3, pollIntervalMs: 60_000 }, { onResumable }),
      )
      const listening = client.listen({ taskIds: [token.taskId, 'unknown'] })
      const changes: unknown[] = []
      for await (const change of listening) {
        changes.push(change)
        if (change.type === 'task' && change.task.status === 'completed') break
      }
      assert.match(changes[0], {
        type: 'subscribed',
        granted: { taskIds: [token.taskId] },
        refused: { taskIds: ['unknown'] },
      })
      const { task } = changes.at(-1) as { task: Record<string, unknown> }
      assert.match(task.result, { structuredContent: { seconds: 0.3 } })
      assert.equal(counts(await server.journal(), 'tasks/get'), [0])
    },
  },
  {
    name: "an unknown task is an error with the server's code",
    ids: ['protocol:K-21'],
    async run({ connectModern, assert }) {
      const client = await connectModern({ extensions })
      const unknown = { code: 'rpc', rpcCode: -32602 }
      await assert.rejects(client.callTool('greet', {}, { resume: { taskId: 'gone' } }), unknown)
      await assert.rejects(cancelTask(client, 'gone'), unknown)
      const plain = await connectModern()
      await assert.rejects(getTask(plain, 'gone'), { code: 'rpc', rpcCode: -32021 })
      await assert.rejects(plain.callTool('failing_job'), { code: 'rpc', rpcCode: -32021 })
      await assert.rejects(client.request('tasks/list'), { code: 'rpc', rpcCode: -32601 })
    },
  },
]
