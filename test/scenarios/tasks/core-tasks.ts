/** Tasks of 2025-11-25: the call asks for one, polls it, and fetches its result. */
import type { WireEvent } from '../../../src/core/index.ts'
import { type Task, tasks } from '../../../src/tasks/index.ts'
import type { JournalEntry, Step } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import { eventually, textsOf } from '../steps/calls.ts'
import { declaredIn } from '../steps/input-required.ts'
import { paramsOf, responsesIn } from '../steps/journal.ts'
import { counts, extensions, sent, soon } from './steps/tasks.ts'

const RELATED_TASK = 'io.modelcontextprotocol/related-task'

const lastCall = (journal: readonly JournalEntry[]) => paramsOf(sent(journal, 'tools/call').at(-1))

const relatedIn = (value: unknown) => (value as { _meta?: Record<string, unknown> } | undefined)?._meta?.[RELATED_TASK]

/** A task of 2025-11-25 as a server sends it. */
const shown = (more: object = {}) => ({
  taskId: 'task-1',
  status: 'working',
  createdAt: '2025-11-25T10:00:00Z',
  lastUpdatedAt: '2025-11-25T10:00:00Z',
  ttl: null,
  ...more,
})

export const coreTasks: Scenario[] = [
  {
    name: 'a call asks for a task if the tool supports one, and gets the result of the task',
    ids: ['protocol:KL-3', 'protocol:KL-4', 'protocol:KL-6', 'protocol:KL-7'],
    async run({ connect, server, assert }) {
      const states: Task[] = []
      const tokens: unknown[] = []
      const client = await connect({ extensions: tasks({ onTask: (task) => states.push(task), ttl: 90_000 }) })
      const options = { onResumable: (token: unknown) => 'taskId' in (token as object) && tokens.push(token) }
      const result = await client.callTool('slow_compute', { seconds: 0.05, ...soon }, options)
      assert.equal([textsOf(result), result.structuredContent], [['work took 0.05 s'], { seconds: 0.05 }])
      const journal = await server.journal()
      assert.equal(lastCall(journal).task, { ttl: 90_000 })
      assert.equal(counts(journal, 'tools/call', 'tasks/result'), [1, 1])
      assert(counts(journal, 'tasks/get')[0]! >= 1, 'it was polled')
      assert.match(states[0], { status: 'working', ttlMs: 90_000, pollIntervalMs: 100 })
      assert.equal([states.at(-1)?.status, tokens], ['completed', [{ taskId: states[0]?.taskId }]])
      assert.equal(relatedIn(result), { taskId: states[0]?.taskId })
      for (const entry of sent(journal, 'tasks/get', 'tasks/result')) {
        assert.equal(relatedIn(paramsOf(entry)), undefined, 'the task id is in the params already')
      }
      assert.equal(textsOf(await client.callTool('greet', { name: 'Ada' })), ['Hello, Ada!'])
      assert(!('task' in lastCall(await server.journal())), 'a tool without tasks is called as ever')
    },
  },
  {
    name: 'the tool is looked up once if it was not listed, and given definitions save that',
    ids: ['protocol:KL-3'],
    async run({ connect, server, assert }) {
      const client = await connect({ extensions })
      assert.match(await client.callTool('failing_job', soon), { isError: true })
      assert.match(await client.callTool('failing_job', soon), { isError: true })
      assert.equal(counts(await server.journal(), 'tools/list'), [1])
      const inputSchema = { type: 'object' } as const
      const given = { name: 'failing_job', inputSchema, execution: { taskSupport: 'required' } } as const
      const other = await connect({ extensions, tools: [given] })
      assert.match(await other.callTool('failing_job', soon), { isError: true })
      assert.equal(counts(await server.journal(), 'tools/list'), [1])
      const plain = await connect()
      await assert.rejects(plain.callTool('failing_job'), { code: 'rpc', rpcCode: -32601 })
    },
  },
  {
    name: 'no task is asked for without the capability of the server, or in another revision',
    ids: ['protocol:KL-1', 'protocol:KL-2'],
    async run({ connect, server, assert }) {
      const rows = [
        { capabilities: { tools: {} } },
        { capabilities: { tools: {}, tasks: { list: {} } } },
        { versions: ['2025-06-18'] },
      ]
      for (const row of rows) {
        await server.configure(row)
        const client = await connect({ extensions })
        assert.equal(textsOf(await client.callTool('slow_compute', { seconds: 0 })), ['work took 0 s'])
        const journal = await server.journal()
        assert(!('task' in lastCall(journal)), JSON.stringify(row))
        assert.equal(counts(journal, 'tasks/get', 'tools/list'), [0, 0])
        await client.close()
      }
    },
  },
  {
    name: 'a server that answers a call with its result although a task was asked for is believed',
    ids: ['protocol:KL-4'],
    async run({ connect, server, assert }) {
      const client = await connect({ extensions })
      await client.listTools()
      const answerJson = { content: [{ type: 'text', text: 'at once' }] }
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ answerJson }] })
      assert.equal(textsOf(await client.callTool('slow_compute', { seconds: 9 })), ['at once'])
    },
  },
  {
    name: 'what a task needs is asked on the stream of its result, and the answer names the task',
    ids: ['protocol:KL-8', 'protocol:KL-9'],
    async run({ connect, server, assert }) {
      const states: string[] = []
      const asked: string[] = []
      const client = await connect({
        extensions: tasks({ onTask: ({ status }) => states.push(status) }),
        handlers: {
          elicit: ({ message }) => {
            asked.push(message)
            return { action: 'accept', content: { confirm: true } }
          },
        },
      })
      const [text] = textsOf(await client.callTool('confirm_delete', { filename: 'a.txt', ...soon }))
      assert(/"confirm":true/.test(`${text}`), `${text}`)
      assert.equal([asked, states.includes('input_required')], [['Delete a.txt?'], true])
      const journal = await server.journal()
      const [answer] = responsesIn(journal).values()
      const { taskId } = paramsOf(sent(journal, 'tasks/get')[0])
      assert.equal(relatedIn(answer?.result), { taskId })
      assert.equal(counts(journal, 'tasks/result'), [1], 'one request for the result')
      // A poll that is under way when the result arrives may be cancelled; the request for the result may not.
      const cancelled = sent(journal, 'notifications/cancelled').map((entry) => paramsOf(entry).requestId)
      assert(!cancelled.includes(sent(journal, 'tasks/result')[0]?.id), `cancelled: ${cancelled}`)
      await client.callTool('multi_input', soon)
      assert.equal(asked.slice(1).sort(), ['The first?', 'The second?'])
    },
  },
  {
    name: 'the result of a task that asked is requested once, also if a poll sees its end first',
    ids: ['protocol:KL-8'],
    async run({ connect, server, assert }) {
      const client = await connect({ extensions })
      await client.listTools()
      const state = (status: string) => [{ answerJson: shown({ status, pollInterval: 1 }) }]
      const result = { content: [{ type: 'text', text: 'done' }] }
      await server.script(
        { on: { rpcMethod: 'tools/call' }, do: [{ answerJson: { task: shown({ pollInterval: 1 }) } }] },
        { on: { rpcMethod: 'tasks/get' }, nth: 1, do: state('input_required') },
        { on: { rpcMethod: 'tasks/get' }, do: state('completed') },
        { on: { rpcMethod: 'tasks/result' }, do: [{ stream: {} }, { barrier: 'late' }, { answer: result }] },
      )
      const call = client.callTool('slow_compute', { seconds: 0 })
      await server.until((journal) => counts(journal, 'tasks/get')[0] === 2)
      await server.release('late')
      assert.equal(textsOf(await call), ['done'])
      const journal = await server.journal()
      assert.equal(counts(journal, 'tasks/result', 'notifications/cancelled'), [1, 0])
    },
  },
  {
    name: 'a task that failed gives the result that says so, or the error behind it',
    ids: ['protocol:KL-7', 'protocol:KL-13'],
    async run({ connect, assert }) {
      const states: string[] = []
      const client = await connect({ extensions: tasks({ onTask: ({ status }) => states.push(status) }) })
      const result = await client.callTool('failing_job', soon)
      assert.equal([textsOf(result), result.isError, states.at(-1)], [['The job failed'], true, 'failed'])
      const error = await assert.rejects(client.callTool('protocol_error_job', soon))
      assert.match(error, { code: 'rpc', rpcCode: -32603, delivery: 'answered', message: /The job fell over/ })
      assert.equal(textsOf(await client.callTool('greet', { name: 'Ada' })), ['Hello, Ada!'])
    },
  },
  {
    name: 'a notification of the server that the task has changed ends the wait for the next poll',
    ids: ['protocol:KL-10'],
    async run({ connect, server, assert }) {
      const client = await connect({ extensions, onNotification: () => {} })
      const args = { seconds: 0.1, pollIntervalMs: 600_000 }
      assert.equal(textsOf(await client.callTool('slow_compute', args)), ['work took 0.1 s'])
      assert.equal(counts(await server.journal(), 'tasks/get'), [1])
    },
  },
  {
    name: 'progress of a task reaches the call until the task has ended, on any stream of the session',
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect({ extensions })
      await client.listTools()
      const seen: number[] = []
      const state = (status: string): Step => ({ answer: shown({ status, pollInterval: 5 }) })
      await server.script(
        { on: { rpcMethod: 'tools/call' }, do: [{ answerJson: { task: shown({ pollInterval: 5 }) } }] },
        { on: { rpcMethod: 'tasks/get' }, do: [{ stream: {} }, state('working')] },
      )
      const call = client.callTool('slow_compute', {}, { onProgress: ({ progress }) => seen.push(progress) })
      await eventually(world, () => client.connection.listening === 'open')
      const [{ id: progressToken }] = sent(await server.journal(), 'tools/call') as [JournalEntry]
      const report = (progress: number) => ({
        notify: { method: 'notifications/progress', params: { progressToken, progress } },
      })
      await server.act(report(1))
      await eventually(world, () => seen.length === 1)
      const answerJson = { content: [{ type: 'text', text: 'done' }] }
      await server.script(
        { on: { rpcMethod: 'tasks/get' }, do: [{ stream: {} }, report(2), state('completed')] },
        { on: { rpcMethod: 'tasks/result' }, do: [{ answerJson }] },
      )
      assert.equal(textsOf(await call), ['done'])
      assert.equal(seen, [1, 2])
      await server.act(report(3))
      await client.callTool('greet', { name: 'Ada' })
      assert.equal(seen, [1, 2])
      await eventually(world, () => client.connection.listening === 'off')
    },
  },
  {
    name: 'a poll or a result that the server fails to serve for a moment is asked for again',
    ids: ['protocol:KL-6'],
    async run({ connect, server, assert }) {
      const client = await connect({ extensions })
      await client.listTools()
      const busy = { respond: { status: 503, headers: { 'retry-after': '0' } } }
      await server.script(
        { on: { rpcMethod: 'tasks/get' }, nth: 1, do: [busy] },
        { on: { rpcMethod: 'tasks/result' }, nth: 1, do: [busy] },
      )
      assert.equal(textsOf(await client.callTool('slow_compute', { seconds: 0, ...soon })), ['work took 0 s'])
    },
  },
  {
    name: 'the text that a server gives the model meanwhile is in the first state of the task',
    ids: ['protocol:KL-14', 'protocol:KL-5'],
    async run({ connect, server, assert }) {
      const states: Task[] = []
      const client = await connect({ extensions: tasks({ onTask: (task) => states.push(task) }) })
      await client.listTools()
      const _meta = { 'io.modelcontextprotocol/model-immediate-response': 'It takes a while' }
      const result = { content: [{ type: 'text', text: 'done' }] }
      await server.script(
        { on: { rpcMethod: 'tools/call' }, do: [{ answerJson: { task: shown({ status: 'completed' }), _meta } }] },
        { on: { rpcMethod: 'tasks/get' }, do: [{ answerJson: shown({ status: 'completed' }) }] },
        { on: { rpcMethod: 'tasks/result' }, do: [{ answerJson: result }] },
      )
      assert.equal(textsOf(await client.callTool('slow_compute', { seconds: 0 })), ['done'])
      assert.match(states[0], { _meta, ttlMs: null, pollIntervalMs: undefined })
    },
  },
  {
    name: 'a task state that is none is an error that carries it',
    ids: ['protocol:KL-5'],
    async run({ connect, server, assert }) {
      const client = await connect({ extensions })
      await client.listTools()
      for (const task of [{ status: 'sleeping' }, { taskId: 7 }, { taskId: 'another', status: 'working' }]) {
        const isFirst = task.status === 'sleeping'
        await server.script(
          {
            on: { rpcMethod: 'tools/call' },
            do: [{ answerJson: { task: shown(isFirst ? task : { pollInterval: 1 }) } }],
          },
          { on: { rpcMethod: 'tasks/get' }, do: [{ answerJson: shown(task) }] },
        )
        const failed = client.callTool('slow_compute', { seconds: 0 })
        await assert.rejects(failed, { code: 'invalid-message', message: /Expected a task/ })
      }
      await server.script()
      assert.equal(textsOf(await client.callTool('greet', { name: 'Ada' })), ['Hello, Ada!'])
    },
  },
  {
    name: 'the requests of a task have the number of its call, and are declared as an extension too',
    async run({ connect, server, assert }) {
      const events: WireEvent[] = []
      const client = await connect({ extensions, onEvent: (event) => events.push(event) })
      await client.callTool('slow_compute', { seconds: 0, ...soon })
      const methods = events.flatMap((event) => (event.type === 'request' && event.call === 1 ? [event.rpcMethod] : []))
      assert.equal([...new Set(methods)], ['tools/list', 'tools/call', 'tasks/get', 'tasks/result'])
      assert('extensions' in declaredIn(sent(await server.journal(), 'initialize')[0]), 'one declaration for both eras')
    },
  },
]
