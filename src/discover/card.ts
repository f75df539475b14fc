/** Server cards (`io.modelcontextprotocol/server-card`): their types, and what of a document is kept. */
import { isObject } from '../core/util/is-object.ts'
import type { Icon } from '../types/lifecycle.ts'
import { documentError } from './errors.ts'

/** A value that a card asks for, or sets. */
export interface CardInput {
  /** What it is, for the user who enters it. */
  description?: string
  /** Whether there is no connection without it. */
  isRequired?: boolean
  /** Whether it is a secret, such as a key. */
  isSecret?: boolean
  /** How it is written. @default 'string' */
  format?: 'string' | 'number' | 'boolean' | 'filepath'
  /** Used unless another one is given. */
  default?: string
  /** An example to show in an empty field. */
  placeholder?: string
  /** Set by the card; nobody may change it. */
  value?: string
  /** The only values that are allowed. */
  choices?: string[]
}

/** A header that a remote takes. */
export interface CardHeader extends CardInput {
  /** The name of the header. */
  name: string
  /** The variables in braces of its `value`. */
  variables?: Record<string, CardInput>
}

/** An endpoint of a server. */
export interface CardRemote {
  /** Its transport. */
  type: 'streamable-http' | 'sse'
  /** Its address, with variables in braces. */
  url: string
  /** The headers that it takes. */
  headers?: CardHeader[]
  /** The variables of its address. */
  variables?: Record<string, CardInput>
  /** The revisions of MCP that it supports. */
  supportedProtocolVersions?: string[]
}

/** What a server publishes about itself. All of it is only a claim. */
export interface ServerCard {
  /** The schema that it follows. It is never fetched. */
  $schema: string
  /** Such as `com.example/weather`. */
  name: string
  /** The version of the server. */
  version: string
  /** What the server is for. */
  description: string
  /** A name to display. */
  title?: string
  /** Where to read about it: an http(s) URL. */
  websiteUrl?: string
  /** Its sources. */
  repository?: { url: string; source: string; subfolder?: string; id?: string }
  /** Icons, at `https:` or as bitmaps in `data:` URLs. */
  icons?: Icon[]
  /** Where it can be connected to. */
  remotes?: CardRemote[]
  /** Members that the specification does not define. */
  _meta?: Record<string, unknown>
}

/** A card, and where it was read. */
export interface FoundCard extends ServerCard {
  /** The URL of the card, or of the catalog that holds it. */
  source: string
}

type IsValid = (value: unknown) => boolean

/** Whether a value is a text that fits the pattern. */
export const isText =
  (pattern: RegExp = /^/): IsValid =>
  (value) =>
    typeof value === 'string' && pattern.test(value)

export const isSchema: IsValid = /* @__PURE__ */ isText(
  /^https:\/\/static\.modelcontextprotocol\.io\/schemas\/v\d+\/server-card\.schema\.json$/,
)
export const isName: IsValid = /* @__PURE__ */ isText(/^(?=.{3,200}$)[a-z\d.-]+\/[\w.-]+$/i)
export const isWebUrl: IsValid = /* @__PURE__ */ isText(/^https?:\/\/\S+$/i)
export const isTransport: IsValid = /* @__PURE__ */ isText(/^(streamable-http|sse)$/)
export const isTemplate: IsValid = /* @__PURE__ */ isText(/^(https?:\/\/\S|\{[a-z_]\w*\})\S*$/i)
export const isHeaderName: IsValid = /* @__PURE__ */ isText(/^[\w!#$%&'*+.^`|~-]+$/)
/** No `javascript:`, and no SVG inside of the card, which may hold scripts. */
export const isIcon: IsValid = /* @__PURE__ */ isText(/^(https:\/\/|data:image\/(avif|gif|jpe?g|png|webp)[;,])/i)

const isList = (value: unknown, isItem: (item: unknown) => boolean) =>
  value === undefined || (Array.isArray(value) && value.every(isItem))

/** Numbers and booleans are as good as texts. */
const isPlain = (value: unknown) => typeof value !== 'object'

const isInput: IsValid = (value) =>
  isObject(value) && isPlain(value.value) && isPlain(value.default) && isList(value.choices, isText())

const isHeader: IsValid = (value) =>
  isInput(value) && isHeaderName((value as CardHeader).name) && isInputs((value as CardHeader).variables)

const isInputs: IsValid = (value) => value === undefined || (isObject(value) && Object.values(value).every(isInput))

/** What is kept; of lists, which items. */
const isKept: Readonly<Record<string, (value: unknown) => boolean>> = {
  $schema: isSchema,
  name: isName,
  version: isText(),
  description: isText(),
  title: isText(),
  websiteUrl: isWebUrl,
  repository: (value) => isObject(value) && isWebUrl(value.url),
  icons: (value) => isObject(value) && isIcon(value.src),
  remotes: (value) =>
    isObject(value) &&
    isTransport(value.type) &&
    isTemplate(value.url) &&
    isList(value.supportedProtocolVersions, isText()) &&
    isInputs(value.variables) &&
    isList(value.headers, isHeader),
  _meta: isObject,
}

/** The members that are usable; the others are left out. Throws without one of the required members. */
export function parseCard(
  json: unknown,
  source: string,
  onInvalid?: ((value: unknown, reason: string) => void) | undefined,
): FoundCard {
  const card: Record<string, unknown> = { source }
  for (const [key, value] of Object.entries(isObject(json) ? json : {})) {
    const isListed = key === 'icons' || key === 'remotes'
    const items = isListed && Array.isArray(value) ? value : [value]
    const kept = items.filter((item) => {
      const isValid = Object.hasOwn(isKept, key) && isKept[key]!(item)
      if (!isValid) onInvalid?.(item, `${key} is unknown or not valid`)
      return isValid
    })
    if (kept.length) card[key] = isListed ? kept : kept[0]
  }
  const lacking = ['$schema', 'name', 'version', 'description'].filter((key) => !(key in card))
  if (!lacking[0]) return card as unknown as FoundCard
  throw documentError(source, `is not a server card: it lacks a valid ${lacking.join(', ')}`, 'invalid-document')
}
