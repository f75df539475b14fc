/** What the client remembers of tool definitions: the parts that later calls need, within a limit. */
import type { Tool } from '../../types/tools.ts'
import { toJson } from '../util/to-json.ts'
import { onlyHeaders } from './request-headers.ts'

/** By name. When it is full, the tools that were listed first are forgotten. */
export class KnownTools {
  readonly #keepsOutput: boolean
  /** Made with the first tool: many clients know none. */
  #tools: Map<string, { tool: Tool; size: number }> | undefined
  #size = 0

  /** `keepsOutput`: output schemas are needed too. */
  constructor(keepsOutput: boolean) {
    this.#keepsOutput = keepsOutput
  }

  get(name: string): Tool | undefined {
    return this.#tools?.get(name)?.tool
  }

  get names(): string[] {
    return [...(this.#tools?.keys() ?? [])]
  }

  remember({ name, inputSchema, outputSchema, annotations, execution }: Tool): void {
    /** Characters of all tools, roughly. */
    const maxSize = 16_777_216
    /** Characters of a tool without its name and its schemas. */
    const baseSize = 300
    const { readOnlyHint, idempotentHint } = annotations ?? {}
    const { taskSupport } = execution ?? {}
    const { schema, length } = onlyHeaders(inputSchema)
    const tool: Tool = {
      name,
      inputSchema: schema,
      ...(readOnlyHint || idempotentHint
        ? { annotations: { readOnlyHint: !!readOnlyHint, idempotentHint: !!idempotentHint } }
        : {}),
      ...((taskSupport === 'optional' || taskSupport === 'required') && { execution: { taskSupport } }),
      ...(this.#keepsOutput && outputSchema && { outputSchema }),
    }
    const outputLength = tool.outputSchema ? (toJson(tool.outputSchema)?.length ?? maxSize) : 0
    const size = baseSize + name.length + length + outputLength
    this.delete(name)
    this.#tools ??= new Map()
    this.#tools.set(name, { tool, size })
    this.#size += size
    for (const first of this.#tools.keys()) {
      if (this.#size <= maxSize || first === name) break
      this.delete(first)
    }
  }

  delete(name: string): void {
    this.#size -= this.#tools?.get(name)?.size ?? 0
    this.#tools?.delete(name)
  }
}
