/** A source of tools without a server, for what the adapters make of definitions and results. */

import type { SourceCallOptions, SourceTool, ToolSource } from '../../../src/tools/index.ts'
import type { CallToolResult, JsonSchema } from '../../../src/types/index.ts'

export interface FakeSource extends ToolSource {
  calls: { name: string; args: object | undefined; options: SourceCallOptions | undefined }[]
  /** How often it was asked for its tools. */
  listed: number
  /** What it lists; may be changed. */
  tools: SourceTool[]
}

type Respond = (name: string, args: object | undefined, options: SourceCallOptions | undefined) => unknown

export function createFakeSource(tools: SourceTool[], respond: Respond = () => ({ content: [] })): FakeSource {
  const source: FakeSource = {
    calls: [],
    listed: 0,
    tools,
    async listTools() {
      source.listed += 1
      return source.tools
    },
    async callTool(name, args, options) {
      source.calls.push({ name, args, options })
      return (await respond(name, args, options)) as CallToolResult
    },
  }
  return source
}

export function tool(name: string, members: Partial<SourceTool> = {}): SourceTool {
  return { name, description: `Does ${name}`, inputSchema: { type: 'object' }, ...members }
}

/** A tool with this schema. */
export function schemaTool(schema: JsonSchema): SourceTool {
  return tool('tool', { inputSchema: { ...schema, type: 'object' } })
}
