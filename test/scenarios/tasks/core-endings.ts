/** Tasks of 2025-11-25 that are cancelled, forgotten, listed, or continued in another client. */
import { cancelTask, getTask, listTasks } from '../../../src/tasks/index.ts'
import type { Scenario } from '../scenario.ts'
import { eventually, textsOf } from '../steps/calls.ts'
import { begun } from './steps/begun.ts'
import { counts, extensions, soon } from './steps/tasks.ts'

const long = { seconds: 60, ...soon }

export const coreEndings: Scenario[] = [
  {
    name: 'aborting a call of 2025-11-25 cancels its task once, by tasks/cancel alone',
    ids: ['protocol:KL-12', 'protocol:U-22'],
    async run({ connect, server, assert }) {
      const client = await connect({ extensions })
      const stop = new AbortController()
      const { token, settled } = await begun((onResumable) =>
        client.callTool('slow_compute', long, { onResumable, signal: stop.signal }),
      )
      const reason = new Error('enough')
      stop.abort(reason)
      assert.same(await assert.rejects(settled), reason)
      const journal = await server.until((entries) => counts(entries, 'tasks/cancel')[0] === 1)
      assert.equal(counts(journal, 'notifications/cancelled'), [0])
      assert.match(await getTask(client, token.taskId), { status: 'cancelled', ttlMs: 300_000 })
      assert.equal(textsOf(await client.callTool('greet', { name: 'Ada' })), ['Hello, Ada!'])
    },
  },
  {
    name: 'a server that cannot cancel tasks is not asked to, and that is an event',
    ids: ['protocol:KL-11'],
    async run(world) {
      const { connect, server, assert } = world
      await server.configure({ capabilities: { tools: {}, tasks: { requests: { tools: { call: {} } } } } })
      const warnings: unknown[] = []
      const client = await connect({
        extensions,
        onEvent: (event) => event.type === 'warning' && warnings.push(event.message),
      })
      const stop = new AbortController()
      const { token, settled } = await begun((onResumable) =>
        client.callTool('slow_compute', long, { onResumable, signal: stop.signal }),
      )
      stop.abort()
      await assert.rejects(settled)
      await eventually(world, () => warnings.includes('The task could not be cancelled'))
      const missing = { code: 'capability', delivery: 'not-executed' }
      await assert.rejects(cancelTask(client, token.taskId), { ...missing, message: /tasks\.cancel/ })
      await assert.rejects(listTasks(client), { ...missing, message: /tasks\.list/ })
      assert.equal(counts(await server.journal(), 'tasks/cancel', 'tasks/list'), [0, 0])
    },
  },
  {
    name: 'a task of 2025-11-25 that was cancelled elsewhere ends the call with an error that says so',
    ids: ['protocol:KL-12'],
    async run({ connect, assert }) {
      const client = await connect({ extensions })
      const { token, settled } = await begun((onResumable) => client.callTool('slow_compute', long, { onResumable }))
      await cancelTask(await connect({ extensions }), token.taskId)
      await assert.rejects(settled, { code: 'task', reason: 'cancelled', taskId: token.taskId, delivery: 'unknown' })
    },
  },
  {
    name: 'a call of 2025-11-25 continues in another client from its task token',
    ids: ['protocol:KL-7'],
    async run({ connect, server, assert }) {
      const first = await connect({ extensions })
      const { token, settled } = await begun((onResumable) =>
        first.callTool('slow_compute', { seconds: 0.3, ...soon }, { onResumable }),
      )
      const snapshot = JSON.parse(JSON.stringify(first.snapshot()))
      await first.detach()
      await assert.rejects(settled, { code: 'closed' })
      const second = await connect({ extensions, snapshot })
      const resume = JSON.parse(JSON.stringify(token))
      assert.equal(textsOf(await second.callTool('slow_compute', {}, { resume })), ['work took 0.3 s'])
      assert.equal(counts(await server.journal(), 'initialize', 'tools/call', 'tasks/cancel'), [1, 1, 0])
    },
  },
  {
    name: 'a task that the server forgot is an error with its code, and the connection works on',
    ids: ['protocol:KL-16'],
    async run({ connect, assert }) {
      const client = await connect({ extensions })
      const forgotten = { code: 'rpc', rpcCode: -32602, delivery: 'answered', message: /not found, or expired/ }
      await assert.rejects(client.callTool('slow_compute', {}, { resume: { taskId: 'gone' } }), forgotten)
      await assert.rejects(getTask(client, 'gone'), forgotten)
      await assert.rejects(cancelTask(client, 'gone'), forgotten)
      assert.equal(textsOf(await client.callTool('greet', { name: 'Ada' })), ['Hello, Ada!'])
    },
  },
  {
    name: 'listTasks reads all pages of the tasks, and ends with an error at a page that comes twice',
    ids: ['protocol:KL-11', 'protocol:U-40'],
    async run({ connect, connectModern, server, assert }) {
      const client = await connect({ extensions })
      await Promise.all([1, 2, 3].map(() => client.callTool('slow_compute', { seconds: 0, ...soon })))
      await server.configure({ pageSize: 2 })
      const tasks = await listTasks(client)
      assert.equal(
        tasks.map(({ status, ttlMs }) => [status, ttlMs]),
        tasks.map(() => ['completed', 300_000]),
      )
      assert.equal([tasks.length, counts(await server.journal(), 'tasks/list')], [3, [2]])
      await server.configure({ repeatCursor: true })
      await assert.rejects(listTasks(client), {
        code: 'invalid-message',
        message: /another page from tasks\/list.*same/,
      })
      const modern = await connectModern({ extensions })
      await assert.rejects(listTasks(modern), { code: 'capability', delivery: 'not-executed' })
    },
  },
  {
    name: 'close() leaves a task of 2025-11-25 running',
    async run({ connect, server, macrotasks, assert }) {
      const client = await connect({ extensions })
      const { settled } = await begun((onResumable) => client.callTool('slow_compute', long, { onResumable }))
      await client.close()
      await assert.rejects(settled, { code: 'closed' })
      await macrotasks(5)
      assert.equal(counts(await server.journal(), 'tasks/cancel', 'tasks/result'), [0, 0])
    },
  },
]
