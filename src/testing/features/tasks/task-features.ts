/** Tasks of either kind, for servers whose tools run as one: those of 2025-11-25, and the later extension. */
import { isStateless } from '../../revisions.ts'
import type { Pagination } from '../pagination.ts'
import type { RequestContext } from '../request-context.ts'
import { createCoreTasks, type TaskSupport } from './core-tasks.ts'
import { createTasks, type RunAsTask, type WorkContext } from './tasks.ts'

type Params = Record<string, unknown>

export interface TaskFeatures {
  methods: Record<string, (params: Params, context: RequestContext) => object | Promise<object>>
  has(id: string): boolean
  /** `requestInput` is for work that does not become a task. Throws if the tool does not allow what is asked for. */
  createRunAsTask(
    params: Params,
    context: RequestContext,
    support: TaskSupport | undefined,
    requestInput: WorkContext['requestInput'],
  ): RunAsTask
}

/** `isServed` says whether the server offers this method now. */
export function createTaskFeatures(isServed: (method: string) => boolean, pagination: () => Pagination): TaskFeatures {
  const tasks = createTasks(() => isServed('tasks/get'))
  const coreTasks = createCoreTasks(() => isServed('tasks/result'), pagination)
  const tasksOf = ({ version }: RequestContext) => (isStateless(version) ? tasks : coreTasks)
  return {
    methods: {
      'tasks/get': (params, context) => tasksOf(context).get(params, context),
      'tasks/cancel': (params, context) => tasksOf(context).cancel(params, context),
      'tasks/update': tasks.update,
      'tasks/result': coreTasks.result,
      'tasks/list': coreTasks.list,
    },
    has: tasks.has,
    createRunAsTask: (params, context, support, requestInput) =>
      coreTasks.createRunAsTask(params, context, support) ?? tasks.createRunAsTask(context, requestInput),
  }
}
