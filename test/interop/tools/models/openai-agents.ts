/** `model` of the Agents example. */
import { assistantMessage, functionCall, modelResponder, ScriptedModel } from '@openai/agents-core/testing'
import { tell } from '../scripted-apis.ts'

export const model = new ScriptedModel([
  [functionCall('weather', { city: 'Paris' }, { callId: 'call-1' })],
  modelResponder(({ request }) => [assistantMessage(tell(request.input))]),
])
