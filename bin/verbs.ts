/** The verbs of the command. A verb is a row here and a file in `verbs`, which is loaded only when it is used. */
import type { Verb } from './command/verb.ts'

export interface VerbRow {
  name: string
  /** One line for the help. */
  about: string
  load(): Promise<{ verb: Verb }>
}

export const verbs: readonly VerbRow[] = [
  { name: 'inspect', about: 'Open the inspector in a browser', load: () => import('./verbs/inspect.ts') },
  { name: 'examine', about: 'Check a server against the specification', load: () => import('./verbs/examine.ts') },
  { name: 'tools', about: 'List the tools of a server', load: () => import('./verbs/tools.ts') },
  { name: 'resources', about: 'List its resources and templates', load: () => import('./verbs/resources.ts') },
  { name: 'prompts', about: 'List its prompts', load: () => import('./verbs/prompts.ts') },
  { name: 'call', about: 'Call a tool', load: () => import('./verbs/call.ts') },
  { name: 'read', about: 'Read a resource', load: () => import('./verbs/read.ts') },
  { name: 'prompt', about: 'Get a prompt', load: () => import('./verbs/prompt.ts') },
  { name: 'types', about: 'Write the types of a server', load: () => import('./verbs/types.ts') },
  { name: 'discover', about: 'List the servers of a domain', load: () => import('./verbs/discover.ts') },
  { name: 'login', about: 'Sign in to a server', load: () => import('./verbs/login.ts') },
  { name: 'logout', about: 'Sign out again', load: () => import('./verbs/logout.ts') },
  { name: 'record', about: 'Record the traffic of any client to a file', load: () => import('./verbs/record.ts') },
  { name: 'mock', about: 'Start a mock server to test clients with', load: () => import('./verbs/mock.ts') },
  { name: 'relay', about: 'Let a page reach a server without CORS headers', load: () => import('./verbs/relay.ts') },
]
