/** Tasks of 2025-11-25 in the mock server. */
import { expect, test } from 'vitest'
import { createTestFeatures, type FakeContext, fakeContext } from './fake-context.ts'

interface Created {
  task: { taskId: string; status: string; ttl: number; pollInterval: number }
}

/** A context in which work can go on as a task; `request` answers what the server asks. */
function taskContext(overrides: Parameters<typeof fakeContext>[1] = {}): FakeContext {
  const context = fakeContext('2025-11-25', overrides)
  return Object.assign(context, { taskContext: { clock: context.clock, broadcast: context.broadcast } })
}

const call = (name: string, args: object, task?: object) => ({ name, arguments: args, ...(task && { task }) })

test('a call that asks for a task gets one, and its result by tasks/result', async () => {
  const { handle } = createTestFeatures()
  const context = taskContext()
  const params = call('slow_compute', { seconds: 1 }, { ttl: 5_000 })
  const { task } = (await handle('tools/call', params, context)) as Created
  expect(task).toMatchObject({ status: 'working', ttl: 5_000, pollInterval: 100 })
  const { taskId } = task
  expect(await handle('tasks/result', { taskId }, context)).toMatchObject({
    structuredContent: { seconds: 1 },
    _meta: { 'io.modelcontextprotocol/related-task': { taskId } },
  })
  expect(await handle('tasks/get', { taskId }, context)).toMatchObject({ taskId, status: 'completed' })
  expect(await handle('tasks/list', {}, context)).toMatchObject({ tasks: [{ taskId }] })
  expect(context.broadcasts.at(-1)).toMatchObject({
    method: 'notifications/tasks/status',
    params: { taskId, status: 'completed' },
  })
  await expect(handle('tasks/cancel', { taskId }, context)).rejects.toMatchObject({ code: -32602 })
})

test('what a task asks for is asked on the stream of tasks/result', async () => {
  const { handle } = createTestFeatures()
  const request = async () => ({ action: 'accept', content: { confirm: true } })
  const context = taskContext({ request, clientCapabilities: { elicitation: {} } })
  const params = call('confirm_delete', { filename: 'a' }, {})
  const { taskId } = ((await handle('tools/call', params, context)) as Created).task
  expect(await handle('tasks/get', { taskId }, context)).toMatchObject({ status: 'input_required' })
  const { content } = (await handle('tasks/result', { taskId }, context)) as { content: { text: string }[] }
  expect(content[0]!.text).toContain('"confirm":true')
})

test('a tool that says isError has failed as a task', async () => {
  const { handle } = createTestFeatures()
  const { taskId } = ((await handle('tools/call', call('failing_job', {}, {}), taskContext())) as Created).task
  expect(await handle('tasks/result', { taskId }, taskContext())).toMatchObject({ isError: true })
  expect(await handle('tasks/get', { taskId }, taskContext())).toMatchObject({ status: 'failed' })
})

test('a tool must allow a task, and may demand one', async () => {
  const { handle } = createTestFeatures()
  const refused = { code: -32601 }
  await expect(handle('tools/call', call('greet', { name: 'x' }, {}), taskContext())).rejects.toMatchObject(refused)
  await expect(handle('tools/call', call('failing_job', {}), taskContext())).rejects.toMatchObject(refused)
})

test('other revisions have no tasks/result, and ignore params.task', async () => {
  const { handle } = createTestFeatures()
  for (const version of ['2025-06-18', '2026-07-28']) {
    const context = fakeContext(version)
    await expect(handle('tasks/result', { taskId: 'x' }, context)).rejects.toMatchObject({ code: -32601 })
    expect(await handle('tools/call', call('slow_compute', { seconds: 0 }, {}), context)).toHaveProperty('content')
  }
})
