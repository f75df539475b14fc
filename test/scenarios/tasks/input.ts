/** Tasks that require input while they run: the same handlers answer, once per request. */
import { getTask, updateTask } from '../../../src/tasks/index.ts'
import type { Scenario } from '../scenario.ts'
import { textsOf } from '../steps/calls.ts'
import { accept, form } from '../steps/input-required.ts'
import { paramsOf } from '../steps/journal.ts'
import { completed, counts, creates, extensions, polled, sent, soon } from './steps/tasks.ts'

const asks = (...keys: string[]) => ({
  status: 'input_required',
  inputRequests: Object.fromEntries(keys.map((key) => [key, form(key)])),
})

/** Accepts every form, and records what was asked. */
function recording(content: object) {
  const messages: string[] = []
  const elicit = ({ message }: { message: string }) => {
    messages.push(message)
    return accept(content as Record<string, boolean>)
  }
  return { messages, elicit }
}

export const input: Scenario[] = [
  {
    name: 'an input request of a task is answered by the handler once, and the task goes on',
    ids: ['protocol:K-10'],
    async run({ connectModern, server, assert }) {
      const { messages, elicit } = recording({ confirm: true })
      const client = await connectModern({ extensions, handlers: { elicit } })
      const result = await client.callTool('confirm_delete', { filename: 'a.txt', ...soon })
      assert.equal(textsOf(result), [`a.txt: ${JSON.stringify(accept({ confirm: true }))}`])
      assert.equal(messages, ['Delete a.txt?'])
      const updates = sent(await server.journal(), 'tasks/update')
      assert.equal(
        updates.map(paramsOf).map(({ inputResponses }) => inputResponses),
        [{ confirm: accept({ confirm: true }) }],
      )
    },
  },
  {
    name: 'an input request that several polls repeat is answered once',
    ids: ['protocol:K-11'],
    async run({ connectModern, server, assert }) {
      let asked = 0
      let answer = () => {}
      const elicit = () => {
        asked++
        return new Promise<ReturnType<typeof accept<{ confirm: boolean }>>>((resolve) => {
          answer = () => resolve(accept({ confirm: true }))
        })
      }
      const client = await connectModern({ extensions, handlers: { elicit } })
      const call = client.callTool('confirm_delete', { filename: 'a', ...soon })
      await server.until((journal) => counts(journal, 'tasks/get')[0]! >= 3)
      answer()
      await call
      assert.equal(asked, 1)
      assert.equal(counts(await server.journal(), 'tasks/update'), [1])
    },
  },
  {
    name: 'a task may reuse the key of an input request made before the task',
    ids: ['protocol:K-11'],
    async run({ connectModern, server, assert }) {
      const { messages, elicit } = recording({})
      const first = { resultType: 'input_required', inputRequests: { name: form('before') } }
      const client = await connectModern({ extensions, handlers: { elicit } })
      // The server does not know the task of the script.
      await server.script(
        { on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ answerJson: first }] },
        creates(),
        polled(asks('name'), 1),
        polled(completed()),
        { on: { rpcMethod: 'tasks/update' }, do: [{ answerJson: {} }] },
      )
      assert.equal(textsOf(await client.callTool('greet', { name: 'x' })), ['done'])
      assert.equal(messages, ['before', 'name'])
    },
  },
  {
    name: 'a server that still shows an answered input request does not get it answered twice',
    ids: ['protocol:K-12'],
    async run({ connectModern, server, assert }) {
      const { messages, elicit } = recording({})
      await server.script(
        creates(),
        polled(asks('one'), 1),
        polled(asks('one'), 2),
        polled(asks('one', 'two'), 3),
        polled(asks('two'), 4),
        polled(completed()),
        { on: { rpcMethod: 'tasks/update' }, do: [{ answerJson: {} }] },
      )
      const client = await connectModern({ extensions, handlers: { elicit } })
      await client.callTool('greet', { name: 'x' })
      assert.equal(messages, ['one', 'two'])
      const updates = sent(await server.journal(), 'tasks/update').map(paramsOf)
      assert.equal(
        updates.map(({ inputResponses }) => Object.keys(inputResponses as object)),
        [['one'], ['two']],
      )
    },
  },
  {
    name: 'the caller may answer the input requests of a task by hand, one at a time',
    ids: ['protocol:K-12'],
    async run({ connectModern, assert }) {
      const client = await connectModern({ extensions, handlers: { elicit: () => new Promise(() => {}) } })
      const stop = new AbortController()
      const taskId = await new Promise<string>((resolve) => {
        const onResumable = (token: object) => resolve((token as { taskId: string }).taskId)
        client.callTool('multi_input', soon, { onResumable, signal: stop.signal }).catch(() => {})
      })
      const open = async () => Object.keys((await getTask(client, taskId)).inputRequests ?? {})
      assert.equal(await open(), ['first', 'second'])
      await updateTask(client, taskId, { first: accept({ confirm: true }) })
      assert.equal(await open(), ['second'])
      await updateTask(client, taskId, { second: accept({ confirm: false }) })
      assert.match(await getTask(client, taskId), { status: 'completed' })
      stop.abort()
    },
  },
  {
    name: 'a handler that throws ends the call with its own error and leaves the task unanswered',
    ids: ['protocol:K-10'],
    async run({ connectModern, server, assert }) {
      const reason = new Error('not today')
      const elicit = () => Promise.reject(reason)
      const client = await connectModern({ extensions, handlers: { elicit } })
      const caught = await assert.rejects(client.callTool('confirm_delete', { filename: 'a', ...soon }))
      assert.same(caught, reason, 'the very error')
      assert.equal(counts(await server.journal(), 'tasks/update', 'tasks/cancel'), [0, 0])
      assert.equal(textsOf(await client.callTool('greet', { name: 'Ada' })), ['Hello, Ada!'])
    },
  },
  {
    name: 'an undeclared input request of a task fails the call, and no handler runs',
    ids: ['protocol:K-10'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern({ extensions })
      const call = client.callTool('confirm_delete', { filename: 'a', ...soon })
      await assert.rejects(call, { code: 'invalid-message' })
      assert.equal(counts(await server.journal(), 'tasks/update'), [0])
    },
  },
]
