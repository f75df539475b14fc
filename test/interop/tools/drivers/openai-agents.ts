/** The Agents SDK of OpenAI with the model of its test kit. */
import { Agent, type AgentInputItem, Runner } from '@openai/agents'
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents-core/testing'
import { openaiAgentsServer } from '../../../../src/tools/index.ts'
import { type Driver, type Seen, typeOf } from '../driver.ts'

export const openaiAgents: Driver = {
  name: 'OpenAI Agents',
  async run(tools, calls, signal) {
    const server = openaiAgentsServer(tools)
    // The model calls by the names that it was offered, which have no hyphens.
    const names = new Map((await server.listTools()).map(({ name }, index) => [tools.list[index]?.name, name]))
    const output = calls.map(({ name, args }, index) =>
      functionCall(names.get(name) ?? name, { ...args }, { callId: `call-${index}` }),
    )
    const model = new ScriptedModel([output, [assistantMessage('done')]])
    const agent = new Agent({ name: 'Agent', model, mcpServers: [server] })
    const runner = new Runner({ tracingDisabled: true })
    await runner.run(agent, 'Go', { ...(signal && { signal }) })
    const [first, second] = model.calls.map(({ request }) => request)
    const offered = first!.tools.flatMap((tool) => {
      if (tool.type !== 'function') return []
      return { name: tool.name, description: tool.description, schema: { ...tool.parameters } }
    })
    const input = second!.input as AgentInputItem[]
    const seen = input.flatMap((item) => (item.type === 'function_call_result' ? toSeen(item.output) : []))
    return { offered, seen }
  },
}

type Output = Extract<AgentInputItem, { type: 'function_call_result' }>['output']

function toSeen(output: Output): Seen {
  if (typeof output === 'string') return { text: output, media: [] }
  const parts = [output].flat()
  const texts = parts.flatMap((part) => (part.type === 'text' || part.type === 'input_text' ? part.text : []))
  const media = parts.flatMap((part) => {
    if (part.type === 'input_image') return typeOf(String(part.image))
    return part.type === 'input_file' ? JSON.stringify(part).replace(/"[^"]{40,}"/g, '"…"') : []
  })
  return { text: texts.join('\n'), media }
}
