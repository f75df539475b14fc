/** All SDKs that have a scripted model. */
import type { Driver } from '../driver.ts'
import { aiSdk } from './ai-sdk.ts'
import { anthropic } from './anthropic.ts'
import { gemini } from './gemini.ts'
import { langchain } from './langchain.ts'
import { openaiAgents } from './openai-agents.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'

export const drivers: readonly Driver[] = [
  aiSdk,
  openaiResponses,
  openaiChat,
  anthropic,
  langchain,
  openaiAgents,
  gemini,
]
