/** Tokens of results as a model reads them, counted as o200k_base. */
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { budget, cleanTools, type ModelToolsOptions, modelTools, repairArguments } from '../../../src/tools/index.ts'
import type { CallToolResult } from '../../../src/types/index.ts'

/** The budget of these counts. */
export const BYTES = 8_000

export const count = (text: string): number => encode(text).length

/** All features at once. */
export const fitting = (): ModelToolsOptions => ({
  clean: cleanTools,
  repair: repairArguments(),
  budget: budget({ bytes: BYTES }),
})

/** The texts that a model reads of a result. */
export async function shown(result: CallToolResult, options: ModelToolsOptions): Promise<string> {
  const inputSchema = { type: 'object' } as const
  const source = { listTools: async () => [{ name: 'get', inputSchema }], callTool: async () => result }
  const [get] = (await modelTools(source, options)).list
  const content = get!.toModelContent(await get!.call({}))
  return content.map((block) => ('text' in block ? String(block.text) : '')).join('\n')
}
