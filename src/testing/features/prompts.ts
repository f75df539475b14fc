/** `prompts/list` and `prompts/get`. */

import { INVALID_PARAMS } from '../jsonrpc/error-codes.ts'
import { ProtocolError } from '../jsonrpc/protocol-error.ts'
import { forRevision } from '../revisions.ts'
import { isObject } from '../util/is-object.ts'
import { embedded, image, text } from './content.ts'
import type { FeatureState } from './feature-state.ts'
import { elicit } from './input/input-request.ts'
import { createInputRequester, type InputRequester } from './input/request-input.ts'
import type { RequestStates } from './input/request-state.ts'
import { type Pagination, page } from './pagination.ts'
import type { RequestContext } from './request-context.ts'

export interface Prompt {
  name: string
  title?: string
  description: string
  arguments?: { name: string; description: string; required: boolean }[]
  /** The content of its messages, which all have the role of the user. */
  get(args: Record<string, string>, input: InputRequester): object[] | Promise<object[]>
}

export interface Prompts {
  list(params: Record<string, unknown>, context: RequestContext): object
  get(params: Record<string, unknown>, context: RequestContext): Promise<object>
}

const defaultPrompts: readonly Prompt[] = [
  {
    name: 'test_simple_prompt',
    title: 'Simple prompt',
    description: 'One message, no arguments',
    get: () => [text('This is a simple prompt for testing.')],
  },
  {
    name: 'test_prompt_with_arguments',
    description: 'One message with two arguments in it',
    arguments: [required('arg1', 'First test argument'), required('arg2', 'Second test argument')],
    get: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A resource, and a request to process it',
    arguments: [required('resourceUri', 'URI of the resource to embed')],
    get: ({ resourceUri = '' }) => [
      embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
      text('Please process the embedded resource above.'),
    ],
  },
  {
    name: 'test_prompt_with_image',
    description: 'An image, and a request to analyse it',
    get: () => [image(), text('Please analyze the image above.')],
  },
  {
    name: 'test_input_required_result_prompt',
    description: 'Needs an answer from the user first',
    async get(_args, { requestInput }) {
      const request = elicit('What context should the prompt use?', { context: { type: 'string' } }, ['context'])
      const { user_context } = await requestInput({ user_context: request })
      return [text(`The user answered ${JSON.stringify(user_context)}`)]
    },
  },
]

const extra: Prompt = { name: 'extra', description: 'Comes and goes', get: () => [text('here')] }

export function createPrompts(
  state: FeatureState,
  requestStates: RequestStates,
  pagination: () => Pagination,
  fixed: readonly Prompt[] = defaultPrompts,
): Prompts {
  const offered = () => (state.extra.prompts ? [...fixed, extra] : fixed)
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
    return { description: prompt.description, messages: contents.map((content) => ({ role: 'user', content })) }
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

function required(name: string, description: string): { name: string; description: string; required: boolean } {
  return { name, description, required: true }
}
