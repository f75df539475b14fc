/** `tools/list` and `tools/call`. */
import { INVALID_PARAMS } from '../jsonrpc/error-codes.ts'
import { ProtocolError } from '../jsonrpc/protocol-error.ts'
import { forRevision, isKnown, TASK_VERSION, TOOL_FIELDS } from '../revisions.ts'
import { isObject } from '../util/is-object.ts'
import { text } from './content.ts'
import { createInputRequester, type InputRequester, InputRequired } from './input/request-input.ts'
import type { RequestStates } from './input/request-state.ts'
import { type Schema, schemaIssues } from './json-schema.ts'
import { createLog } from './logging.ts'
import { type Pagination, page } from './pagination.ts'
import type { RequestContext } from './request-context.ts'
import type { TaskFeatures } from './tasks/task-features.ts'
import type { CreatedTask, RunAsTask } from './tasks/tasks.ts'
import type { CheckedArguments, Tool, ToolCall, ToolResult } from './tool.ts'

export interface Tools {
  list(params: Record<string, unknown>, context: RequestContext): object
  call(params: Record<string, unknown>, context: RequestContext): Promise<object>
  inputSchema(name: string): Schema | undefined
}

export function createTools(
  requestStates: RequestStates,
  tasks: TaskFeatures | undefined,
  pagination: () => Pagination,
  offered: () => readonly Tool[],
): Tools {
  const find = (name: unknown) => offered().find((tool) => tool.name === name)
  return { list, call, inputSchema: (name) => find(name)?.inputSchema }

  function list(params: Record<string, unknown>, { version }: RequestContext): object {
    const definitions = offered().map(({ run, check, taskSupport, ...definition }) => {
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
    const { taskSupport } = tool
    const runAsTask = tasks?.createRunAsTask(params, context, taskSupport, requester.requestInput)
    const args = params.arguments ?? {}
    const checked = tool.check ? await tool.check(args) : checkBySchema(tool.inputSchema, args)
    if ('issues' in checked) return refuseArguments(checked.issues.join('; '), context)
    const result = await execute(tool, {
      ...requester,
      arguments: checked.value,
      context,
      log: createLog(params, context),
      progress: createProgress(params, context),
      runAsTask: runAsTask ?? withoutTasks(context, requester),
    })
    return forRevision('content' in result ? withKnownContent(result, context) : result, context.version)
  }
}

/** On a server without tasks, the work runs within its request. */
function withoutTasks({ clock, signal }: RequestContext, { requestInput }: InputRequester): RunAsTask {
  return (work) => work({ requestInput, wait: (milliseconds) => clock.wait(milliseconds, signal) })
}

function checkBySchema(schema: Schema, args: unknown): CheckedArguments {
  const issues = schemaIssues(schema, args, 'arguments')
  return issues.length > 0 ? { issues } : { value: args as Record<string, unknown> }
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
