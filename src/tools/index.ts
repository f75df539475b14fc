/** The entry `mcp-over-fetch/tools`: MCP tools for models, and one adapter for each SDK of a model. */

export {
  type AiSdkFile,
  type AiSdkOutput,
  type AiSdkPart,
  type AiSdkSchema,
  type AiSdkTool,
  type AiSdkToolsOptions,
  type AiSdkVersion,
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
export {
  type ApprovalDecision,
  type ApprovalRequest,
  type ApprovalStore,
  type ApprovalsOptions,
  approvals,
} from './approvals.ts'
export { type BudgetOptions, budget } from './budget.ts'
export { type CleanText, cleanText } from './clean-text.ts'
export { cleanTools } from './clean-tools.ts'
export {
  type AnthropicToolSearch,
  type DeferOptions,
  type Deferred,
  deferAnthropicTools,
  deferOpenAITools,
} from './defer-tools.ts'
export { diffTools, type ToolChange, type ToolsDiff } from './diff-tools.ts'
export { ToolError, type ToolErrorReason } from './errors.ts'
export { fingerprint } from './fingerprint.ts'
export { type ScaleOptions, scaleImages } from './fit-image.ts'
export {
  type GeminiBlob,
  type GeminiCallPart,
  type GeminiContent,
  type GeminiFunction,
  type GeminiPart,
  type GeminiResponse,
  type GeminiTool,
  type GeminiTools,
  type GeminiToolsOptions,
  geminiTools,
} from './gemini.ts'
export {
  type LangChainBlock,
  type LangChainClasses,
  type LangChainConfig,
  type LangChainContent,
  type LangChainMessageFields,
  type LangChainToolFields,
  langchainTools,
} from './langchain.ts'
export type { ImageBudget, ImageLimits, MediaData } from './media.ts'
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
export { type RepairEvent, type RepairOptions, repairArguments } from './repair-arguments.ts'
export type { ArgumentChange } from './repair-value.ts'
export type { ResultStore, StoredResult } from './result-store.ts'
export type { RunOptions } from './run-call.ts'
export { type SearchToolsOptions, searchTools } from './search-tools.ts'
export type {
  ApproveContext,
  ModelCallOptions,
  ModelTool,
  ModelTools,
  ModelToolsOptions,
  ServerOf,
  SourceCallOptions,
  SourceTool,
  ToolFeature,
  ToolFilter,
  ToolSource,
} from './types.ts'
export { type ModelContext, registerWebMcpTools, type WebMcpOptions, type WebMcpTool } from './webmcp.ts'
