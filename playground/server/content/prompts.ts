/** The prompts for tests; most have the names that the conformance suite asks for. */
import { text } from '../../../src/testing/features/content.ts'
import { elicit } from '../../../src/testing/features/input/input-request.ts'
import type { Prompt } from '../../../src/testing/features/prompts.ts'
import { embedded, image } from './media.ts'

export const testPrompts: readonly Prompt[] = [
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

/** The prompt that `test_trigger_prompt_change` adds and removes. */
export const extraPrompt: Prompt = { name: 'extra', description: 'Comes and goes', get: () => [text('here')] }

function required(name: string, description: string): { name: string; description: string; required: boolean } {
  return { name, description, required: true }
}
