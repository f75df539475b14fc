/** The tasks of one server, of 2025-11-25 and of the extension: their latest states, and the option of `connect()` that waits for them. */
import { type ReadonlySignal, signal } from '@preact/signals'
import type { ConnectOptions } from 'mcp-over-fetch'
import type { Task } from '../../../../src/tasks/index.ts'

export type { Task }

export interface Tasks {
  /** Newest first. */
  all: ReadonlySignal<readonly Task[]>
  /** The code of tasks is a chunk of its own, which the first connection loads. */
  loadExtension(): Promise<NonNullable<ConnectOptions['extensions']>>
}

const MAX_TASKS = 100

export function createTasks(): Tasks {
  const all = signal<readonly Task[]>([])
  const onTask = (task: Task) => {
    const isKnown = all.value.some(({ taskId }) => taskId === task.taskId)
    all.value = isKnown
      ? all.value.map((known) => (known.taskId === task.taskId ? task : known))
      : [task, ...all.value].slice(0, MAX_TASKS)
  }
  return {
    all,
    async loadExtension() {
      const { tasks } = await import('../../../../src/tasks/index.ts')
      return tasks({ onTask })
    },
  }
}
