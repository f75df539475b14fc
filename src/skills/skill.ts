/** What a skill looks like (extension `io.modelcontextprotocol/skills`), and when its entry is worth nothing. */

export interface SkillResource {
  uri: string
  /** `sha256:` and 64 hexadecimal digits. */
  digest: string
  /** Bytes. */
  size: number
}

export interface Skill {
  /** Of its `SKILL.md`. Two servers may use the same one for different skills. */
  uri: string
  /** The front matter of its `SKILL.md`, as it stands there. */
  frontmatter: { name: string; description: string; [key: string]: unknown }
  /** All files, `SKILL.md` among them; `dynamic` where the server cannot know them beforehand. */
  resources: SkillResource[] | 'dynamic'
  [key: string]: unknown
}

/** Of one skill; what every host accepts. */
export const LIMITS: { readonly files: number; readonly bytes: number } = { files: 512, bytes: 16_777_216 }

export const FILE = 'SKILL.md'

/** The address that the paths in a skill are relative to, with its slash. */
export function rootOf({ uri }: Skill): string {
  return uri.slice(0, -FILE.length)
}

/** Why this entry cannot be used; undefined if it can. */
export function findEntryIssue(value: unknown): string | undefined {
  if (!isObject(value)) return 'it is not an object'
  const { uri, frontmatter, resources } = value
  if (typeof uri !== 'string' || !uri.endsWith(`/${FILE}`)) return `its uri does not end with /${FILE}`
  if (!isObject(frontmatter)) return 'it has no frontmatter'
  const { name, description } = frontmatter
  if (typeof name !== 'string' || typeof description !== 'string') return 'its frontmatter lacks a name or description'
  if (uri.split('/').at(-2) !== name) return 'its name is not the name of its directory'
  if (resources === 'dynamic') return undefined
  return Array.isArray(resources) ? findResourcesIssue(resources, uri) : 'its resources are not a list'
}

function findResourcesIssue(resources: unknown[], uri: string): string | undefined {
  const root = uri.slice(0, -FILE.length)
  if (!resources.every((file) => isResource(file) && file.uri.startsWith(root))) return 'a resource is not a file of it'
  const files = resources as SkillResource[]
  const uris = new Set(files.map((file) => file.uri))
  if (!uris.has(uri)) return `its resources lack ${FILE}`
  if (uris.size < files.length) return 'a resource is listed twice'
  if (files.length > LIMITS.files) return `it has more than ${LIMITS.files} resources`
  if (files.reduce((sum, file) => sum + file.size, 0) > LIMITS.bytes) return `it has more than ${LIMITS.bytes} bytes`
  return undefined
}

function isResource(value: unknown): value is SkillResource {
  if (!isObject(value)) return false
  const { uri, digest, size } = value
  return typeof uri === 'string' && /^sha256:[0-9a-f]{64}$/.test(String(digest)) && Number.isInteger(size)
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
