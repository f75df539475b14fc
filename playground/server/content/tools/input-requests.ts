/** Tools that request input from the client while they run, in the way of its revision. */
import { text } from '../../../../src/testing/features/content.ts'
import {
  elicit,
  elicitUrl,
  type InputRequest,
  listRoots,
  sample,
} from '../../../../src/testing/features/input/input-request.ts'
import type { Schema } from '../../../../src/testing/features/json-schema.ts'
import { input, type Tool, type ToolCall } from '../../../../src/testing/features/tool.ts'

const ask: Tool = {
  name: 'ask',
  description: 'Asks the client, once or in several rounds, and returns the answers',
  inputSchema: input({
    what: { type: 'string', enum: ['form', 'url', 'sample', 'roots', 'all'] },
    message: { type: 'string' },
    rounds: { type: 'integer' },
  }),
  async run({ arguments: { what = 'form', message = 'Who are you?', rounds = 1 }, requestInput, context }) {
    const responses: Record<string, unknown> = {}
    for (let round = 1; round <= Number(rounds); round++) {
      const requests = requestsOf(String(what), String(message), round, context.version)
      Object.assign(responses, await requestInput(requests, { withState: true }))
    }
    return { content: [text(JSON.stringify(responses))], structuredContent: responses }
  },
}

/** One request per kind, with keys that differ from round to round. */
function requestsOf(what: string, message: string, round: number, version: string): Record<string, InputRequest> {
  // Only 2025-11-25 has the id by which the server later reports that the page was completed.
  const elicitationId = version === '2025-11-25' ? `elicitation-${round}` : undefined
  const kinds: Record<string, InputRequest> = {
    form: elicit(message, { name: { type: 'string' } }, ['name']),
    url: elicitUrl(message, 'https://example.com/consent', elicitationId),
    sample: sample(message),
    roots: listRoots(),
  }
  const wanted = Object.entries(kinds).filter(([kind]) => kind === what || (what === 'all' && kind !== 'url'))
  return Object.fromEntries(wanted.map(([kind, request]) => [`${kind} ${round}`, request]))
}

export const inputRequestTools: Tool[] = [
  ask,
  {
    name: 'test_sampling',
    description: "Asks for a completion by the client's model",
    inputSchema: input({ prompt: { type: 'string' } }, ['prompt']),
    async run({ arguments: { prompt }, requestInput }) {
      const { answer } = await requestInput({ answer: sample(String(prompt)) })
      return { content: [text(`LLM response: ${JSON.stringify(answer.content)}`)] }
    },
  },
  elicitation('test_elicitation', 'Asks the user for a name and an address', {
    username: { type: 'string', description: "User's response" },
    email: { type: 'string', description: "User's email address" },
  }),
  elicitation('test_elicitation_sep1034_defaults', 'Asks with a default in every field', {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  }),
  elicitation('test_elicitation_sep1330_enums', 'Asks with every form of choice', {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', oneOf: titled('value', 'Option') },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option 1', 'Option 2', 'Option 3'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: { type: 'array', items: { anyOf: titled('value', 'Choice') } },
  }),
]

function elicitation(name: string, description: string, properties: Record<string, Schema>): Tool {
  const required = name === 'test_elicitation' ? Object.keys(properties) : undefined
  const run = async ({ arguments: { message = description }, requestInput, context }: ToolCall) => {
    // Titled choices and lists came with 2025-11-25.
    const isField = ({ type, oneOf }: Schema) => context.version >= '2025-11-25' || (type !== 'array' && !oneOf)
    const fields = Object.fromEntries(Object.entries(properties).filter(([, field]) => isField(field)))
    const { answer } = await requestInput({ answer: elicit(String(message), fields, required) })
    return { content: [text(`User response: ${JSON.stringify(answer)}`)] }
  }
  return { name, description, inputSchema: input({ message: { type: 'string' } }), run }
}

function titled(value: string, title: string): Schema[] {
  return [1, 2, 3].map((number) => ({ const: `${value}${number}`, title: `${title} ${number}` }))
}
