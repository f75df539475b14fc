/** Script rules and journal readers for tasks. */
import { tasks } from '../../../../src/tasks/index.ts'
import type { JournalEntry, Rule } from '../../../../src/testing/index.ts'

export const TASKS = 'io.modelcontextprotocol/tasks'

/** The tasks extension, as `extensions` option. */
export const extensions = tasks()

/** Configures the mock server to answer with tasks that are polled this often. */
export const soon = { pollIntervalMs: 100 }

/** A task as the server sends it. */
export const shown = (more: object = {}) => ({
  resultType: 'complete',
  taskId: 'task-1',
  status: 'working',
  createdAt: '2026-07-28T10:00:00Z',
  lastUpdatedAt: '2026-07-28T10:00:00Z',
  ttlMs: 60_000,
  pollIntervalMs: 100,
  ...more,
})

/** The server answers the call with a new task. */
export const creates = (more: object = {}): Rule => ({
  on: { rpcMethod: 'tools/call' },
  do: [{ answerJson: shown({ resultType: 'task', ...more }) }],
})

/** The state of the task at the nth poll, or at every poll. */
export const polled = (more: object, nth?: number): Rule => ({
  on: { rpcMethod: 'tasks/get' },
  ...(nth !== undefined && { nth }),
  do: [{ answerJson: shown(more) }],
})

export const completed = (text = 'done') => ({
  status: 'completed',
  result: { content: [{ type: 'text', text }] },
})

/** The requests of these methods, in order. */
export const sent = (journal: readonly JournalEntry[], ...methods: string[]): JournalEntry[] =>
  journal.filter(({ rpcMethod }) => rpcMethod !== undefined && methods.includes(rpcMethod))

/** How many requests of each method were sent. */
export const counts = (journal: readonly JournalEntry[], ...methods: string[]): number[] =>
  methods.map((method) => sent(journal, method).length)
