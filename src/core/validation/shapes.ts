/** The shapes of results: the members that the client relies on, and the optional ones, which many servers set to null. */
import type { DiscoverResult, InitializeResult } from '../../types/lifecycle.ts'
import type { Completion, GetPromptResult, Prompt } from '../../types/prompts.ts'
import type { ReadResourceResult, Resource, ResourceTemplate } from '../../types/resources.ts'
import type { CallToolResult, Tool } from '../../types/tools.ts'
import type { Members, Shape, ShapeOf } from './shape.ts'

const icons: Shape = [{ '': 'mimeType sizes theme' }]

const contents = { '': 'mimeType text blob _meta' }

/** The optional members of resources, templates and content blocks. */
const described = {
  '': 'title description mimeType size _meta',
  'annotations?': { '': 'audience priority lastModified' },
  'icons?': icons,
  'resource?': contents,
}

const otherBlock: Members = { type: 'string' }
const knownBlock: Members = { ...described, ...otherBlock }

/** Blocks of other types are passed on untouched. */
const block = ({ type }: { type?: unknown }): Members =>
  /^(text|image|audio|resource|resource_link)$/.test(`${type}`) ? knownBlock : otherBlock

export const tool: ShapeOf<Tool> = {
  '': 'title description outputSchema execution _meta',
  name: 'string',
  inputSchema: 'object',
  'annotations?': { '': 'title readOnlyHint destructiveHint idempotentHint openWorldHint' },
  'icons?': icons,
}

/** A failed tool must not look like a successful one, so `isError` is checked. */
export const callToolResult: ShapeOf<CallToolResult> = { '': '_meta', content: [block], 'isError!': 'boolean' }

export const resource: ShapeOf<Resource> = { ...described, uri: 'string', name: 'string' }

export const resourceTemplate: ShapeOf<ResourceTemplate> = { ...described, uriTemplate: 'string', name: 'string' }

export const readResourceResult: ShapeOf<ReadResourceResult> = {
  '': '_meta',
  contents: [{ ...contents, uri: 'string' }],
}

export const prompt: ShapeOf<Prompt> = {
  '': 'title description _meta',
  name: 'string',
  'arguments?': [{ '': 'title description required' }],
  'icons?': icons,
}

export const getPromptResult: ShapeOf<GetPromptResult> = {
  '': 'description _meta',
  messages: [{ content: block }],
}

export const completeResult: ShapeOf<{ completion: Completion }> = {
  completion: { '': 'total hasMore', values: ['string'] },
}

const introduction: Members = {
  '': '_meta',
  'capabilities?': { '': 'experimental extensions logging completions prompts resources tools tasks' },
  'instructions?': 'string',
  'serverInfo?': { '': 'title description websiteUrl', 'icons?': icons },
}

export const initializeResult: ShapeOf<InitializeResult> = { ...introduction, protocolVersion: 'string' }

export const discoverResult: ShapeOf<DiscoverResult> = { ...introduction, supportedVersions: ['string'] }
