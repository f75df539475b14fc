/** Tools for the Gemini API, by the SDK `@google/genai`. */
import type { JsonSchema } from '../types/tools.ts'
import { toGeminiSchema } from './gemini-schema.ts'
import { type Accepts, asText, type Media, toParts } from './model-content.ts'
import { type RunOptions, runCall } from './run-call.ts'
import { hashedName } from './tool-name.ts'
import type { ModelTool, ModelTools } from './types.ts'

/** The options of `geminiTools()`. */
export interface GeminiToolsOptions {
  /**
   * Which media of results are sent as such; a text stands for the others.
   * @default PNG, JPEG, WebP, HEIC, PDF and the sounds that Gemini documents, up to 15 MB of base64
   */
  accepts?: Accepts | undefined
  /**
   * Where media go: beside the answers, which all models take, or within the answer that they belong to, for models that
   * document multimodal function responses (Gemini 3). @default 'beside'
   */
  media?: 'beside' | 'within' | undefined
}

/** A member of `functionDeclarations`. */
export interface GeminiFunction {
  /** The name of the tool: its first character is a letter or `_`. */
  name: string
  /** What it does. */
  description: string
  /** The schema of its arguments; absent if it takes none. */
  parametersJsonSchema?: JsonSchema
}

/** A member of `config.tools`. */
export interface GeminiTool {
  /** The tools. */
  functionDeclarations: GeminiFunction[]
}

/** A part of a content. */
export type GeminiPart =
  | { text: string }
  | { inlineData: GeminiBlob }
  | {
      functionResponse: {
        id?: string
        name: string
        response: { output: string } | { error: string }
        parts?: { inlineData: GeminiBlob }[]
      }
    }

/** A picture, sound or file. */
export interface GeminiBlob {
  /** Such as `image/png`. */
  mimeType: string
  /** Base64. */
  data: string
}

/** The content with all answers. */
export interface GeminiContent {
  /** Results are sent in the name of the user. */
  role: 'user'
  /** The answers, and after them the media. */
  parts: GeminiPart[]
}

/** The part of a response that has the calls. */
export interface GeminiResponse {
  /** The first one is used. */
  candidates?: readonly { content?: { parts?: readonly GeminiCallPart[] } }[]
}

/** A part that may be a call. */
export interface GeminiCallPart {
  /** The call. */
  functionCall?: { id?: string; name?: string; args?: Record<string, unknown> }
}

/** What the Gemini API needs to use MCP tools. */
export interface GeminiTools {
  /** For `config.tools` of a request. */
  definitions: GeminiTool[]
  /** Makes the calls of a response, all at once, and gives the content to send after it: none if there were no calls. */
  run(response: GeminiResponse, options?: RunOptions): Promise<GeminiContent[]>
}

/** Of a request, 20 MB in all; in characters of base64. */
const MAX_MEDIA = 15 * 1024 * 1024

const isAccepted: Accepts = ({ mimeType, data }) =>
  data.length <= MAX_MEDIA &&
  /^(image\/(png|jpeg|webp|heic|heif)|audio\/(wav|mp3|mpeg|aiff|aac|ogg|flac)|application\/pdf)$/.test(mimeType)

/**
 * The tools for `ai.models.generateContent()`, and a function that makes the calls of its response.
 *
 * @example
 * const { definitions, run } = geminiTools(await modelTools(client))
 * const config = { tools: definitions }
 */
export function geminiTools(tools: ModelTools, options: GeminiToolsOptions = {}): GeminiTools {
  const { accepts = isAccepted, media: place = 'beside' } = options
  const declarations = tools.list.map(toDeclaration)
  return {
    definitions: declarations.length > 0 ? [{ functionDeclarations: declarations }] : [],
    async run({ candidates }, runOptions) {
      const parts = candidates?.[0]?.content?.parts ?? []
      const calls = parts.flatMap(({ functionCall }) => functionCall ?? [])
      const answers = await Promise.all(calls.map((call) => answer(call, runOptions)))
      const all = [...answers.map(({ response }) => response), ...answers.flatMap(({ beside }) => beside)]
      return all.length > 0 ? [{ role: 'user', parts: all }] : []
    },
  }

  async function answer({ id, name = '', args }: NonNullable<GeminiCallPart['functionCall']>, runOptions?: RunOptions) {
    const own = tools.find(name) ?? tools.list.find((tool) => nameOf(tool) === name)
    const { content, isError } = await runCall(tools, own?.name ?? name, args, runOptions)
    const found = toParts(content, accepts)
    const media = found.filter((part): part is Media => 'data' in part)
    const blobs = media.map(({ mimeType, data }) => ({ inlineData: { mimeType, data } }))
    const isBeside = place === 'beside'
    const texts = found.map((part) => ({
      text: 'text' in part ? part.text : isBeside ? `[${part.filename} follows]` : '',
    }))
    const text = asText(texts.filter((part) => part.text !== ''))!
    const response: GeminiPart = {
      functionResponse: {
        ...(id !== undefined && { id }),
        name,
        response: isError ? { error: text } : { output: text },
        ...(!isBeside && blobs.length > 0 && { parts: blobs }),
      },
    }
    const labels = media.map(({ filename }) => ({ text: `${filename} of ${name}:` }))
    return { response, beside: isBeside ? blobs.flatMap((blob, index): GeminiPart[] => [labels[index]!, blob]) : [] }
  }
}

/** Gemini refuses names that begin with a digit or a hyphen. */
const nameOf = ({ name }: ModelTool) => (/^[a-z_]/i.test(name) ? name : hashedName(`_${name}`))

function toDeclaration(tool: ModelTool): GeminiFunction {
  const { description, parameters } = tool
  const schema = toGeminiSchema(parameters)
  // It refuses objects without any property.
  const isEmpty = Object.keys(schema.properties ?? {}).length === 0 && !schema.additionalProperties
  return { name: nameOf(tool), description, ...(!isEmpty && { parametersJsonSchema: schema }) }
}
