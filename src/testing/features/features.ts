/** All methods of the mock server, behind one function that any transport can call. */
import type { ServerConfig } from '../config.ts'
import { METHOD_NOT_FOUND } from '../jsonrpc/error-codes.ts'
import { ProtocolError } from '../jsonrpc/protocol-error.ts'
import { isStateless } from '../revisions.ts'
import { defaultCapabilities, isServed } from './capabilities.ts'
import { complete, type Suggest } from './completion.ts'
import { InputRequired } from './input/request-input.ts'
import { createRequestStates } from './input/request-state.ts'
import type { Schema } from './json-schema.ts'
import { setLevel } from './logging.ts'
import type { Pagination } from './pagination.ts'
import { createPrompts, type Prompt } from './prompts.ts'
import type { HandleRequest, RequestContext } from './request-context.ts'
import { createResources, type Resource, type ResourceTemplate } from './resources.ts'
import type { TaskFeatures } from './tasks/task-features.ts'
import type { Tool } from './tool.ts'
import { createTools } from './tools.ts'

/** What a server offers. Read at each request, because it may change while the server runs. */
export interface ServerContent {
  tools(): readonly Tool[]
  prompts(): readonly Prompt[]
  resources(): readonly Resource[]
  templates(): readonly ResourceTemplate[]
  suggest: Suggest
  /** Tasks, for tools that run as one; `isServed` says whether the server offers this method now. */
  createTasks?(isServed: (method: string) => boolean, pagination: () => Pagination): TaskFeatures
  /** Declared unless configured otherwise. @default everything */
  capabilities?(version: string): Record<string, unknown>
}

export interface FeatureOptions {
  random: () => number
  /** Read at each request, so that the configuration may change while the server runs. */
  config: () => Pick<ServerConfig, 'serverInfo' | 'instructions' | 'capabilities' | 'pageSize' | 'repeatCursor'>
  content: ServerContent
}

export interface Features {
  /** Serves one request; throws METHOD_NOT_FOUND for an unknown method. */
  handle: HandleRequest
  /** The capabilities to declare under this revision; undefined: leave the key out of the answer. */
  capabilities(version: string): Record<string, unknown> | undefined
  serverInfo(): { name: string; version: string }
  instructions(): string | undefined
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

export function createFeatures({ random, config, content }: FeatureOptions): Features {
  const requestStates = createRequestStates(random)
  const tasks = content.createTasks?.((method) => isServed(method, config().capabilities), config)
  const tools = createTools(requestStates, tasks, config, content.tools)
  const prompts = createPrompts(requestStates, config, content.prompts)
  const resources = createResources(requestStates, config, content.resources, content.templates)
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
    ...Object.entries(tasks?.methods ?? {}),
  ])
  return {
    handle,
    capabilities,
    serverInfo: () => config().serverInfo,
    instructions: () => config().instructions,
    inputSchema: tools.inputSchema,
    hasTask: (id) => tasks?.has(id) ?? false,
  }

  async function handle(method: string, params: Record<string, unknown>, context: RequestContext): Promise<object> {
    const serve = methods.get(method)
    const isOfOtherEra = (isStateless(context.version) ? HANDSHAKE_METHODS : STATELESS_METHODS).has(method)
    if (!serve || isOfOtherEra || !isServed(method, servedCapabilities(context.version))) {
      throw new ProtocolError(METHOD_NOT_FOUND, `Method not found: ${method}`)
    }
    try {
      return await serve(params, context)
    } catch (reason) {
      if (reason instanceof InputRequired) return reason.result
      throw reason
    }
  }

  /** The methods of a capability that content or configuration leaves out do not exist. */
  function servedCapabilities(version: string): Record<string, unknown> | null | undefined {
    const { capabilities: configured } = config()
    return configured === undefined ? content.capabilities?.(version) : configured
  }

  function capabilities(version: string): Record<string, unknown> | undefined {
    const declared = servedCapabilities(version)
    return declared === undefined ? defaultCapabilities(version) : (declared ?? undefined)
  }
}
