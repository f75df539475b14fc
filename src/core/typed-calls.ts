/** The methods of the client whose types follow from what is known of the server. */

import type { InputRequired } from '../types/input-required.ts'
import type { GetPromptResult } from '../types/prompts.ts'
import type { StandardSchema } from '../types/standard-schema.ts'
import type { CallToolResult, ToolArguments } from '../types/tools.ts'
import type { CallToolOptions, GetPromptOptions, InputMode } from './call-options.ts'

/** The result of a call; with `inputRequired: 'return'` also what the server asks for. */
export type Outcome<Result, Mode extends InputMode> = 'return' extends Mode ? Result | InputRequired : Result

/** The result of a tool whose structured content was checked: it is there unless the tool failed. */
export type CheckedToolResult<Output> =
  | (Omit<CallToolResult, 'isError' | 'structuredContent'> & { isError?: false; structuredContent: Output })
  | (CallToolResult & { isError: true })

/** The type of `callTool()`. */
export type CallTool<Server> = Server extends { tools: infer Tools }
  ? string extends keyof Tools
    ? AnyMethods['callTool']
    : ToolMethods<Tools>['callTool']
  : AnyMethods['callTool']

/** The type of `getPrompt()`. */
export type GetPrompt<Server> = Server extends { prompts: infer Prompts }
  ? string extends keyof Prompts
    ? AnyMethods['getPrompt']
    : PromptMethods<Prompts>['getPrompt']
  : AnyMethods['getPrompt']

/** The type of the arguments of a tool. */
export type InputOf<Types> = Types extends { input: infer Input } ? Input : never

/** The type of the result of a tool: that of its structured content is known if its server declares it. */
export type ResultOf<Types> = Types extends { output: infer Output } ? CheckedToolResult<Output> : CallToolResult

/** Methods of a server of which nothing is known. Methods, since those of one that is known have to fit them. */
interface AnyMethods {
  /** With `outputSchema` the structured content is checked and has the type of that schema. */
  callTool<Output, Mode extends InputMode = 'handle'>(
    name: string,
    args: ToolArguments | undefined,
    options: CallToolOptions<Mode> & { outputSchema: StandardSchema<Output> },
  ): Promise<Outcome<CheckedToolResult<Output>, Mode>>
  /** The result of a tool, also one that says `isError`. Throws only when there is no result. */
  callTool<Mode extends InputMode = 'handle'>(
    name: string,
    args?: ToolArguments,
    options?: CallToolOptions<Mode>,
  ): Promise<Outcome<CallToolResult, Mode>>
  /** A prompt, filled in with these arguments. */
  getPrompt<Mode extends InputMode = 'handle'>(
    name: string,
    args?: Record<string, string>,
    options?: GetPromptOptions<Mode>,
  ): Promise<Outcome<GetPromptResult, Mode>>
}

interface ToolMethods<Tools> {
  /** The result of a tool, also one that says `isError`. Throws only when there is no result. */
  callTool<Name extends keyof Tools & string, Mode extends InputMode = 'handle', Output = never>(
    name: Name,
    ...rest: ArgumentsAndOptions<
      InputOf<Tools[Name]>,
      CallToolOptions<Mode> & { outputSchema?: StandardSchema<Output> | undefined }
    >
  ): Promise<Outcome<[Output] extends [never] ? ResultOf<Tools[Name]> : CheckedToolResult<Output>, Mode>>
}

interface PromptMethods<Prompts> {
  /** A prompt, filled in with these arguments. */
  getPrompt<Name extends keyof Prompts & string, Mode extends InputMode = 'handle'>(
    name: Name,
    ...rest: ArgumentsAndOptions<Prompts[Name] extends { arguments: infer Args } ? Args : never, GetPromptOptions<Mode>>
  ): Promise<Outcome<GetPromptResult, Mode>>
}

/** Arguments, which may be left out where none is required, and options. */
export type ArgumentsAndOptions<Args, Options> =
  Record<never, never> extends Args ? [args?: Args | undefined, options?: Options] : [args: Args, options?: Options]
