/** The APIs of the models in docs/tools.md, as a fetch: the model asks for the weather, and then tells what it read. */

/** What a model says after it has read this, which is the last part of its input. */
export function tell(read: unknown): string {
  const celsius = /celsius\D+(\d+)/.exec(JSON.stringify(read))?.[1]
  return celsius === undefined ? 'I do not know.' : `It is ${celsius} °C in Paris.`
}

const args = { city: 'Paris' }

interface Sent {
  input?: unknown
  messages?: unknown[]
  contents?: unknown[]
}

/** By host and path: the answer to a request with tool results, and the one to a request without. */
const apis: Record<string, { results: RegExp; call: object; answer(text: string): object }> = {
  'api.openai.com/v1/responses': {
    results: /function_call_output/,
    call: {
      id: 'resp_1',
      object: 'response',
      output: [{ type: 'function_call', call_id: 'call_1', name: 'weather', arguments: JSON.stringify(args) }],
    },
    answer: (text) => ({
      id: 'resp_2',
      object: 'response',
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] }],
    }),
  },
  'api.openai.com/v1/chat/completions': {
    results: /"role":"tool"/,
    call: {
      choices: [
        {
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [
              { id: 'call_1', type: 'function', function: { name: 'weather', arguments: JSON.stringify(args) } },
            ],
          },
        },
      ],
    },
    answer: (text) => ({ choices: [{ message: { role: 'assistant', content: text } }] }),
  },
  'generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:generateContent': {
    results: /"functionResponse"/,
    call: { candidates: [{ content: { role: 'model', parts: [{ functionCall: { name: 'weather', args } }] } }] },
    answer: (text) => ({ candidates: [{ content: { role: 'model', parts: [{ text }] } }] }),
  },
  'api.anthropic.com/v1/messages': {
    results: /"tool_result"/,
    call: {
      type: 'message',
      role: 'assistant',
      stop_reason: 'tool_use',
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'weather', input: args }],
    },
    answer: (text) => ({
      type: 'message',
      role: 'assistant',
      stop_reason: 'end_turn',
      content: [{ type: 'text', text }],
    }),
  },
}

/** Undefined for other hosts. */
export async function respondAsApi(url: URL, body: string): Promise<Response | undefined> {
  const api = apis[url.host + url.pathname]
  if (!api) return undefined
  const { input, messages, contents } = JSON.parse(body) as Sent
  const read = JSON.stringify(input ?? (messages ?? contents)?.at(-1))
  return Response.json(api.results.test(read) ? api.answer(tell(read)) : api.call)
}
