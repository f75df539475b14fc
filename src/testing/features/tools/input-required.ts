/** Tools that need input from the client before they can answer: the rounds that the conformance suite plays. */
import { text } from '../content.ts'
import type { Answers } from '../input/request-input.ts'
import { elicit, type Question, roots, sample } from '../input/input-request.ts'
import { isObject } from '../json-schema.ts'
import { input, type Tool, type ToolCall } from './tool.ts'

const userName = elicit('What is your name?', { name: { type: 'string' } }, ['name'])
const confirm = elicit('Please confirm', { ok: { type: 'boolean' } }, ['ok'])

export const roundTools: Tool[] = [
  once('test_input_required_result_elicitation', { user_name: userName }, ({ user_name }) => {
    return `Hello, ${isObject(user_name?.content) ? user_name.content.name : 'stranger'}!`
  }),
  once('test_input_required_result_sampling', { capital_question: sample('What is the capital of France?') }),
  once('test_input_required_result_list_roots', { client_roots: roots() }),
  sealed('test_input_required_result_request_state', { confirm }, () => 'state-ok'),
  sealed('test_input_required_result_tampered_state', { confirm }, () => 'state-ok'),
  sealed('test_input_required_result_multiple_inputs', {
    user_name: userName,
    greeting: sample('Generate a greeting', 50),
    client_roots: roots(),
  }),
  {
    name: 'test_input_required_result_multi_round',
    description: 'Asks for a name, then for a colour',
    inputSchema: input(),
    async run({ ask }) {
      const name = elicit('Step 1: What is your name?', { name: { type: 'string' } }, ['name'])
      const color = elicit('Step 2: What is your favorite color?', { color: { type: 'string' } }, ['color'])
      const { step1 } = await ask({ step1: name }, { sealed: true })
      const { step2 } = await ask({ step2: color }, { sealed: true })
      return { content: [text(JSON.stringify({ step1, step2 }))] }
    },
  },
  {
    name: 'test_input_required_result_capabilities',
    description: 'Asks only what the client declared',
    inputSchema: input(),
    async run({ ask, can }) {
      const all: Record<string, Question> = { user_name: userName, greeting: sample('Greet me'), client_roots: roots() }
      const possible = Object.entries(all).filter(([, question]) => can(question))
      return { content: [text(JSON.stringify(await ask(Object.fromEntries(possible))))] }
    },
  },
  once('test_missing_capability', { answer: sample('Anything') }),
  {
    name: 'test_streaming_elicitation',
    description: 'Reports progress, then asks for a name',
    inputSchema: input(),
    async run({ ask, progress }) {
      await progress(1, 2)
      return { content: [text(JSON.stringify(await ask({ user_name: userName })))] }
    },
  },
  {
    name: 'later',
    description: 'Asks for nothing but to be called again',
    inputSchema: input(),
    async run({ postpone }) {
      await postpone()
      return { content: [text('done, the second time')] }
    },
  },
]

type Describe = (answers: Answers<string>) => string

function once(name: string, questions: Record<string, Question>, describe?: Describe): Tool {
  return round(name, questions, { sealed: false }, describe)
}

function sealed(name: string, questions: Record<string, Question>, describe?: Describe): Tool {
  return round(name, questions, { sealed: true }, describe)
}

function round(
  name: string,
  questions: Record<string, Question>,
  options: { sealed: boolean },
  describe: Describe = JSON.stringify,
): Tool {
  const asked = Object.values(questions).map(({ method }) => method)
  const run = async ({ ask }: ToolCall) => ({ content: [text(describe(await ask(questions, options)))] })
  return { name, description: `Needs ${asked.join(', ')} to answer`, inputSchema: input(), run }
}
