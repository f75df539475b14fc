/** MCP tools for models: safe names, schemas that every provider takes, a filter, and approval of calls. */
import { isMcpError } from '../core/errors.ts'
import { onAbort } from '../core/util/on-abort.ts'
import { runSafely } from '../core/util/run-safely.ts'
import { toJson } from '../core/util/to-json.ts'
import type { CallToolResult } from '../types/tools.ts'
import { copyJson } from './copy-json.ts'
import { ToolError } from './errors.ts'
import { toModelContent } from './model-content.ts'
import { toModelError } from './model-error.ts'
import { toParameters } from './parameters.ts'
import { hashedName, safeName } from './tool-name.ts'
import type { ModelTool, ModelTools, ModelToolsOptions, ServerOf, SourceTool, ToolFilter, ToolSource } from './types.ts'

/**
 * Lists the tools of a client or a group, and makes them callable for models.
 *
 * Tools that are only for the user interface (MCP Apps: `visibility` without `model`) are left out.
 *
 * @example
 * const tools = await modelTools(client, {
 *   approve: (tool, args) => tool.annotations.readOnlyHint || confirm(`${tool.name} ${JSON.stringify(args)}`),
 * })
 * const result = await tools.find('add')?.call({ a: 1, b: 2 }, { signal: stop.signal })
 */
export async function modelTools<Source extends ToolSource>(
  source: Source,
  options: ModelToolsOptions<ServerOf<Source>> = {},
): Promise<ModelTools> {
  const { repair, clean, budget, prefix } = options
  const tools = await list(source, options as ModelToolsOptions)
  // Notes of a repair are cleaned, and all of it has to fit the budget.
  return [repair, clean, budget].reduce((all, feature) => feature?.(all, prefix) ?? all, tools)
}

async function list(source: ToolSource, options: ModelToolsOptions): Promise<ModelTools> {
  const { allow = () => true, deny = [], prefix = '', signal } = options
  const byName = new Map<string, ModelTool>()
  for (const definition of await source.listTools({ signal })) {
    if (!isForModels(definition) || !fits(allow, definition) || fits(deny, definition)) continue
    const ownName = prefix + definition.name
    let name = safeName(ownName)
    // A server that lists a name twice has one tool of this name: only one can be called.
    if (byName.get(name)?.definition.name === definition.name) continue
    for (let attempt = 1; byName.has(name); attempt++) name = hashedName(ownName, attempt)
    byName.set(name, createTool(source, name, definition, options))
  }
  return {
    list: [...byName.values()],
    find: (name) => byName.get(name),
    refresh: () => list(source, options),
    toModelError(error, name) {
      const { definition, annotations } = byName.get(name) ?? {}
      const server = definition?.server ?? source.server?.info?.name
      const isRepeatable = annotations?.readOnlyHint || annotations?.idempotentHint
      return options.toModelError?.(error, name) ?? toModelError(error, name, server, isRepeatable)
    },
  }
}

function fits(filter: ToolFilter, tool: SourceTool): boolean {
  return typeof filter === 'function' ? filter(tool) : filter.includes(tool.name)
}

/** MCP Apps: tools may be there for the user interface alone. */
function isForModels({ _meta }: SourceTool): boolean {
  const { visibility } = Object(_meta?.ui)
  return visibility?.includes?.('model') !== false
}

function createTool(source: ToolSource, name: string, definition: SourceTool, options: ModelToolsOptions): ModelTool {
  const { schema, toArguments } = toParameters(definition.inputSchema)
  const { title, description, annotations } = definition
  const readOnlyHint = annotations?.readOnlyHint === true
  const tool: ModelTool = {
    name,
    description: description || title || name,
    parameters: schema,
    annotations: { destructiveHint: !readOnlyHint, ...annotations, readOnlyHint },
    definition,
    async call(args = {}, { signal, onProgress, meta } = {}) {
      signal?.throwIfAborted()
      const input = toArguments(args)
      // Neither the caller nor `approve` can change the arguments that are sent after an approval.
      const sent = options.approve ? copyJson(input) : input
      const approved = options.approve?.(tool, copyJson(input), { signal, current: () => findNow(signal) }) ?? true
      if (!(await orAborted(approved, signal))) throw new ToolError('denied', name)
      const { callOptions, onProgress: onAnyProgress } = options
      let result: CallToolResult
      try {
        result = (await source.callTool(definition.name, sent, {
          ...callOptions,
          ...(meta && { meta: { ...callOptions?.meta, ...meta } }),
          signal,
          onProgress:
            (onProgress ?? onAnyProgress) &&
            ((progress) => {
              runSafely(() => onAnyProgress?.(progress, tool))
              onProgress?.(progress)
            }),
        })) as CallToolResult
      } catch (error) {
        // Servers refuse tools that they do not know with various codes.
        if (isMcpError(error) && error.code === 'rpc' && (await isGone(signal)))
          throw new ToolError('not-found', name, error)
        throw error
      }
      // Some servers report an unknown tool as a result.
      if (result.isError && /not found|unknown/i.test(toJson(result.content) ?? '') && (await isGone(signal)))
        throw new ToolError('not-found', name, result)
      return result
    },
    toModelContent: (result) => (options.toModelContent ?? toModelContent)(result, tool),
  }
  return tool

  /** The definition that the server has now, whatever is cached. Undefined if there is none any more. */
  async function findNow(signal: AbortSignal | undefined): Promise<SourceTool | undefined> {
    const listed = await source.listTools({ signal, cacheMode: 'refresh' })
    return listed.find((other) => other.name === definition.name)
  }

  /** Whether the server no longer lists the tool. A listing that fails proves nothing. */
  async function isGone(signal: AbortSignal | undefined): Promise<boolean> {
    return !(await findNow(signal).catch(() => definition))
  }
}

/** Rejects with the reason of the signal as soon as it aborts. */
async function orAborted<Value>(value: Value, signal: AbortSignal | undefined): Promise<Awaited<Value>> {
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = signal && onAbort(signal, () => reject(signal.reason))
  })
  return Promise.race([value, aborted]).finally(stop)
}
