/** What a model gets to see of a result: texts, and those media that its API takes. */
import { toJson } from '../core/util/to-json.ts'
import type { ContentBlock } from '../types/content.ts'
import type { CallToolResult } from '../types/tools.ts'

/**
 * The default: `content`, or `structuredContent` as JSON where there is no content. Never both, since servers repeat the
 * one in the other.
 */
export function toModelContent({ content, structuredContent }: CallToolResult): ContentBlock[] {
  if (content.length > 0 || structuredContent === undefined) return content
  return [toText(asJson(structuredContent))]
}

/** A picture, sound or file of a result. */
export interface Media {
  /** Such as `image/png`. */
  mimeType: string
  /** Base64. */
  data: string
  /** The last part of its URI, or one made of the type. */
  filename: string
}

/** A piece of a result, for an adapter to write in the words of its API. */
export type Part = { text: string } | Media

/** Whether a model API takes this picture, sound or file in the result of a tool. */
export type Accepts = (media: Media) => boolean

/** The pictures that OpenAI and Anthropic document, and PDF files. */
export const isPictureOrPdf: Accepts = ({ mimeType }) =>
  /^(image\/(png|jpeg|gif|webp)|application\/pdf)$/.test(mimeType)

export const toText = (text: string): { type: 'text'; text: string } => ({ type: 'text', text })

/** `isError`: a text says that the tool failed, for APIs that have no other place for it. */
export function toParts(content: readonly ContentBlock[], accepts: Accepts, isError?: boolean): Part[] {
  const parts = content.map((block) => toPart(block, accepts))
  return isError ? [{ text: 'The tool failed:' }, ...parts] : parts
}

function toPart(block: ContentBlock, accepts: Accepts): Part {
  const { type, annotations: _, _meta: __, ...members } = block
  // The client checks the type of a block, and not its other members.
  const { text, data, mimeType, resource } = members as Record<string, unknown>
  const { uri, blob, text: resourceText, mimeType: resourceType = 'application/octet-stream' } = Object(resource)
  if (type === 'text' && isText(text)) return { text }
  if (/^(image|audio)$/.test(type) && isText(mimeType) && isText(data)) return toMedia(mimeType, data, accepts)
  if (isText(blob)) return toMedia(`${resourceType}`, blob, accepts, `${uri}`)
  if (isText(resourceText)) return { text: `${uri}\n${resourceText}` }
  // Links to resources, and blocks of later revisions.
  return { text: `${type}: ${asJson(members)}` }
}

const asJson = (value: unknown) => toJson(value) ?? '[nested too deeply to be shown]'

const isText = (value: unknown): value is string => typeof value === 'string'

function toMedia(mimeType: string, data: string, accepts: Accepts, uri = ''): Part {
  const filename = uri.split(/[?#]/)[0]!.split('/').pop() || mimeType.replace(/\W/g, '.')
  const media = { mimeType, data, filename }
  if (accepts(media)) return media
  return {
    text: `[${uri || 'A result'} of type ${mimeType}, ${Math.ceil(data.length * 0.75)} bytes, cannot be shown]`,
  }
}

/** All parts as one text, or undefined if there are media. */
export function asText(parts: readonly Part[]): string | undefined {
  const texts = parts.flatMap((part) => ('text' in part ? part.text : []))
  return texts.length === parts.length ? texts.join('\n') : undefined
}

export const toDataUrl = ({ mimeType, data }: Media): string => `data:${mimeType};base64,${data}`
