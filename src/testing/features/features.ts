/** Everything the mock server offers, behind one function that any transport can call. */
import type { ServerConfig } from '../script/script.ts'
import { ownCapabilities, serves } from './capabilities.ts'
import { complete } from './completion.ts'
import { InputRequired } from './input/request-input.ts'
import { setLevel } from './logging.ts'
import { Fault, type Handle, type Peer } from './request-context.ts'
import { createPrompts } from './prompts.ts'
import { createRealm } from './feature-state.ts'
import { createResources } from './resources.ts'
import { isStateless } from '../revisions.ts'
import type { Schema } from './json-schema.ts'
import { createSeal } from './input/request-state.ts'
import { createTasks } from './tasks/tasks.ts'
import { createTools } from './tools/tools.ts'

export interface FeatureOptions {
  random: () => number
  /** Read at each request, so that a configuration may change while the server runs. */
  config?: () => Pick<ServerConfig, 'capabilities' | 'pageSize' | 'repeatCursor'>
}

export interface Features {
  /** Serves one request; a method that does not exist is a Fault with -32601. */
  handle: Handle
  /** What to declare under this revision; undefined: leave the key out of the answer. */
  capabilities(version: string): Record<string, unknown> | undefined
  serverInfo: { name: string; version: string }
  instructions: string
  /** The schema of a tool's arguments, as `Mcp-Param-*` headers are checked against it. */
  inputSchema(tool: string): Schema | undefined
  hasTask(id: string): boolean
}

type Method = (params: Record<string, unknown>, peer: Peer) => object | Promise<object>

/** Methods that the stateless revisions no longer have. */
const REMOVED = new Set(['ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'])

/** Methods that only the stateless revisions have. */
const ADDED = new Set(['tasks/get', 'tasks/update', 'tasks/cancel'])

export function createFeatures({ random, config = () => ({}) }: FeatureOptions): Features {
  const realm = createRealm()
  const seal = createSeal(random)
  const tasks = createTasks(() => serves('tasks/get', config().capabilities))
  const tools = createTools(realm, seal, tasks, config)
  const prompts = createPrompts(realm, seal, config)
  const resources = createResources(realm, seal, config)
  const methods = new Map<string, Method>([
    ['ping', () => ({})],
    ['tools/list', tools.list],
    ['tools/call', tools.call],
    ['prompts/list', prompts.list],
    ['prompts/get', prompts.get],
    ['resources/list', resources.list],
    ['resources/templates/list', resources.listTemplates],
    ['resources/read', resources.read],
    ['resources/subscribe', resources.subscribe],
    ['resources/unsubscribe', resources.unsubscribe],
    ['completion/complete', complete],
    ['logging/setLevel', setLevel],
    ['tasks/get', tasks.get],
    ['tasks/update', tasks.update],
    ['tasks/cancel', tasks.cancel],
  ])
  return {
    handle,
    capabilities,
    serverInfo: { name: 'mock', version: '1.0.0' },
    instructions: 'A mock server for tests. Everything it says is made up.',
    inputSchema: tools.inputSchema,
    hasTask: tasks.has,
  }

  async function handle(method: string, params: Record<string, unknown>, peer: Peer): Promise<object> {
    const serve = methods.get(method)
    const unknown = (isStateless(peer.version) ? REMOVED : ADDED).has(method)
    if (!serve || unknown || !serves(method, config().capabilities)) {
      throw new Fault(-32601, `Method not found: ${method}`)
    }
    try {
      return await serve(params, peer)
    } catch (reason) {
      if (reason instanceof InputRequired) return reason.result
      throw reason
    }
  }

  function capabilities(version: string): Record<string, unknown> | undefined {
    const { capabilities: declared = ownCapabilities(version) } = config()
    return declared ?? undefined
  }
}
