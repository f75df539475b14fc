/** Turns the resources, prompts and completions of a test into those of the server. */

import type { Suggest } from '../features/completion.ts'
import { text } from '../features/content.ts'
import type { Prompt } from '../features/prompts.ts'
import type { Resource, ResourceTemplate } from '../features/resources.ts'
import { isObject } from '../util/is-object.ts'
import type { MockCompletion, MockPrompt, MockResource, PromptValue, ResourceValue } from './content.ts'

type Resources = Readonly<Record<string, MockResource | ResourceValue>>

export function offerResources(resources: Resources): Resource[] {
  return Object.entries(resources).flatMap(([uri, value]) => {
    if (uri.includes('{')) return []
    const resource = toResource(value)
    return [{ uri, ...describe(uri, resource), read: async () => readResource(resource, uri, {}) }]
  })
}

/** Those whose address has variables in braces. */
export function offerTemplates(resources: Resources): ResourceTemplate[] {
  return Object.entries(resources).flatMap(([uriTemplate, value]) => {
    if (!uriTemplate.includes('{')) return []
    const resource = toResource(value)
    return [
      {
        uriTemplate,
        ...describe(uriTemplate, resource),
        resource(uri) {
          const variables = matchTemplate(uriTemplate, uri)
          const read = async () => readResource(resource, uri, variables!)
          return variables && { ...(resource.mimeType !== undefined && { mimeType: resource.mimeType }), read }
        },
      },
    ]
  })
}

function toResource(value: MockResource | ResourceValue): MockResource {
  return typeof value === 'string' || value instanceof Uint8Array ? { read: value } : value
}

function describe(uri: string, { name, title, description, mimeType }: MockResource) {
  return {
    name: name ?? uri.split('/').filter(Boolean).at(-1) ?? uri,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(mimeType !== undefined && { mimeType }),
  }
}

async function readResource({ read, mimeType, _meta }: MockResource, uri: string, variables: Record<string, string>) {
  const value = typeof read === 'function' ? await read(uri, variables) : read
  if (typeof value === 'string') return { mimeType: mimeType ?? 'text/plain', text: value, ...(_meta && { _meta }) }
  const binary = Array.from(value, (byte) => String.fromCharCode(byte)).join('')
  return { mimeType: mimeType ?? 'application/octet-stream', blob: btoa(binary), ...(_meta && { _meta }) }
}

/** The variables of an address by its template, each up to the next slash; undefined if it does not fit. */
function matchTemplate(template: string, uri: string): Record<string, string> | undefined {
  const names: string[] = []
  const pattern = template.split(/(\{[^}]*\})/).map((part) => {
    if (!part.startsWith('{')) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    names.push(part.slice(1, -1))
    return '([^/]+)'
  })
  const values = new RegExp(`^${pattern.join('')}$`).exec(uri)
  return values ? Object.fromEntries(names.map((name, index) => [name, decode(values[index + 1]!)])) : undefined
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

export function offerPrompts(prompts: Readonly<Record<string, MockPrompt | PromptValue>>): Prompt[] {
  return Object.entries(prompts).map(([name, value]) => {
    const {
      get,
      arguments: args,
      title,
      description,
    } = typeof value === 'string' || isMessages(value) ? ({ get: value } as MockPrompt) : value
    return {
      name,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(args && { arguments: Object.entries(args).map(([argument, details]) => ({ name: argument, ...details })) }),
      async get(given) {
        const messages = typeof get === 'function' ? await get(given) : get
        return typeof messages === 'string' ? [text(messages)] : [...messages]
      },
    }
  })
}

function isMessages(value: MockPrompt | PromptValue): value is PromptValue {
  return Array.isArray(value)
}

/** `completions` are by prompt name or URI template, and then by argument. */
export function offerSuggestions(
  completions: Readonly<Record<string, Readonly<Record<string, MockCompletion>>>>,
): Suggest {
  return async (ref, argument, chosen, value) => {
    const { name, uri } = isObject(ref) ? ref : {}
    const subject = String(name ?? uri)
    const found = Object.hasOwn(completions, subject) ? completions[subject]?.[argument] : undefined
    return typeof found === 'function'
      ? [...(await found(value, chosen as Record<string, string>))]
      : found && [...found]
  }
}
