/** Reads a directory of a skill: its direct children, files and directories (`resources/directory/read`). */
import { CapabilityError } from '../core/errors.ts'
import type { Client, RequestOptions, Resource } from '../core/index.ts'
import { isObject } from '../core/util/is-object.ts'
import { readPages } from './read-pages.ts'
import { settingsOf } from './skill.ts'

/** The media type of a directory. */
const DIRECTORY = 'inode/directory'

/** The options of `readSkillDirectory()`. */
export interface ReadDirectoryOptions extends RequestOptions {
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
  options: ReadDirectoryOptions = {},
): Promise<DirectoryEntry[]> {
  // A server that sent no capabilities may have it: then its answer decides.
  if (client.server.capabilities && settingsOf(client)?.directoryRead !== true) {
    throw new CapabilityError(
      'Expected a server whose skill directories can be read (directoryRead), got one without',
      {
        delivery: 'not-executed',
      },
    )
  }
  // The URI of a directory has no slash at its end.
  const directory = uri.replace(/\/+$/, '')
  const request = { method: 'resources/directory/read', params: { uri: directory }, member: 'resources' }
  const children = await readPages<Resource>(client, request, options, (entry) => findChildIssue(directory, entry))
  return children.map((child) => ({ ...child, isDirectory: child.mimeType === DIRECTORY }))
}

function findChildIssue(directory: string, entry: unknown): string | undefined {
  if (!isObject(entry) || typeof entry.uri !== 'string' || typeof entry.name !== 'string') return 'it is no resource'
  const name = entry.uri.startsWith(`${directory}/`) ? entry.uri.slice(directory.length + 1) : ''
  if (!name || /[/?#]|^\.\.?$|%2f/i.test(name)) return 'it is not a direct child of the directory'
  return undefined
}
