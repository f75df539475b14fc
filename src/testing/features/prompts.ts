/** `prompts/list` and `prompts/get`. */

import { INVALID_PARAMS } from '../jsonrpc/error-codes.ts'
import { ProtocolError } from '../jsonrpc/protocol-error.ts'
import { forRevision } from '../revisions.ts'
import { isObject } from '../util/is-object.ts'
import { createInputRequester, type InputRequester } from './input/request-input.ts'
import type { RequestStates } from './input/request-state.ts'
import { type Pagination, page } from './pagination.ts'
import type { RequestContext } from './request-context.ts'

export interface Prompt {
  name: string
  title?: string
  description?: string
  arguments?: { name: string; description?: string; required?: boolean }[]
  /** Its messages; content alone is a message of the user. */
  get(args: Record<string, string>, input: InputRequester): object[] | Promise<object[]>
}

export interface Prompts {
  list(params: Record<string, unknown>, context: RequestContext): object
  get(params: Record<string, unknown>, context: RequestContext): Promise<object>
}

export function createPrompts(
  requestStates: RequestStates,
  pagination: () => Pagination,
  offered: () => readonly Prompt[],
): Prompts {
  return { list, get }

  function list(params: Record<string, unknown>, context: RequestContext): object {
    const definitions = offered().map(({ get, ...definition }) => forRevision(definition, context.version))
    return page('prompts', definitions, params, pagination())
  }

  async function get(params: Record<string, unknown>, context: RequestContext): Promise<object> {
    const prompt = offered().find(({ name }) => name === params.name)
    if (!prompt) throw new ProtocolError(INVALID_PARAMS, `Unknown prompt ${JSON.stringify(params.name)}`)
    const input = createInputRequester(requestStates, 'prompts/get', params, context)
    const contents = await prompt.get(readArguments(prompt, params.arguments), input)
    const messages = contents.map((content) => ('role' in content ? content : { role: 'user', content }))
    return { ...(prompt.description !== undefined && { description: prompt.description }), messages }
  }
}

function readArguments(prompt: Prompt, value: unknown): Record<string, string> {
  const args = isObject(value) ? value : {}
  for (const [name, argument] of Object.entries(args)) {
    if (typeof argument !== 'string') throw new ProtocolError(INVALID_PARAMS, `The argument ${name} must be a string`)
  }
  for (const { name, required } of prompt.arguments ?? []) {
    if (required && !Object.hasOwn(args, name))
      throw new ProtocolError(INVALID_PARAMS, `The argument ${name} is missing`)
  }
  return args as Record<string, string>
}
