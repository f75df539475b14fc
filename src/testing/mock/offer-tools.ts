/** Turns the tools of a test into tools of the server. */
import { text } from '../features/content.ts'
import type { CheckedArguments, Tool, ToolResult } from '../features/tool.ts'
import { INTERNAL_ERROR } from '../jsonrpc/error-codes.ts'
import { ProtocolError } from '../jsonrpc/protocol-error.ts'
import { isObject } from '../util/is-object.ts'
import { check, isStandard, listedSchema } from './schema.ts'
import type { AnySchema, MockTool, ToolOutput } from './tool.ts'
import { createToolContext } from './tool-context.ts'

const BLOCK_TYPES = new Set<unknown>(['text', 'image', 'audio', 'resource', 'resource_link'])

/** JSON-RPC errors are at or below this code; other errors with a `code` are of the platform. */
const HIGHEST_RPC_CODE = -32_000

/** The arguments of `run` are those of its schema, which is unknown here. */
type UncheckedTool = Omit<MockTool, 'run'> & { run(args: unknown, context: unknown): ToolOutput | Promise<ToolOutput> }

export function offerTools(tools: Readonly<Record<string, object>>): Tool[] {
  return Object.entries(tools).map(([name, tool]) => offerTool(name, tool as UncheckedTool))
}

function offerTool(name: string, tool: UncheckedTool): Tool {
  const { title, description, input, output, annotations, _meta } = tool
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema: listedSchema(input, 'input'),
    ...(output && { outputSchema: listedSchema(output, 'output') }),
    ...(annotations && { annotations }),
    ...(_meta && { _meta }),
    ...(isStandard(input) && { check: async (args) => (await check(input, args, 'arguments')) as CheckedArguments }),
    async run({ arguments: args, ...parts }) {
      const returned = await runTool(tool, args, createToolContext(parts))
      const result = toResult(returned, output !== undefined)
      return output && !result.isError ? checkOutput(name, output, result) : result
    },
  }
}

async function runTool(tool: UncheckedTool, args: unknown, context: object): Promise<ToolOutput> {
  try {
    return await tool.run(args, context)
  } catch (reason) {
    const { code, message, data } = reason as { code?: unknown; message: string; data?: unknown }
    if (typeof code !== 'number' || code > HIGHEST_RPC_CODE) throw reason
    throw new ProtocolError(code, message, data)
  }
}

function toResult(output: ToolOutput, isStructured: boolean): ToolResult {
  if (output === undefined) return { content: [] }
  if (typeof output !== 'object') return { content: [text(String(output))] }
  if ('content' in output && Array.isArray(output.content)) return output as ToolResult
  const blocks = [output].flat()
  if (!isStructured && blocks.every(isBlock)) return { content: blocks }
  return { content: [text(JSON.stringify(output))], structuredContent: output }
}

function isBlock(value: unknown): boolean {
  return isObject(value) && BLOCK_TYPES.has(value.type)
}

/** Fails the request, so that the test fails that called the tool. */
async function checkOutput(name: string, schema: AnySchema, result: ToolResult): Promise<ToolResult> {
  const checked = await check(schema, result.structuredContent, 'output')
  if (!('issues' in checked)) return result
  const issues = checked.issues.join('; ')
  throw new ProtocolError(
    INTERNAL_ERROR,
    `The tool ${JSON.stringify(name)} returned what its schema does not allow: ${issues}`,
  )
}
