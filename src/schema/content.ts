/** Content blocks of tools, prompts and sampling, and contents of resources. */
import * as z from 'zod/mini'
import type {
  Annotations,
  AudioContent,
  BlobResourceContents,
  ContentBlock,
  EmbeddedResource,
  ImageContent,
  ResourceLink,
  SamplingMessageContentBlock,
  TextContent,
  TextResourceContents,
  ToolResultContent,
  ToolUseContent,
} from '../types/content.ts'
import type { ResourceContents } from '../types/official-names.ts'
import { annotations, meta, naming, role, type Schema } from './common.ts'
import { byType, object, oneOf, optional, perRevision, when, wire } from './define.ts'
import type { Revision } from './revisions.ts'

export interface ContentSchemas {
  TextContent: Schema<TextContent>
  ImageContent: Schema<ImageContent>
  AudioContent: Schema<AudioContent>
  ResourceLink: Schema<ResourceLink>
  Annotations: Schema<Annotations>
  Role: Schema<'user' | 'assistant'>
  ResourceContents: Schema<ResourceContents>
  TextResourceContents: Schema<TextResourceContents>
  BlobResourceContents: Schema<BlobResourceContents>
  EmbeddedResource: Schema<EmbeddedResource>
  ContentBlock: Schema<ContentBlock>
  ToolUseContent: Schema<ToolUseContent>
  ToolResultContent: Schema<ToolResultContent>
  SamplingMessageContentBlock: Schema<SamplingMessageContentBlock>
}

/** The text of binary data in Base64, which may be empty. */
const base64 = z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/))

export const contentSchemas: (at: Revision) => ContentSchemas = perRevision((at) => {
  const itemMeta = when(at.titles, optional(meta))
  const common = { annotations: optional(annotations(at)), _meta: itemMeta }
  const media = { data: base64, mimeType: z.string(), ...common }
  const TextContent = wire<TextContent>()(object({ type: z.literal('text'), text: z.string(), ...common }))
  const ImageContent = wire<ImageContent>()(object({ type: z.literal('image'), ...media }))
  const AudioContent = when(at.audio, wire<AudioContent>()(object({ type: z.literal('audio'), ...media })))
  const link = { ...naming(at), ...common, uri: z.string(), mimeType: optional(z.string()), size: optional(z.number()) }
  const ResourceLink = when(at.titles, wire<ResourceLink>()(object({ type: z.literal('resource_link'), ...link })))
  const contents = { uri: z.string(), mimeType: optional(z.string()), _meta: itemMeta }
  const TextResourceContents = wire<TextResourceContents>()(object({ ...contents, text: z.string() }))
  const BlobResourceContents = wire<BlobResourceContents>()(object({ ...contents, blob: base64 }))
  const resource = oneOf(TextResourceContents, BlobResourceContents)
  const EmbeddedResource = wire<EmbeddedResource>()(object({ type: z.literal('resource'), resource, ...common }))
  const ContentBlock = wire<ContentBlock>()(
    byType(TextContent, ImageContent, AudioContent, ResourceLink, EmbeddedResource),
  )
  const ToolUseContent = when(
    at.icons,
    wire<ToolUseContent>()(
      object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: meta, _meta: optional(meta) }),
    ),
  )
  const ToolResultContent = when(
    at.icons,
    wire<ToolResultContent>()(
      object({
        type: z.literal('tool_result'),
        toolUseId: z.string(),
        content: z.array(ContentBlock),
        structuredContent: structuredContent(at),
        isError: optional(z.boolean()),
        _meta: optional(meta),
      }),
    ),
  )
  const SamplingMessageContentBlock = wire<SamplingMessageContentBlock>()(
    byType(TextContent, ImageContent, AudioContent, ToolUseContent, ToolResultContent),
  )
  return {
    Annotations: annotations(at),
    Role: role,
    TextContent,
    ImageContent,
    AudioContent,
    ResourceLink,
    ResourceContents: object(contents),
    TextResourceContents,
    BlobResourceContents,
    EmbeddedResource,
    ContentBlock,
    ToolUseContent,
    ToolResultContent,
    SamplingMessageContentBlock,
  }
})

/** An object until 2025-11-25, any JSON value from then on. */
export function structuredContent(at: Revision): z.ZodMiniExactOptional<Schema<unknown>> {
  return when(at.titles, optional(at.stateless ? z.unknown() : meta))
}
