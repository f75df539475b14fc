/** Tools for the agent of a browser (WebMCP): registers them in `document.modelContext`. */
import type { CallToolResult, ObjectSchema } from '../types/tools.ts'
import { runCall } from './run-call.ts'
import type { ModelTools } from './types.ts'

/** The part of `document.modelContext` that is used. */
export interface ModelContext {
  /** Registers a tool until the signal aborts. */
  registerTool(tool: WebMcpTool, options?: { signal?: AbortSignal }): Promise<void> | void
}

/** A tool of a page. */
export interface WebMcpTool {
  /** The name of the tool. */
  name: string
  /** What it does. */
  description: string
  /** The schema of its arguments. */
  inputSchema: ObjectSchema
  /** What the agent may know of its effects. */
  annotations: { readOnlyHint: boolean }
  /** Calls it. A failure is a result too, since browsers do not pass on what is thrown. */
  execute(input: object, context?: { signal?: AbortSignal }): Promise<Pick<CallToolResult, 'content' | 'isError'>>
}

/** The options of `registerWebMcpTools()`. */
export interface WebMcpOptions {
  /** Where to register. @default document.modelContext */
  modelContext?: ModelContext | undefined
  /** Takes all tools back. */
  signal?: AbortSignal | undefined
}

/**
 * Registers the tools, and returns a function that takes them back. Rejects with the error of the browser, and registers
 * none, if one is refused, such as for a name that the page has already registered.
 *
 * @example
 * const unregister = await registerWebMcpTools(await modelTools(client, { allow: ['search'] }))
 */
export async function registerWebMcpTools(tools: ModelTools, options: WebMcpOptions = {}): Promise<() => void> {
  const { modelContext = ownModelContext(), signal } = options
  if (!modelContext) throw new TypeError('This browser has no WebMCP: document.modelContext is missing')
  const registration = new AbortController()
  const unregister = () => registration.abort()
  signal?.throwIfAborted()
  signal?.addEventListener('abort', unregister, { once: true, signal: registration.signal })
  try {
    for (const { name, description, parameters, annotations } of tools.list) {
      const tool: WebMcpTool = {
        name,
        description,
        inputSchema: parameters,
        annotations: { readOnlyHint: annotations.readOnlyHint },
        async execute(input, context) {
          const { content, isError } = await runCall(tools, name, input, { signal: context?.signal })
          return { content: [...content], isError }
        },
      }
      await modelContext.registerTool(tool, { signal: registration.signal })
    }
  } catch (error) {
    unregister()
    throw error
  }
  return unregister
}

function ownModelContext(): ModelContext | undefined {
  return typeof document === 'undefined' ? undefined : (document as { modelContext?: ModelContext }).modelContext
}
