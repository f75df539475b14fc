/** Tools that need input from the client before they can answer, by the names that the conformance suite calls. */

import { text } from '../../../../src/testing/features/content.ts'
import { elicit, type InputRequest, listRoots, sample } from '../../../../src/testing/features/input/input-request.ts'
import type { InputResponses } from '../../../../src/testing/features/input/request-input.ts'
import { input, type Tool, type ToolCall } from '../../../../src/testing/features/tool.ts'
import { isObject } from '../../../../src/testing/util/is-object.ts'

const userName = elicit('What is your name?', { name: { type: 'string' } }, ['name'])
const confirm = elicit('Please confirm', { ok: { type: 'boolean' } }, ['ok'])

export const inputRequiredTools: Tool[] = [
  withoutState('test_input_required_result_elicitation', { user_name: userName }, ({ user_name }) => {
    return `Hello, ${isObject(user_name?.content) ? user_name.content.name : 'stranger'}!`
  }),
  withoutState('test_input_required_result_sampling', { capital_question: sample('What is the capital of France?') }),
  withoutState('test_input_required_result_list_roots', { client_roots: listRoots() }),
  withState('test_input_required_result_request_state', { confirm }, () => 'state-ok'),
  withState('test_input_required_result_tampered_state', { confirm }, () => 'state-ok'),
  withState('test_input_required_result_multiple_inputs', {
    user_name: userName,
    greeting: sample('Generate a greeting', 50),
    client_roots: listRoots(),
  }),
  {
    name: 'test_input_required_result_multi_round',
    description: 'Asks for a name, then for a colour',
    inputSchema: input(),
    async run({ requestInput }) {
      const name = elicit('Step 1: What is your name?', { name: { type: 'string' } }, ['name'])
      const color = elicit('Step 2: What is your favorite color?', { color: { type: 'string' } }, ['color'])
      const { step1 } = await requestInput({ step1: name }, { withState: true })
      const { step2 } = await requestInput({ step2: color }, { withState: true })
      return { content: [text(JSON.stringify({ step1, step2 }))] }
    },
  },
  {
    name: 'test_input_required_result_capabilities',
    description: 'Asks only what the client declared',
    inputSchema: input(),
    async run({ requestInput, canRequest }) {
      const all = { user_name: userName, greeting: sample('Greet me'), client_roots: listRoots() }
      const possible = Object.entries(all).filter(([, request]) => canRequest(request))
      return { content: [text(JSON.stringify(await requestInput(Object.fromEntries(possible))))] }
    },
  },
  withoutState('test_missing_capability', { answer: sample('Anything') }),
  {
    name: 'test_streaming_elicitation',
    description: 'Reports progress, then asks for a name',
    inputSchema: input(),
    async run({ requestInput, progress }) {
      await progress(1, 2)
      return { content: [text(JSON.stringify(await requestInput({ user_name: userName })))] }
    },
  },
  {
    name: 'later',
    description: 'Asks for nothing but to be called again',
    inputSchema: input(),
    async run({ requestRetry }) {
      await requestRetry()
      return { content: [text('done, the second time')] }
    },
  },
]

type Describe = (responses: InputResponses<string>) => string

function withoutState(name: string, requests: Record<string, InputRequest>, describe?: Describe): Tool {
  return createTool(name, requests, { withState: false }, describe)
}

function withState(name: string, requests: Record<string, InputRequest>, describe?: Describe): Tool {
  return createTool(name, requests, { withState: true }, describe)
}

function createTool(
  name: string,
  requests: Record<string, InputRequest>,
  options: { withState: boolean },
  describe: Describe = JSON.stringify,
): Tool {
  const methods = Object.values(requests).map(({ method }) => method)
  const run = async ({ requestInput }: ToolCall) => ({
    content: [text(describe(await requestInput(requests, options)))],
  })
  return { name, description: `Needs ${methods.join(', ')} to answer`, inputSchema: input(), run }
}
