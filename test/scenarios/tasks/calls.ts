/** Calls that the server answers with a task. */
import type { CallToolResult } from '../../../src/core/index.ts'
import { type Task, tasks } from '../../../src/tasks/index.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { textsOf } from '../steps/calls.ts'
import { declaredIn } from '../steps/input-required.ts'
import { paramsOf } from '../steps/journal.ts'
import { completed, counts, creates, extensions, polled, sent, shown, soon, TASKS } from './steps/tasks.ts'

/** An output schema for `structuredContent`. */
const seconds = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value: unknown) =>
      typeof (value as { seconds?: unknown } | undefined)?.seconds === 'number'
        ? { value: value as { seconds: number } }
        : { issues: [{ message: 'expected seconds' }] },
  },
} as const

export const calls: Scenario[] = [
  {
    name: 'tasks are declared with every request, and only if the extension is used',
    ids: ['protocol:K-1'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern({ extensions, handlers: { elicit: () => ({ action: 'decline' }) } })
      await client.callTool('confirm_delete', { filename: 'a', ...soon })
      const methods = ['tools/call', 'tasks/get', 'tasks/update']
      for (const entry of sent(await server.journal(), ...methods)) {
        assert.equal(declaredIn(entry).extensions, { [TASKS]: {} }, entry.rpcMethod)
        assert(!('task' in paramsOf(entry)), 'the server alone decides')
      }
      const plain = await connectModern()
      assert.equal(textsOf(await plain.callTool('slow_compute', { seconds: 0 })), ['work took 0 s'])
      assert(!('extensions' in declaredIn(sent(await server.journal(), 'tools/call').at(-1))), 'nothing by default')
    },
  },
  {
    name: 'a tool may answer directly or with a task, from call to call',
    ids: ['protocol:K-2'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern({ extensions })
      assert.equal(textsOf(await client.callTool('greet', { name: 'Ada' })), ['Hello, Ada!'])
      assert.equal(counts(await server.journal(), 'tasks/get'), [0])
      assert.equal(textsOf(await client.callTool('slow_compute', { seconds: 0.05, ...soon })), ['work took 0.05 s'])
      assert(counts(await server.journal(), 'tasks/get')[0]! >= 1, 'it was asked for')
    },
  },
  {
    name: 'a task in answer to anything but a tool call, or without the extension, is an error',
    ids: ['protocol:K-3'],
    async run({ connectModern, server, assert }) {
      const task = { answerJson: shown({ resultType: 'task' }) }
      await server.script({ on: { rpcMethod: 'prompts/get' }, do: [task] }, creates())
      const invalid = { code: 'invalid-message', delivery: 'answered' }
      const client = await connectModern({ extensions })
      await assert.rejects(client.getPrompt('test_simple_prompt'), invalid)
      await assert.rejects((await connectModern()).callTool('greet', { name: 'x' }), invalid)
      assert.equal(counts(await server.journal(), 'tasks/get'), [0])
    },
  },
  {
    name: 'a task that is already finished is asked for its result at once',
    ids: ['protocol:K-4', 'protocol:K-5'],
    async run({ connectModern, server, assert }) {
      const states: Task[] = []
      const tokens: unknown[] = []
      await server.script(creates({ status: 'completed', pollIntervalMs: 3_600_000 }), polled(completed()))
      const client = await connectModern({ extensions: tasks({ onTask: (task) => states.push(task) }) })
      const options = { onResumable: (token: unknown) => tokens.push(token) }
      assert.equal(textsOf(await client.callTool('greet', { name: 'x' }, options)), ['done'])
      assert.equal(counts(await server.journal(), 'tasks/get'), [1])
      assert.equal(tokens, [{ taskId: 'task-1' }])
      const times = { createdAt: '2026-07-28T10:00:00Z', ttlMs: 60_000 }
      assert.match(states[0], { taskId: 'task-1', status: 'completed', ...times })
      assert.equal(
        states.map(({ result }) => result !== undefined),
        [false, true],
      )
    },
  },
  {
    name: 'the status of a task decides, whatever resultType its server sends',
    ids: ['protocol:K-7'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern({ extensions })
      for (const resultType of ['complete', 'task']) {
        await server.script(creates(), polled({ resultType }, 1), polled({ ...completed(resultType), resultType }))
        assert.equal(textsOf(await client.callTool('greet', { name: 'x' })), [resultType])
      }
    },
  },
  {
    name: 'an unknown or incomplete task state is an error that carries it',
    ids: ['protocol:K-7'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern({ extensions })
      const wrong = [
        { status: 'sleeping' },
        { status: 'completed' },
        { status: 'failed', error: 'why' },
        { status: 'input_required' },
        { status: 'working', taskId: 7 },
        { status: 'working', taskId: 'another' },
      ]
      for (const state of wrong) {
        await server.script(creates(), polled(state))
        const error = await assert.rejects(client.callTool('greet', { name: 'x' }), { code: 'invalid-message' })
        assert.match(error.result, state)
      }
    },
  },
  {
    name: 'the result of a task is checked like any other',
    ids: ['protocol:K-8'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern({ extensions })
      const call = () => client.callTool('slow_compute', { seconds: 0, ...soon }, { outputSchema: seconds })
      assert.equal(((await call()) as CallToolResult).structuredContent, { seconds: 0 })
      for (const result of [{ content: [], structuredContent: { seconds: 'none' } }, { content: 'none' }]) {
        await server.script(creates(), polled({ status: 'completed', result }))
        const error = await assert.rejects(call(), { code: 'invalid-message', delivery: 'answered' })
        assert.equal(error.result, result)
      }
    },
  },
  {
    name: 'a failed tool of a task is a result with isError, and a failed request an RpcError',
    ids: ['protocol:K-9'],
    async run({ connectModern, assert }) {
      const client = await connectModern({ extensions })
      assert.match(await client.callTool('failing_job', soon), { isError: true })
      await assert.rejects(client.callTool('protocol_error_job', soon), {
        code: 'rpc',
        rpcCode: -32603,
        rpcMessage: 'The job fell over',
        delivery: 'answered',
      })
    },
  },
  {
    name: 'requests about a task carry its id in Mcp-Name',
    ids: ['protocol:K-20'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern({ extensions, handlers: { elicit: () => ({ action: 'decline' }) } })
      await client.callTool('confirm_delete', { filename: 'a', ...soon })
      const about = sent(await server.journal(), 'tasks/get', 'tasks/update')
      for (const entry of about) {
        assert.equal(entry.headers['mcp-name'], paramsOf(entry).taskId)
        assert.equal(entry.headers['mcp-method'], entry.rpcMethod)
      }
      await server.script(creates({ taskId: 'tâche 1' }), polled({ taskId: 'tâche 1', ...completed() }))
      await client.callTool('greet', { name: 'x' })
      const encoded = sent(await server.journal(), 'tasks/get').at(-1)?.headers['mcp-name']
      assert.equal(encoded, '=?base64?dMOiY2hlIDE=?=')
    },
  },
  {
    name: 'before 2025-11-25 there are no tasks, and the tool answers directly',
    ids: ['protocol:K-22'],
    async run({ connect, server, assert }) {
      await server.configure({ versions: ['2025-06-18'] })
      const client = await connect({ extensions })
      assert.equal(textsOf(await client.callTool('slow_compute', { seconds: 0 })), ['work took 0 s'])
      await server.script(creates({ content: [] }))
      assert.match(await client.callTool('greet', { name: 'x' }), { content: [], taskId: 'task-1' })
      assert.equal(counts(await server.journal(), 'tasks/get'), [0])
    },
  },
  ...inBothEras({
    name: 'a task token without the tasks extension is an error, and nothing is sent',
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      const before = (await server.methods()).length
      const resumed = client.callTool('echo', { text: 'x' }, { resume: { taskId: 't' } })
      await assert.rejects(resumed, { code: 'capability', delivery: 'not-executed' })
      assert.equal((await server.methods()).length, before)
    },
  }),
]
