/** The tasks extension: work that goes on after its request was answered. */
import { createToken } from '../../util/random-id.ts'
import { Fault, type Peer } from '../request-context.ts'
import type { Answer, Question } from '../input/input-request.ts'
import { isStateless } from '../../revisions.ts'
import { isObject } from '../json-schema.ts'
import { createTask, type Task, type TaskOptions } from './task.ts'

export const TASKS = 'io.modelcontextprotocol/tasks'

type Params = Record<string, unknown>

/** What work may do, whether it runs as a task or within its request. */
export interface Means {
  wait(milliseconds: number): Promise<void>
  ask(questions: Record<string, Question>): Promise<Record<string, Answer>>
}

export type Work<Result> = (means: Means) => Promise<Result>

export interface BackgroundOptions extends TaskOptions {
  /** Refuses clients that did not declare the extension. */
  required?: boolean
}

/** Runs the work as a task where client and revision know tasks, and says which; elsewhere to its end. */
export type Background = <Result extends object>(
  work: Work<Result>,
  options?: BackgroundOptions,
) => Promise<Result | Created>

export interface Created {
  resultType: 'task'
  taskId: string
}

export interface Tasks {
  get(params: Params, peer: Peer): object
  update(params: Params, peer: Peer): object
  cancel(params: Params, peer: Peer): object
  has(id: string): boolean
  /** `ask` is how the request itself asks. */
  background(peer: Peer, ask: Means['ask']): Background
}

/** `offered` says whether the server declares the extension now. */
export function createTasks(offered: () => boolean): Tasks {
  const tasks = new Map<string, Task>()
  return { get, update, cancel, has: (id) => find(id) !== undefined, background }

  function get(params: Params, peer: Peer): object {
    return known(params, peer).view()
  }

  function update(params: Params, peer: Peer): object {
    const task = known(params, peer)
    if (!isObject(params.inputResponses)) throw new Fault(-32602, 'inputResponses must be an object')
    task.answer(params.inputResponses)
    return {}
  }

  function cancel(params: Params, peer: Peer): object {
    known(params, peer).cancel()
    return {}
  }

  function known(params: Params, peer: Peer): Task {
    requireTasks(peer.clientCapabilities)
    const task = find(String(params.taskId))
    if (!task) throw new Fault(-32602, 'Task not found, or expired')
    return task
  }

  function find(id: string): Task | undefined {
    const task = tasks.get(id)
    if (!task?.expired()) return task
    tasks.delete(id)
    return undefined
  }

  function background(peer: Peer, ask: Means['ask']): Background {
    const { lasting } = peer
    return async (work, { required = false, ...options } = {}) => {
      const possible = lasting && offered() && isStateless(peer.version)
      if (possible && required) requireTasks(peer.clientCapabilities)
      if (!possible || !declaresTasks(peer.clientCapabilities)) {
        return work({ ask, wait: (milliseconds) => peer.clock.wait(milliseconds, peer.signal) })
      }
      const task = createTask(createToken(peer.random), lasting, options)
      tasks.set(task.id, task)
      // The seed first: work that needs no time must not be over before anybody heard of it.
      const created = { ...task.seed(), resultType: 'task', taskId: task.id } as const
      const wait: Means['wait'] = (milliseconds) => lasting.clock.wait(milliseconds, task.signal)
      task.run(() => work({ ask: task.ask, wait }))
      return created
    }
  }
}

/** A Fault that names the extension, if the client did not declare it. */
export function requireTasks(clientCapabilities: Record<string, unknown>): void {
  if (declaresTasks(clientCapabilities)) return
  const requiredCapabilities = { extensions: { [TASKS]: {} } }
  throw new Fault(-32021, 'The client did not declare the tasks extension', { requiredCapabilities })
}

function declaresTasks({ extensions }: Record<string, unknown>): boolean {
  return isObject(extensions) && TASKS in extensions
}
