/** Reads a directory of a skill: its direct children, files and directories (`resources/directory/read`). */
import { CapabilityError } from '../core/errors.ts'
import type { Client, RequestOptions, Resource } from '../core/index.ts'
import { isObject } from '../core/util/is-object.ts'
import { readPages } from './read-pages.ts'
import { isFileName, isSafePath, type Skill, settingsOf } from './skill.ts'

/** The media type of a directory. */
const DIRECTORY = 'inode/directory'

/** The options of `readSkillDirectory()`. */
export interface ReadDirectoryOptions extends RequestOptions {
  /**
   * The skill that is in use: then only its files and their directories are listed. The server may list others, which are a
   * change of the skill: get its entry again, and ask for approval.
   */
  skill?: Skill | undefined
  /** Called for each child that is left out, with the reason. */
  onInvalid?: ((entry: unknown, reason: string) => void) | undefined
}

/** A file or a directory of a skill. */
export interface DirectoryEntry extends Resource {
  /** Whether it has children of its own; read them by its `uri`. */
  isDirectory: boolean
}

/**
 * The direct children of a directory, from all pages. Children that are not inside of the directory are left out.
 *
 * @example
 * for (const { name, uri, isDirectory } of await readSkillDirectory(client, 'skill://acme/pdf-processing'))
 *   console.log(isDirectory ? `${name}/` : name, uri)
 */
export async function readSkillDirectory(
  client: Client,
  uri: string,
  { skill, ...options }: ReadDirectoryOptions = {},
): Promise<DirectoryEntry[]> {
  if (settingsOf(client)?.directoryRead !== true) {
    const message = 'The server does not support reading directories of skills (directoryRead)'
    throw new CapabilityError(message, { delivery: 'not-executed' })
  }
  // The URI of a directory has no slash at its end.
  const directory = uri.replace(/\/+$/, '')
  const request = { method: 'resources/directory/read', params: { uri: directory }, member: 'resources' }
  const findIssue = (entry: unknown) => findChildIssue(directory, entry) ?? findUnlisted(skill, entry as Resource)
  const children = await readPages<Resource>(client, request, options, findIssue)
  return children.map((child) => ({ ...child, isDirectory: child.mimeType === DIRECTORY }))
}

function findChildIssue(directory: string, entry: unknown): string | undefined {
  if (!isObject(entry) || typeof entry.uri !== 'string' || typeof entry.name !== 'string') return 'it is no resource'
  if (!isFileName(entry.name)) return 'its name cannot be the name of a file'
  const path = entry.uri.startsWith(`${directory}/`) ? entry.uri.slice(directory.length + 1) : ''
  return path.includes('/') || !isSafePath(path) ? 'it is not a direct child of the directory' : undefined
}

function findUnlisted(skill: Skill | undefined, { uri, mimeType }: Resource): string | undefined {
  if (!skill || skill.resources === 'dynamic') return undefined
  const isListed = skill.resources.some((file) =>
    mimeType === DIRECTORY ? file.uri.startsWith(`${uri}/`) : file.uri === uri,
  )
  return isListed ? undefined : 'it is not listed in the skill, which has changed'
}
