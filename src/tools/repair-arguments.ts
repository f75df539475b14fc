/** Calls with arguments that are repaired where a model got them wrong, and answers that say so. */

import { INVALID_PARAMS } from '../core/error-codes.ts'
import { isMcpError } from '../core/errors.ts'
import { runSafely } from '../core/util/run-safely.ts'
import type { CallToolResult, ObjectSchema } from '../types/tools.ts'
import { ToolError } from './errors.ts'
import { toText } from './model-content.ts'
import { toParameters } from './parameters.ts'
import { type ArgumentChange, repairArgs } from './repair-value.ts'
import type { ModelCallOptions, ModelTool, ToolFeature } from './types.ts'
import { describeUnknownKey } from './unknown-key.ts'
import { withList } from './with-list.ts'

/** One repair. */
export interface RepairEvent {
  /** The tool that is called. */
  tool: ModelTool
  /** What was changed. */
  changes: readonly ArgumentChange[]
  /** What the model sent, with the keys of the server. */
  from: object
  /** What the server gets. */
  to: object
}

/** The options of `repairArguments()`. */
export interface RepairOptions {
  /** Called with each repair, before the call. */
  onRepair?: ((event: RepairEvent) => void) | undefined
  /**
   * Before the call, or only after the server refused it with -32602. Either way a refused call is repaired once more if
   * the tool has another schema by then. @default 'before-call'
   */
  when?: 'before-call' | 'after-refusal' | undefined
}

/** Characters of each value in a note. */
const MAX_SHOWN = 100

/**
 * Repairs arguments that do not fit `inputSchema`, if that leaves no choice: `"true"` for a boolean, JSON in a string for an
 * object, one value for an array, a null for an optional member, another case of a key or value. Arguments that fit are never
 * touched. A key that the tool does not take is told to the model, with the nearest that it takes.
 *
 * @example
 * const tools = await modelTools(client, { repair: repairArguments({ onRepair: ({ changes }) => console.log(changes) }) })
 */
export function repairArguments({ onRepair, when = 'before-call' }: RepairOptions = {}): ToolFeature {
  return (tools) => {
    const notes = new WeakMap<CallToolResult, string>()
    return withList(tools, (list) => list.map(toRepairingTool))

    function toRepairingTool(tool: ModelTool): ModelTool {
      const { inputSchema } = tool.definition
      return {
        ...tool,
        call,
        toModelContent(result) {
          const note = notes.get(result)
          const content = tool.toModelContent(result)
          return note === undefined ? content : [...content, toText(note)]
        },
      }

      async function call(args: object = {}, options?: ModelCallOptions): Promise<CallToolResult> {
        const input = toParameters(inputSchema).toArguments(args)
        if (when === 'after-refusal') return callAndRetry(input, [], options)
        const repaired = repairArgs(input, inputSchema)
        const unknown = repaired ? undefined : toUnknownKey(input, inputSchema)
        if (unknown) throw unknown
        if (!repaired) return callAndRetry(input, [], options)
        report(input, repaired)
        return callAndRetry(repaired.args, repaired.changes, options)
      }

      async function callAndRetry(
        input: object,
        changes: readonly ArgumentChange[],
        options: ModelCallOptions | undefined,
      ): Promise<CallToolResult> {
        let result: CallToolResult | undefined
        try {
          result = withNote(await tool.call(input, options), changes)
          if (!result.isError || !isRepeatable(tool)) return result
        } catch (error) {
          if (!(isMcpError(error) && error.code === 'rpc' && error.rpcCode === INVALID_PARAMS)) throw error
          const schema = await schemaNow()
          const again = repairArgs(input, schema)
          if (again) return send(again)
          throw toUnknownKey(input, schema, error) ?? error
        }
        const again = repairArgs(input, await schemaNow())
        return again ? send(again) : result

        async function send(repaired: NonNullable<ReturnType<typeof repairArgs>>): Promise<CallToolResult> {
          report(input, repaired)
          return withNote(await tool.call(repaired.args, options), [...changes, ...repaired.changes])
        }
      }

      /** The server may have changed it since the model read it. */
      async function schemaNow(): Promise<ObjectSchema> {
        const now = await tools.refresh().catch(() => undefined)
        return now?.find(tool.name)?.definition.inputSchema ?? inputSchema
      }

      function toUnknownKey(input: object, schema: ObjectSchema, cause?: unknown): ToolError | undefined {
        const words = describeUnknownKey(input, schema)
        return words === undefined ? undefined : new ToolError('arguments', tool.name, cause, words)
      }

      function report(from: object, { args: to, changes }: { args: object; changes: ArgumentChange[] }): void {
        runSafely(() => onRepair?.({ tool, changes, from, to }))
      }
    }

    function withNote(result: CallToolResult, changes: readonly ArgumentChange[]): CallToolResult {
      if (changes.length > 0) notes.set(result, describe(changes))
      return result
    }
  }
}

/** A result that says `isError` may come from a tool that did something before it failed. */
const isRepeatable = ({ annotations }: ModelTool) => annotations.readOnlyHint || annotations.idempotentHint === true

function describe(changes: readonly ArgumentChange[]): string {
  const all = changes.slice(0, 10).map(({ path, from, to }) => {
    return `${path.slice(0, MAX_SHOWN)} was ${show(from)}, is ${to === undefined ? 'left out' : show(to)}`
  })
  return `[The arguments were repaired: ${all.join('; ')}. Send them so next time.]`
}

const show = (value: unknown) => JSON.stringify(value)!.slice(0, MAX_SHOWN)
