/** `prompts/list` and `prompts/get`. */
import { embedded, image, text } from './content.ts'
import { createInquiry, type Inquiry } from './input/request-input.ts'
import { type Paging, page } from './pagination.ts'
import { Fault, type Peer } from './request-context.ts'
import { elicit } from './input/input-request.ts'
import type { Realm } from './feature-state.ts'
import { forRevision } from '../revisions.ts'
import { isObject } from './json-schema.ts'
import type { Seal } from './input/request-state.ts'

interface Prompt {
  name: string
  title?: string
  description: string
  arguments?: { name: string; description: string; required: boolean }[]
  /** The content of its messages, all of them the user's. */
  get(given: Record<string, string>, inquiry: Inquiry): object[] | Promise<object[]>
}

export interface Prompts {
  list(params: Record<string, unknown>, peer: Peer): object
  get(params: Record<string, unknown>, peer: Peer): Promise<object>
}

const fixed: Prompt[] = [
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
    async get(_given, { ask }) {
      const question = elicit('What context should the prompt use?', { context: { type: 'string' } }, ['context'])
      const { user_context } = await ask({ user_context: question })
      return [text(`The user answered ${JSON.stringify(user_context)}`)]
    },
  },
]

const extra: Prompt = { name: 'extra', description: 'Comes and goes', get: () => [text('here')] }

export function createPrompts(realm: Realm, seal: Seal, paging: () => Paging): Prompts {
  const offered = () => (realm.extra.prompts ? [...fixed, extra] : fixed)
  return { list, get }

  function list(params: Record<string, unknown>, peer: Peer): object {
    const definitions = offered().map(({ get, ...definition }) => forRevision(definition, peer.version))
    return page('prompts', definitions, params, paging())
  }

  async function get(params: Record<string, unknown>, peer: Peer): Promise<object> {
    const prompt = offered().find(({ name }) => name === params.name)
    if (!prompt) throw new Fault(-32602, `Unknown prompt ${JSON.stringify(params.name)}`)
    const inquiry = createInquiry(seal, 'prompts/get', params, peer)
    const contents = await prompt.get(readArguments(prompt, params.arguments), inquiry)
    return { description: prompt.description, messages: contents.map((content) => ({ role: 'user', content })) }
  }
}

function readArguments(prompt: Prompt, value: unknown): Record<string, string> {
  const given = isObject(value) ? value : {}
  for (const [name, argument] of Object.entries(given)) {
    if (typeof argument !== 'string') throw new Fault(-32602, `The argument ${name} must be a string`)
  }
  for (const { name, required } of prompt.arguments ?? []) {
    if (required && !Object.hasOwn(given, name)) throw new Fault(-32602, `The argument ${name} is missing`)
  }
  return given as Record<string, string>
}

function required(name: string, description: string): { name: string; description: string; required: boolean } {
  return { name, description, required: true }
}
