/** What the server declares, and what it therefore serves. */

import { isStateless } from '../revisions.ts'
import { TASKS } from './tasks/tasks.ts'

type Capabilities = Record<string, unknown>

/** What it declares unless it is told otherwise. */
export function ownCapabilities(version: string): Capabilities {
  return {
    logging: {},
    prompts: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    tools: { listChanged: true },
    // Completion is older than the capability for it.
    ...(version >= '2025-03-26' && { completions: {} }),
    ...(isStateless(version) && { extensions: { [TASKS]: {} } }),
  }
}

/** The capability that a method belongs to; methods of undeclared capabilities do not exist. */
const OWNER: Readonly<Record<string, string>> = {
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
  'tasks/update': 'extensions',
  'tasks/cancel': 'extensions',
}

/** `declared` as configured: absent or null leaves everything served. */
export function serves(method: string, declared: Capabilities | null | undefined): boolean {
  const owner = OWNER[method]
  return !declared || owner === undefined || owner in declared
}
