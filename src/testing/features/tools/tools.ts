/** `tools/list` and `tools/call`. */
import { INVALID_PARAMS } from '../../jsonrpc/error-codes.ts'
import { ProtocolError } from '../../jsonrpc/protocol-error.ts'
import { forRevision, isKnown, TASK_VERSION, TOOL_FIELDS } from '../../revisions.ts'
import { isObject } from '../../util/is-object.ts'
import { text } from '../content.ts'
import type { FeatureState } from '../feature-state.ts'
import { createInputRequester, InputRequired } from '../input/request-input.ts'
import type { RequestStates } from '../input/request-state.ts'
import { type Schema, schemaIssues } from '../json-schema.ts'
import { createLog } from '../logging.ts'
import { type Pagination, page } from '../pagination.ts'
import type { RequestContext } from '../request-context.ts'
import type { CoreTasks } from '../tasks/core-tasks.ts'
import type { CreatedTask, Tasks } from '../tasks/tasks.ts'
import { basicTools } from './basic.ts'
import { contentTools } from './content.ts'
import { inputRequestTools } from './input-requests.ts'
import { inputRequiredTools } from './input-required.ts'
import { listChangeTools } from './list-changes.ts'
import { schemaTools } from './schemas.ts'
import { taskTools } from './tasks.ts'
import { input, type Tool, type ToolCall, type ToolResult } from './tool.ts'

export interface Tools {
  list(params: Record<string, unknown>, context: RequestContext): object
  call(params: Record<string, unknown>, context: RequestContext): Promise<object>
  inputSchema(name: string): Schema | undefined
}

const extra: Tool = {
  name: 'extra',
  description: 'Comes and goes',
  inputSchema: input(),
  run: () => ({ content: [text('here')] }),
}

export function createTools(
  state: FeatureState,
  requestStates: RequestStates,
  tasks: Tasks & { core: CoreTasks },
  pagination: () => Pagination,
  own: readonly Tool[] | undefined,
): Tools {
  const fixed = own ?? [
    ...contentTools,
    ...basicTools(state),
    ...schemaTools,
    ...inputRequestTools,
    ...inputRequiredTools,
    ...listChangeTools(state),
    ...taskTools,
  ]
  const find = (name: unknown) => offered().find((tool) => tool.name === name)
  return { list, call, inputSchema: (name) => find(name)?.inputSchema }

  function offered(): readonly Tool[] {
    return state.extra.tools ? [...fixed, extra] : fixed
  }

  function list(params: Record<string, unknown>, { version }: RequestContext): object {
    const definitions = offered().map(({ run, taskSupport, ...definition }) => {
      const execution = taskSupport && version === TASK_VERSION && { execution: { taskSupport } }
      return { ...forRevision(definition, version, TOOL_FIELDS), ...execution }
    })
    return page('tools', definitions, params, pagination())
  }

  async function call(params: Record<string, unknown>, context: RequestContext): Promise<object> {
    const tool = find(params.name)
    if (!tool) throw new ProtocolError(INVALID_PARAMS, `Unknown tool ${JSON.stringify(params.name)}`)
    // Created before the arguments are checked: a wrong request state is refused whatever else is wrong.
    const requester = createInputRequester(requestStates, 'tools/call', params, context)
    const runAsTask = tasks.core.createRunAsTask(params, context, tool.taskSupport)
    const args = params.arguments ?? {}
    const issues = schemaIssues(tool.inputSchema, args, 'arguments')
    if (issues.length > 0) return refuseArguments(issues.join('; '), context)
    const result = await execute(tool, {
      ...requester,
      arguments: args as Record<string, unknown>,
      context,
      log: createLog(params, context),
      progress: createProgress(params, context),
      runAsTask: runAsTask ?? tasks.createRunAsTask(context, requester.requestInput),
    })
    return forRevision('content' in result ? withKnownContent(result, context) : result, context.version)
  }
}

/** A block of a type that the revision does not have becomes text. */
function withKnownContent(result: ToolResult, { version }: RequestContext): ToolResult {
  const content = (result.content as Record<string, unknown>[]).map((block) =>
    isKnown(`${block.type}`, version) ? block : text(`${block.uri ?? block.mimeType}`),
  )
  return { ...result, content }
}

/** Since 2025-11-25 the model gets the reason, so that it can try again; before, it was a JSON-RPC error. */
function refuseArguments(reason: string, { version }: RequestContext): ToolResult {
  if (version < '2025-11-25') throw new ProtocolError(INVALID_PARAMS, reason)
  return { content: [text(reason)], isError: true }
}

async function execute(tool: Tool, call: ToolCall): Promise<ToolResult | CreatedTask> {
  try {
    return await tool.run(call)
  } catch (reason) {
    call.context.signal.throwIfAborted()
    if (reason instanceof ProtocolError || reason instanceof InputRequired) throw reason
    return { content: [text((reason as Error).message)], isError: true }
  }
}

function createProgress(params: Record<string, unknown>, context: RequestContext): ToolCall['progress'] {
  const progressToken = isObject(params._meta) ? params._meta.progressToken : undefined
  return async (progress, total, message) => {
    if (progressToken === undefined) return
    // The message came with 2025-03-26.
    const hasMessage = message !== undefined && context.version >= '2025-03-26'
    await context.notify('notifications/progress', {
      progressToken,
      progress,
      ...(total !== undefined && { total }),
      ...(hasMessage && { message }),
    })
  }
}
