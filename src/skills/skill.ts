/** The `Skill` entry and its validation (extension `io.modelcontextprotocol/skills`). */
import type { Client } from '../core/index.ts'
import { isObject } from '../core/util/is-object.ts'

const ID = 'io.modelcontextprotocol/skills'

/** The settings of the extension that the server declares; undefined without the extension. */
export function settingsOf({ server: { capabilities } }: Client): { directoryRead?: unknown } | undefined {
  const { [ID]: settings } = (capabilities?.extensions ?? {}) as Record<string, object | undefined>
  return settings
}

/** A file of a skill, as the skill lists it. */
export interface SkillResource {
  /** The URI of the file. */
  uri: string
  /** `sha256:` and 64 hexadecimal digits. */
  digest: string
  /** Bytes. */
  size: number
}

/** A skill of a server. Members that the extension does not define are kept, untyped. */
export interface Skill {
  /** The URI of its `SKILL.md`. Two servers may use the same URI for different skills. */
  uri: string
  /** The parsed front matter of its `SKILL.md`. */
  frontmatter: { name: string; description: string; [key: string]: unknown }
  /** All files, including `SKILL.md`; `dynamic` if the server generates them on demand. */
  resources: SkillResource[] | 'dynamic'
}

/** Limits for one skill that every host accepts. */
export const LIMITS: { readonly files: number; readonly bytes: number } = { files: 512, bytes: 16_777_216 }

export const SKILL_FILE = 'SKILL.md'

/** The URI that the paths in a skill are relative to, with a slash at its end. */
export function rootOf({ uri }: Skill): string {
  return uri.slice(0, -SKILL_FILE.length)
}

/** Whether a text can be the name of one file: applications write skills to disk. */
export function isFileName(name: string): boolean {
  // Systems without dots or blanks at the end of names take `.. ` for `..`.
  return !/^[. ]*$|[/\\\p{Cc}]/u.test(name)
}

/** Whether a path, as a URI has it, stays below its directory: each segment is a file name, also if it is decoded twice. */
export function isSafePath(path: string): boolean {
  return path.split('/').every((segment) => {
    try {
      const name = decodeURIComponent(segment)
      return isFileName(name) && isFileName(decodeAgain(name)) && !/[?#]/.test(segment)
    } catch {
      return false
    }
  })
}

/** A file name may have a percent sign that is not followed by digits. */
function decodeAgain(name: string): string {
  return name.replace(/%([0-7][\da-f])/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
}

/** The reason why this entry cannot be used; undefined if it can. */
export function findEntryIssue(value: unknown): string | undefined {
  if (!isObject(value)) return 'it is not an object'
  const { uri, frontmatter, resources } = value
  if (typeof uri !== 'string' || !uri.endsWith(`/${SKILL_FILE}`)) return `its uri does not end with /${SKILL_FILE}`
  if (!isObject(frontmatter)) return 'it has no frontmatter'
  const { name, description } = frontmatter
  if (typeof name !== 'string' || typeof description !== 'string') return 'its frontmatter lacks a name or description'
  if (!isSafePath(name)) return 'its name cannot be the name of a directory'
  if (uri.split('/').at(-2) !== name) return 'its name is not the name of its directory'
  if (resources === 'dynamic') return undefined
  return Array.isArray(resources) ? findResourcesIssue(resources, uri) : 'its resources are not a list'
}

function findResourcesIssue(resources: unknown[], uri: string): string | undefined {
  const root = uri.slice(0, -SKILL_FILE.length)
  if (!resources.every((file) => isResource(file, root))) return 'a resource is not a file of it'
  const files = resources as SkillResource[]
  const uris = new Set(files.map((file) => file.uri))
  if (!uris.has(uri)) return `its resources lack ${SKILL_FILE}`
  if (uris.size < files.length) return 'a resource is listed twice'
  if (files.length > LIMITS.files) return `it has more than ${LIMITS.files} resources`
  if (files.reduce((sum, file) => sum + file.size, 0) > LIMITS.bytes) return `it has more than ${LIMITS.bytes} bytes`
  return undefined
}

function isResource(value: unknown, root: string): boolean {
  if (!isObject(value)) return false
  const { uri, digest, size } = value
  const isBelow = typeof uri === 'string' && uri.startsWith(root) && isSafePath(uri.slice(root.length))
  return isBelow && /^sha256:[0-9a-f]{64}$/.test(String(digest)) && Number.isSafeInteger(size) && Number(size) >= 0
}
