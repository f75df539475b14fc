/** The capabilities that the server declares, and the methods that belong to them. */
import { isStateless, TASK_VERSION } from '../revisions.ts'
import { TASKS } from './tasks/declares-tasks.ts'

type Capabilities = Record<string, unknown>

/** Declared unless configured otherwise. */
export function defaultCapabilities(version: string): Capabilities {
  return {
    logging: {},
    prompts: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    tools: { listChanged: true },
    // Completion is older than the capability for it.
    ...(version >= '2025-03-26' && { completions: {} }),
    ...(version === TASK_VERSION && { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }),
    ...(isStateless(version) && { extensions: { [TASKS]: {} } }),
  }
}

/** The capability of each method. Without its capability a method does not exist. */
const CAPABILITY_OF: Readonly<Record<string, string>> = {
  'tools/list': 'tools',
  'tools/call': 'tools',
  'prompts/list': 'prompts',
  'prompts/get': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resources',
  'resources/read': 'resources',
  'resources/subscribe': 'resources',
  'resources/unsubscribe': 'resources',
  'completion/complete': 'completions',
  'logging/setLevel': 'logging',
  'tasks/get': 'extensions',
  'tasks/result': 'tasks',
  'tasks/list': 'tasks',
  'tasks/update': 'extensions',
  'tasks/cancel': 'extensions',
}

/** `declared` as configured; without it all methods are served. */
export function isServed(method: string, declared: Capabilities | null | undefined): boolean {
  const capability = CAPABILITY_OF[method]
  const isCoreTask = method.startsWith('tasks/') && 'tasks' in (declared ?? {})
  return !declared || capability === undefined || capability in declared || isCoreTask
}
