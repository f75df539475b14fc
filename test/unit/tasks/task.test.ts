/** Which results are accepted as the state of a task. */
import { expect, test } from 'vitest'
import { checkTask } from '../../../src/tasks/task.ts'

test('an empty map that the server serialised as an array is accepted', () => {
  const task = { taskId: 'a', status: 'input_required', inputRequests: [] }
  expect(checkTask(task, 'tasks/get', false, 'a')).toBe(task)
})

test.for([
  { taskId: 'a', status: 'input_required' },
  { taskId: 'a', status: 'input_required', inputRequests: null },
  { taskId: 'a', status: 'completed', result: 'text' },
  { taskId: 'a', status: 'failed', error: { code: 'text', message: 'no' } },
  { taskId: 'b', status: 'working' },
  { taskId: 'a', status: 'unknown' },
])('%j is refused', (task) => {
  expect(() => checkTask(task, 'tasks/get', false, 'a')).toThrow('Expected a task from tasks/get, got something else')
})
