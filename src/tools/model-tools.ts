/** MCP tools for models: safe names, schemas that every provider takes, a filter, and approval of calls. */
import { isMcpError } from '../core/errors.ts'
import { isObject } from '../core/util/is-object.ts'
import { onAbort } from '../core/util/on-abort.ts'
import { runSafely } from '../core/util/run-safely.ts'
import type { CallToolResult } from '../types/tools.ts'
import { ToolDeniedError, ToolNotFoundError } from './errors.ts'
import { toModelContent } from './model-content.ts'
import { toParameters } from './parameters.ts'
import { hashedName, safeName } from './tool-name.ts'
import type { ModelTool, ModelTools, ModelToolsOptions, SourceTool, ToolFilter, ToolSource } from './types.ts'

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
export async function modelTools(source: ToolSource, options: ModelToolsOptions = {}): Promise<ModelTools> {
  const { allow = () => true, deny = [], prefix = '', signal } = options
  const byName = new Map<string, ModelTool>()
  const seen = new Set<string>()
  for (const definition of await source.listTools({ signal })) {
    if (seen.has(definition.name) || !isForModels(definition) || !fits(allow, definition) || fits(deny, definition))
      continue
    // A server that lists a name twice has one tool of this name: only one can be called.
    seen.add(definition.name)
    let name = safeName(prefix + definition.name)
    for (let attempt = 1; byName.has(name); attempt++) name = hashedName(prefix + definition.name, attempt)
    byName.set(name, createTool(source, name, definition, options))
  }
  return {
    list: [...byName.values()],
    find: (name) => byName.get(name),
    refresh: () => modelTools(source, options),
    toModelError: options.toModelError ?? ((error) => (error instanceof Error ? error.message : String(error))),
  }
}

function fits(filter: ToolFilter, tool: SourceTool): boolean {
  return typeof filter === 'function' ? filter(tool) : filter.includes(tool.name)
}

/** MCP Apps: tools may be there for the user interface alone. */
function isForModels({ _meta }: SourceTool): boolean {
  const visibility = isObject(_meta?.ui) ? _meta.ui.visibility : undefined
  return !Array.isArray(visibility) || visibility.includes('model')
}

function createTool(source: ToolSource, name: string, definition: SourceTool, options: ModelToolsOptions): ModelTool {
  const { schema, toArguments } = toParameters(definition.inputSchema)
  const { title, description, annotations } = definition
  const readOnlyHint = annotations?.readOnlyHint === true
  const tool: ModelTool = {
    name,
    description: description || title || name,
    parameters: schema,
    annotations: {
      ...{ destructiveHint: !readOnlyHint, idempotentHint: false, openWorldHint: true },
      ...annotations,
      readOnlyHint,
    },
    definition,
    async call(args = {}, { signal, onProgress, meta } = {}) {
      signal?.throwIfAborted()
      const input = toArguments(args)
      const approved = options.approve?.(tool, input, { signal }) ?? true
      if (!(await orAborted(approved, signal))) throw new ToolDeniedError(name)
      const { callOptions, onProgress: onAnyProgress } = options
      const wantsProgress = onProgress ?? onAnyProgress
      let result: CallToolResult
      try {
        result = (await source.callTool(definition.name, input, {
          ...callOptions,
          ...(meta && { meta: { ...callOptions?.meta, ...meta } }),
          signal,
          ...(wantsProgress && {
            onProgress(progress) {
              runSafely(() => onAnyProgress?.(progress, tool))
              onProgress?.(progress)
            },
          }),
        })) as CallToolResult
      } catch (error) {
        // Servers refuse tools that they do not know with various codes.
        if (isMcpError(error) && error.code === 'rpc' && (await isGone(signal)))
          throw new ToolNotFoundError(name, error)
        throw error
      }
      // Some servers report an unknown tool as a result.
      if (
        result.isError &&
        /not found|unknown|disabled/i.test(JSON.stringify(result.content)) &&
        (await isGone(signal))
      )
        throw new ToolNotFoundError(name, result)
      return result
    },
    toModelContent: (result) => (options.toModelContent ?? toModelContent)(result, tool),
  }
  return tool

  /** Whether the server no longer lists the tool. A listing that fails proves nothing. */
  async function isGone(signal: AbortSignal | undefined): Promise<boolean> {
    const listed = await source.listTools({ signal, cacheMode: 'refresh' }).catch(() => [definition])
    return !listed.some((other) => other.name === definition.name)
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
