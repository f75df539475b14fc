/** The Responses API through the SDK of OpenAI, with a fetch that plays the API. */
import OpenAI from 'openai'
import { openaiResponsesTools } from '../../../../src/tools/index.ts'
import { createScriptedApi, type Driver, type Seen, typeOf } from '../driver.ts'

export const openaiResponses: Driver = {
  name: 'OpenAI Responses',
  async run(tools, calls, signal) {
    const output = calls.map(({ name, args }, index) => {
      return {
        type: 'function_call',
        id: `fc_${index}`,
        call_id: `call_${index}`,
        name,
        arguments: JSON.stringify(args),
      }
    })
    const message = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] }
    const api = createScriptedApi(
      { id: 'resp_1', object: 'response', output },
      { object: 'response', output: [message] },
    )
    const openai = new OpenAI({ apiKey: 'test', fetch: api.fetch, maxRetries: 0, dangerouslyAllowBrowser: true })
    const { definitions, run } = openaiResponsesTools(tools)
    const settings = { model: 'gpt-5.6', tools: definitions }
    let response = await openai.responses.create({ ...settings, input: 'Go' })
    for (;;) {
      const input = await run(response, { signal })
      if (input.length === 0) break
      response = await openai.responses.create({ ...settings, input, previous_response_id: response.id })
    }
    const [first, second] = api.sent as unknown as Sent[]
    const seen = second!.input.map(toSeen)
    return {
      offered: first!.tools.map(({ name, description, parameters }) => ({ name, description, schema: parameters })),
      seen,
    }
  },
}

interface Sent {
  tools: { name: string; description: string; parameters: Record<string, unknown> }[]
  input: { type?: string; output?: string | OpenAI.Responses.ResponseFunctionCallOutputItemList }[]
}

function toSeen({ output }: Sent['input'][number]): Seen {
  if (typeof output === 'string') return { text: output, media: [] }
  const parts = output ?? []
  const texts = parts.flatMap((part) => (part.type === 'input_text' ? part.text : []))
  const media = parts.flatMap((part) => {
    if (part.type === 'input_image') return typeOf(part.image_url ?? '')
    return part.type === 'input_file' ? `${part.filename} ${typeOf(part.file_data ?? '')}` : []
  })
  return { text: texts.join('\n'), media }
}
