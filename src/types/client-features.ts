/** Requests of servers to clients, and their results: elicitation, sampling, roots. */
import type { SamplingMessageContentBlock } from './content.ts'
import type { ObjectSchema, Tool } from './tools.ts'

/** A server asks the user for input: in a form, or on a page of its own. */
export type ElicitRequestParams = ElicitRequestFormParams | ElicitRequestURLParams

/** A server asks the user to fill in a form. */
export interface ElicitRequestFormParams {
  /** Absent means `form`. */
  mode?: 'form'
  /** What the server asks for, to show to the user. */
  message: string
  /** The fields of the form: an object with properties of primitive types. */
  requestedSchema: ObjectSchema
  /** Only in URL mode. */
  url?: undefined
  /** 2025-11-25: asks to run the request as a task, and how long to keep it, in milliseconds. */
  task?: { ttl?: number }
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown>
}

/** A server asks the user to visit a page. */
export interface ElicitRequestURLParams {
  /** The user visits `url`. */
  mode: 'url'
  /** Why the user should go there, to show beside the URL. */
  message: string
  /** The page. Show it to the user before it is opened. */
  url: string
  /** Identifies the request in the notification that it was completed. */
  elicitationId?: string
  /** Only in form mode. */
  requestedSchema?: undefined
  /** 2025-11-25: asks to run the request as a task, and how long to keep it, in milliseconds. */
  task?: { ttl?: number }
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown>
}

/** The answer to an elicitation. */
export interface ElicitResult {
  /** `decline`: the user refused. `cancel`: the user did not decide. */
  action: 'accept' | 'decline' | 'cancel'
  /** The values of the form, if it was accepted. */
  content?: Record<string, string | number | boolean | string[]>
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown>
}

/** A message in a conversation with a model. */
export interface SamplingMessage {
  /** The role of the speaker. */
  role: 'user' | 'assistant'
  /** One block, or several from 2025-11-25 on. */
  content: SamplingMessageContentBlock | SamplingMessageContentBlock[]
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown>
}

/** What the name of a model should contain. */
export interface ModelHint {
  /** A name, or a part of one. */
  name?: string
}

/** Whether a model uses tools (2025-11-25). */
export interface ToolChoice {
  /** The model may, must or must not use tools. */
  mode?: 'auto' | 'required' | 'none'
}

/** What a server prefers in a model. Priorities are from 0 to 1. */
export interface ModelPreferences {
  /** Names or parts of names of models, best first. */
  hints?: ModelHint[]
  /** How much low cost matters. */
  costPriority?: number
  /** How much low latency matters. */
  speedPriority?: number
  /** How much capability matters. */
  intelligencePriority?: number
}

/** A server asks for a message of the model that the application uses. */
export interface CreateMessageRequestParams {
  /** The conversation so far. */
  messages: SamplingMessage[]
  /** The most tokens that the message may have. */
  maxTokens: number
  /** What the server prefers in a model; the application decides. */
  modelPreferences?: ModelPreferences
  /** A system prompt, which the application may change or leave out. */
  systemPrompt?: string
  /** Which servers' context to add to the prompt. */
  includeContext?: 'none' | 'thisServer' | 'allServers'
  /** The sampling temperature. */
  temperature?: number
  /** Texts at which the model stops. */
  stopSequences?: string[]
  /** Settings for the provider of the model, in its own format. */
  metadata?: Record<string, unknown>
  /** Tools that the model may use. */
  tools?: Tool[]
  /** Whether the model uses tools. */
  toolChoice?: ToolChoice
  /** 2025-11-25: asks to run the request as a task, and how long to keep it, in milliseconds. */
  task?: { ttl?: number }
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown>
}

/** The message of the model, in answer to a sampling request. */
export interface CreateMessageResult extends SamplingMessage {
  /** The name of the model. */
  model: string
  /** Why the model stopped: `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or another reason. */
  stopReason?: string
}

/** A directory or file that the server may work with. */
export interface Root {
  /** It begins with `file://`. */
  uri: string
  /** A name to display. */
  name?: string
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown>
}
