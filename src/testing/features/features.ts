/** All methods of the mock server, behind one function that any transport can call. */
import type { ServerConfig } from '../config.ts'
import { METHOD_NOT_FOUND } from '../jsonrpc/error-codes.ts'
import { ProtocolError } from '../jsonrpc/protocol-error.ts'
import { isStateless } from '../revisions.ts'
import { defaultCapabilities, isServed } from './capabilities.ts'
import { complete, type Suggest } from './completion.ts'
import { createFeatureState } from './feature-state.ts'
import { InputRequired } from './input/request-input.ts'
import { createRequestStates } from './input/request-state.ts'
import type { Schema } from './json-schema.ts'
import { setLevel } from './logging.ts'
import { createPrompts, type Prompt } from './prompts.ts'
import type { HandleRequest, RequestContext } from './request-context.ts'
import { createResources, type Resource } from './resources.ts'
import { createCoreTasks } from './tasks/core-tasks.ts'
import { createTasks } from './tasks/tasks.ts'
import type { Tool } from './tools/tool.ts'
import { createTools } from './tools/tools.ts'

/** What a server offers instead of the tools, prompts, resources and completions for tests. */
export interface ServerContent {
  tools?: readonly Tool[]
  prompts?: readonly Prompt[]
  resources?: readonly Resource[]
  suggest?: Suggest
}

export interface FeatureOptions {
  random: () => number
  /** Read at each request, so that the configuration may change while the server runs. */
  config?: () => Pick<ServerConfig, 'capabilities' | 'pageSize' | 'repeatCursor'>
  content?: ServerContent | undefined
}

export interface Features {
  /** Serves one request; throws METHOD_NOT_FOUND for an unknown method. */
  handle: HandleRequest
  /** The capabilities to declare under this revision; undefined: leave the key out of the answer. */
  capabilities(version: string): Record<string, unknown> | undefined
  serverInfo: { name: string; version: string }
  instructions: string
  /** The schema of a tool's arguments, for the check of `Mcp-Param-*` headers. */
  inputSchema(tool: string): Schema | undefined
  hasTask(id: string): boolean
}

type Method = (params: Record<string, unknown>, context: RequestContext) => object | Promise<object>

/** Methods that the stateless revisions no longer have. */
const HANDSHAKE_METHODS = new Set([
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
  'tasks/result',
  'tasks/list',
])

/** Methods that only the stateless revisions have. */
const STATELESS_METHODS = new Set(['tasks/update'])

export function createFeatures({ random, config = () => ({}), content = {} }: FeatureOptions): Features {
  const state = createFeatureState()
  const requestStates = createRequestStates(random)
  const tasks = createTasks(() => isServed('tasks/get', config().capabilities))
  const coreTasks = createCoreTasks(() => isServed('tasks/result', config().capabilities), config)
  const tasksOf = ({ version }: RequestContext) => (isStateless(version) ? tasks : coreTasks)
  const tools = createTools(state, requestStates, { ...tasks, core: coreTasks }, config, content.tools)
  const prompts = createPrompts(state, requestStates, config, content.prompts)
  const resources = createResources(state, requestStates, config, content.resources)
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
    ['completion/complete', (params, context) => complete(params, context, content.suggest)],
    ['logging/setLevel', setLevel],
    ['tasks/get', (params, context) => tasksOf(context).get(params, context)],
    ['tasks/cancel', (params, context) => tasksOf(context).cancel(params, context)],
    ['tasks/update', tasks.update],
    ['tasks/result', coreTasks.result],
    ['tasks/list', coreTasks.list],
  ])
  return {
    handle,
    capabilities,
    serverInfo: { name: 'mock', version: '1.0.0' },
    instructions: 'A mock server for tests. Everything it says is made up.',
    inputSchema: tools.inputSchema,
    hasTask: tasks.has,
  }

  async function handle(method: string, params: Record<string, unknown>, context: RequestContext): Promise<object> {
    const serve = methods.get(method)
    const isOfOtherEra = (isStateless(context.version) ? HANDSHAKE_METHODS : STATELESS_METHODS).has(method)
    if (!serve || isOfOtherEra || !isServed(method, config().capabilities)) {
      throw new ProtocolError(METHOD_NOT_FOUND, `Method not found: ${method}`)
    }
    try {
      return await serve(params, context)
    } catch (reason) {
      if (reason instanceof InputRequired) return reason.result
      throw reason
    }
  }

  function capabilities(version: string): Record<string, unknown> | undefined {
    const { capabilities: declared = defaultCapabilities(version) } = config()
    return declared ?? undefined
  }
}
