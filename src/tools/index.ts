/** The entry `mcp-over-fetch/tools`: MCP tools for models, and one adapter for each SDK of a model. */

export {
  type AiSdkOutput,
  type AiSdkPart,
  type AiSdkSchema,
  type AiSdkTool,
  type AiSdkToolsOptions,
  aiSdkTools,
} from './ai-sdk.ts'
export {
  type AnthropicBlock,
  type AnthropicImageType,
  type AnthropicMessage,
  type AnthropicTool,
  type AnthropicToolResult,
  type AnthropicTools,
  type AnthropicToolsOptions,
  anthropicTools,
} from './anthropic.ts'
export { ToolError, type ToolErrorReason } from './errors.ts'
export {
  type LangChainBlock,
  type LangChainClasses,
  type LangChainConfig,
  type LangChainContent,
  type LangChainMessageFields,
  type LangChainToolFields,
  langchainTools,
} from './langchain.ts'
export { type Accepts, type Media, toModelContent } from './model-content.ts'
export { modelTools } from './model-tools.ts'
export {
  type OpenAIAgentsObject,
  type OpenAIAgentsOptions,
  type OpenAIAgentsPart,
  type OpenAIAgentsResult,
  type OpenAIAgentsServer,
  type OpenAIAgentsTool,
  openaiAgentsServer,
} from './openai-agents.ts'
export {
  type OpenAIChatCompletion,
  type OpenAIChatFunction,
  type OpenAIChatMessage,
  type OpenAIChatPart,
  type OpenAIChatTools,
  openaiChatTools,
} from './openai-chat.ts'
export type { OpenAIFunction, OpenAIToolsOptions } from './openai-functions.ts'
export {
  type OpenAIResponsesFunction,
  type OpenAIResponsesOutput,
  type OpenAIResponsesPart,
  type OpenAIResponsesTools,
  openaiResponsesTools,
} from './openai-responses.ts'
export { openaiStrict } from './openai-strict.ts'
export type { RunOptions } from './run-call.ts'
export type {
  ApproveContext,
  ModelCallOptions,
  ModelTool,
  ModelTools,
  ModelToolsOptions,
  SourceCallOptions,
  SourceTool,
  ToolFilter,
  ToolSource,
} from './types.ts'
export { type ModelContext, registerWebMcpTools, type WebMcpOptions, type WebMcpTool } from './webmcp.ts'
