/** The Gemini API through the SDK of Google, with a fetch that plays the API. */
import { type Content, GoogleGenAI, type Part } from '@google/genai'
import { geminiTools } from '../../../../src/tools/index.ts'
import { createScriptedApi, type Driver, type Seen } from '../driver.ts'

export const gemini: Driver = {
  name: 'Gemini',
  async run(tools, calls, signal) {
    const parts = calls.map(({ name, args }, index) => ({ functionCall: { id: `call-${index}`, name, args } }))
    const api = createScriptedApi(
      { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] },
      { candidates: [{ content: { role: 'model', parts: [{ text: 'done' }] }, finishReason: 'STOP' }] },
    )
    const ai = new GoogleGenAI({ apiKey: 'test', httpOptions: { fetch: api.fetch } })
    const { definitions, run } = geminiTools(tools)
    const contents: Content[] = [{ role: 'user', parts: [{ text: 'Go' }] }]
    for (;;) {
      const response = await ai.models.generateContent({
        model: 'gemini-3-pro',
        contents,
        config: { tools: definitions },
      })
      const answers = await run(response, { signal })
      if (answers.length === 0) break
      contents.push(response.candidates![0]!.content!, ...answers)
    }
    const [first, second] = api.sent as unknown as Sent[]
    const answered = second!.contents.at(-1)!.parts!
    const responses = answered.filter((part) => part.functionResponse)
    // The API refuses contents in which something stands between the answers.
    if (answered.findLastIndex((part) => part.functionResponse) !== responses.length - 1)
      throw new Error('not in front')
    const media = answered.flatMap(({ inlineData }) => inlineData?.mimeType ?? [])
    return {
      offered: first!.tools[0]!.functionDeclarations.map(({ name, description, parametersJsonSchema }) => ({
        name,
        description,
        // A function without parameters has none.
        schema: parametersJsonSchema ?? { type: 'object', properties: {} },
      })),
      seen: responses.map((part, index) => toSeen(part, index === responses.length - 1 ? media : [])),
    }
  },
}

interface Sent {
  tools: {
    functionDeclarations: { name: string; description: string; parametersJsonSchema?: Record<string, unknown> }[]
  }[]
  contents: Content[]
}

function toSeen({ functionResponse }: Part, media: string[]): Seen {
  const { output, error } = functionResponse!.response as { output?: string; error?: string }
  return { text: (error ?? output)!, media, isError: error !== undefined }
}
