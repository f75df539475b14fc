/** The entry `mcp-over-fetch/skills`: lists the skills of a server, and reads their files only if size and digest match. */
import { CapabilityError, InvalidMessageError } from '../core/errors.ts'
import type { Client, ReadResourceOptions, RequestOptions } from '../core/index.ts'
import { isObject } from '../core/util/is-object.ts'
import { sha256 } from '../core/util/sha256.ts'
import { parseFrontmatter, readFrontmatter } from './frontmatter.ts'
import { invalid, readPages } from './read-pages.ts'
import {
  findEntryIssue,
  isSafePath,
  LIMITS,
  rootOf,
  SKILL_FILE,
  type Skill,
  type SkillResource,
  settingsOf,
} from './skill.ts'

export { type DirectoryEntry, type ReadDirectoryOptions, readSkillDirectory } from './directory.ts'
export type { Skill, SkillResource } from './skill.ts'

/** The options of `listSkills()`. */
export interface ListSkillsOptions extends RequestOptions {
  /** Called for each entry that is left out, with the reason. */
  onInvalid?: ((entry: unknown, reason: string) => void) | undefined
}

/** The servers of a group. `connectGroup()` returns one. */
export interface SkillServers {
  /** The servers by name. */
  get(): { readonly servers: Readonly<Record<string, unknown>> }
  /** The connection to a server; undefined while there is none. */
  client(server: string): Client | undefined
}

/** A skill of a server of a group. */
export interface GroupSkill {
  /** Identifies the skill among those of all servers. Its URI alone does not, and neither does its name. */
  key: string
  /** The name of its server in the group. Read its files with `group.client(server)` only. */
  server: string
  /** The skill. */
  skill: Skill
}

/** The options of `listGroupSkills()`. */
export interface ListGroupSkillsOptions extends ListSkillsOptions {
  /** Called for each server whose skills could not be listed. */
  onFailed?: ((server: string, error: unknown) => void) | undefined
}

/** The options of `readSkillFile()`. */
export interface ReadSkillOptions extends ReadResourceOptions {
  /** Also reads skills with `dynamic` resources, whose files have no digests. @default false */
  dynamic?: boolean | undefined
  /** Parses front matter instead of the built-in parser, which supports only a part of YAML. */
  parseYaml?: ((yaml: string) => unknown) | undefined
}

/** A file of a skill, as it was read. */
export interface SkillFile {
  /** The URI of the file. */
  uri: string
  /** The media type, if the server sent one. */
  mimeType: string | undefined
  /** The contents. */
  bytes: Uint8Array
  /** Undefined if the server sent the file as a blob. */
  text: string | undefined
}

/** All skills that the server lists; it may have unlisted ones. Reads none of their files. */
export async function listSkills(client: Client, options: ListSkillsOptions = {}): Promise<Skill[]> {
  if (!settingsOf(client)) return []
  return readPages(client, { method: 'skills/list', params: {}, member: 'skills' }, options, findEntryIssue)
}

/**
 * The skills of all servers of a group that are connected. Skills with the same URI or name are different skills.
 *
 * @example
 * for (const { server, skill } of await listGroupSkills(group)) console.log(server, skill.frontmatter.name)
 */
export async function listGroupSkills(
  group: SkillServers,
  { onFailed, ...options }: ListGroupSkillsOptions = {},
): Promise<GroupSkill[]> {
  const lists = Object.keys(group.get().servers).map(async (server): Promise<GroupSkill[]> => {
    try {
      const client = group.client(server)
      const skills = client ? await listSkills(client, options) : []
      return skills.map((skill) => ({ key: JSON.stringify([server, skill.uri]), server, skill }))
    } catch (error) {
      options.signal?.throwIfAborted()
      onFailed?.(server, error)
      return []
    }
  })
  return (await Promise.all(lists)).flat()
}

/**
 * What a user approves: this skill of this server with these files. Store it with the approval; the skill needs a new one
 * as soon as the key differs. Undefined for a skill with `dynamic` resources, which no approval can cover. `server` is the
 * name that the application gave it.
 *
 * @example
 * const key = await approvalKey(skill, 'docs')
 * const isApproved = key !== undefined && approved.has(key)
 */
export async function approvalKey({ uri, resources }: Skill, server: string): Promise<string | undefined> {
  if (resources === 'dynamic') return undefined
  // Not by `localeCompare`, which differs between machines.
  const files = resources.map((file) => JSON.stringify([file.uri, file.digest, file.size])).sort()
  return sha256(new TextEncoder().encode(JSON.stringify([server, uri, files])))
}

/** The current entry of one skill, listed or not, by the URI of its `SKILL.md`. */
export async function getSkill(client: Client, uri: string, options?: RequestOptions): Promise<Skill> {
  if (!settingsOf(client)) {
    throw new CapabilityError('The server does not support skills', { delivery: 'not-executed' })
  }
  const { skill } = await client.request('skills/get', { uri }, options)
  const issue = findEntryIssue(skill) ?? ((skill as Skill).uri === uri ? undefined : 'it is another one')
  if (issue) throw invalid(`the entry of a skill (${issue})`, skill)
  return skill as Skill
}

/**
 * Reads a file of a skill by its path in the skill, as its `SKILL.md` refers to it. Reads no file that the entry does not
 * list: pass the entry from which the `SKILL.md` was loaded for as long as a model acts on it. Throws if the length or
 * digest of a file differ from the entry, or if the front matter of a `SKILL.md` does.
 */
export async function readSkillFile(
  client: Client,
  skill: Skill,
  path: string = SKILL_FILE,
  { dynamic = false, parseYaml, ...options }: ReadSkillOptions = {},
): Promise<SkillFile> {
  const uri = rootOf(skill) + resolvePath(path)
  const resource = findResource(skill, uri, dynamic)
  let file = await readFile(client, uri, options)
  // A mismatch may come from a cached version of the file, so it is read once more without the cache.
  if (!(await isGenuine(file, resource))) file = await readFile(client, uri, { ...options, cacheMode: 'refresh' })
  if (!(await isGenuine(file, resource)))
    throw invalid(`the size and digest that the skill names for ${path}`, undefined)
  if (uri === skill.uri) checkFrontmatter(skill, file, parseYaml)
  return file
}

/** As paths of files resolve. A path that leads out of the skill keeps its dots, and is refused. */
function resolvePath(path: string): string {
  const kept: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '.') continue
    if (segment === '..' && kept.length && kept.at(-1) !== '..') kept.pop()
    else kept.push(segment)
  }
  return kept.join('/')
}

function findResource(skill: Skill, uri: string, dynamic: boolean): SkillResource | undefined {
  const issue = findEntryIssue(skill) ?? findPathIssue(skill, uri, dynamic)
  if (issue === undefined)
    return skill.resources === 'dynamic' ? undefined : skill.resources.find((file) => file.uri === uri)
  throw new InvalidMessageError(`The skill cannot be read: ${issue}`, { delivery: 'not-executed', result: skill })
}

function findPathIssue(skill: Skill, uri: string, dynamic: boolean): string | undefined {
  const { resources } = skill
  if (!isSafePath(uri.slice(rootOf(skill).length))) return 'this path leads out of it'
  if (resources === 'dynamic') return dynamic ? undefined : 'nobody can tell whether its files are genuine'
  return resources.some((file) => file.uri === uri) ? undefined : 'this file is not listed in it'
}

async function readFile(client: Client, uri: string, options: ReadResourceOptions): Promise<SkillFile> {
  const { inputRequired: _, ...handled } = options
  const { contents } = await client.readResource(uri, handled)
  const content = contents.find((item) => item.uri === uri) as Record<string, unknown> | undefined
  const mimeType = content?.mimeType as string | undefined
  if (typeof content?.text === 'string') {
    return { uri, mimeType, text: content.text, bytes: new TextEncoder().encode(content.text) }
  }
  try {
    const bytes = Uint8Array.from(atob(content!.blob as string), (character) => character.charCodeAt(0))
    return { uri, mimeType, text: undefined, bytes }
  } catch {
    throw invalid(`the content of ${uri}`, contents)
  }
}

async function isGenuine({ bytes }: SkillFile, resource: SkillResource | undefined): Promise<boolean> {
  if (!resource) return bytes.length <= LIMITS.bytes
  return bytes.length === resource.size && `sha256:${await sha256(bytes)}` === resource.digest
}

function checkFrontmatter(
  { frontmatter }: Skill,
  { bytes }: SkillFile,
  parseYaml: ReadSkillOptions['parseYaml'],
): void {
  const text = new TextDecoder().decode(bytes)
  let parsed: unknown
  try {
    parsed = parseYaml ? parseYaml(readFrontmatter(text)) : parseFrontmatter(text)
  } catch (cause) {
    throw invalid(`front matter that can be compared (${(cause as Error).message})`, undefined)
  }
  if (!isSame(parsed, frontmatter)) throw invalid('the front matter that the skill is listed with', parsed)
}

function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isSame(item, b[index]))
  if (!isObject(a) || !isObject(b)) return Object.is(a, b)
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]))
}
