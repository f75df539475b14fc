/** `tools/list` and `tools/call`. */
import { text } from '../content.ts'
import { createInquiry, InputRequired } from '../input/request-input.ts'
import { createLog } from '../logging.ts'
import { type Paging, page } from '../pagination.ts'
import { Fault, type Peer } from '../request-context.ts'
import type { Realm } from '../feature-state.ts'
import { forRevision, TOOL } from '../../revisions.ts'
import { isObject, issues, type Schema } from '../json-schema.ts'
import type { Seal } from '../input/request-state.ts'
import type { Created, Tasks } from '../tasks/tasks.ts'
import { taskTools } from './tasks.ts'
import { changeTools } from './list-changes.ts'
import { contentTools } from './content.ts'
import { everydayTools } from './basic.ts'
import { questionTools } from './input-requests.ts'
import { roundTools } from './input-required.ts'
import { schemaTools } from './schemas.ts'
import { input, type Tool, type ToolCall, type ToolResult } from './tool.ts'

export interface Tools {
  list(params: Record<string, unknown>, peer: Peer): object
  call(params: Record<string, unknown>, peer: Peer): Promise<object>
  inputSchema(name: string): Schema | undefined
}

const extra: Tool = {
  name: 'extra',
  description: 'Comes and goes',
  inputSchema: input(),
  run: () => ({ content: [text('here')] }),
}

export function createTools(realm: Realm, seal: Seal, tasks: Tasks, paging: () => Paging): Tools {
  const fixed = [
    ...contentTools,
    ...everydayTools(realm),
    ...schemaTools,
    ...questionTools,
    ...roundTools,
    ...changeTools(realm),
    ...taskTools,
  ]
  const find = (name: unknown) => offered().find((tool) => tool.name === name)
  return { list, call, inputSchema: (name) => find(name)?.inputSchema }

  function offered(): Tool[] {
    return realm.extra.tools ? [...fixed, extra] : fixed
  }

  function list(params: Record<string, unknown>, peer: Peer): object {
    const definitions = offered().map(({ run, ...definition }) => forRevision(definition, peer.version, TOOL))
    return page('tools', definitions, params, paging())
  }

  async function call(params: Record<string, unknown>, peer: Peer): Promise<object> {
    const tool = find(params.name)
    if (!tool) throw new Fault(-32602, `Unknown tool ${JSON.stringify(params.name)}`)
    // Before the arguments are looked at: a request state that is not ours must be refused whatever else is wrong.
    const inquiry = createInquiry(seal, 'tools/call', params, peer)
    const given = params.arguments ?? {}
    const found = issues(tool.inputSchema, given, 'arguments')
    if (found.length > 0) return refuse(found.join('; '), peer)
    const log = createLog(params, peer)
    const progress = createProgress(params, peer)
    const background = tasks.background(peer, inquiry.ask)
    const call = { ...inquiry, arguments: given as Record<string, unknown>, peer, log, progress, background }
    return forRevision(await execute(tool, call), peer.version)
  }
}

/** Since 2025-11-25 the model is told, so that it can try again; before, wrong arguments were a protocol error. */
function refuse(reason: string, peer: Peer): ToolResult {
  if (peer.version < '2025-11-25') throw new Fault(-32602, reason)
  return { content: [text(reason)], isError: true }
}

async function execute(tool: Tool, call: ToolCall): Promise<ToolResult | Created> {
  try {
    return await tool.run(call)
  } catch (reason) {
    call.peer.signal.throwIfAborted()
    if (reason instanceof Fault || reason instanceof InputRequired) throw reason
    return { content: [text((reason as Error).message)], isError: true }
  }
}

function createProgress(params: Record<string, unknown>, peer: Peer): ToolCall['progress'] {
  const progressToken = isObject(params._meta) ? params._meta.progressToken : undefined
  return async (progress, total, message) => {
    if (progressToken === undefined) return
    // The message came with 2025-03-26.
    const known = message !== undefined && peer.version >= '2025-03-26'
    await peer.notify('notifications/progress', {
      progressToken,
      progress,
      ...(total !== undefined && { total }),
      ...(known && { message }),
    })
  }
}
