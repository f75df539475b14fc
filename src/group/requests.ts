/** Requests of a group: each goes to the one server that lists what it is about, or to none. */
import { INVALID_PARAMS } from '../core/error-codes.ts'
import type { RpcError } from '../core/errors.ts'
import type { Client } from '../core/index.ts'
import { GroupError } from './errors.ts'
import type { Group } from './group.ts'
import type { Member } from './member.ts'
import type { GroupView } from './types.ts'

/** The names and the servers that the requests are for. */
export interface RequestContext {
  view(): GroupView
  /** Throws for an unknown server, and if the group is closed. */
  member(server: string): Member
}

export function createRequests({
  view,
  member,
}: RequestContext): Pick<Group, 'callTool' | 'readResource' | 'getPrompt'> {
  const requests: Record<string, (...args: never[]) => Promise<unknown>> = {
    async callTool(name: string, args: object | undefined, options: object | undefined) {
      const { server, originalName } = find('tool', view().tools, name)
      return send(server, `callTool ${name}`, (client) => client.callTool(originalName, args, options))
    },
    async getPrompt(name: string, args: Record<string, string> | undefined, options: object | undefined) {
      const { server, originalName } = find('prompt', view().prompts, name)
      return send(server, `getPrompt ${name}`, (client) => client.getPrompt(originalName, args, options))
    },
    async readResource(resource: string | { server: string; uri: string }, options: object | undefined) {
      const { server, uri } = typeof resource === 'string' ? findResource(resource) : resource
      return send(server, `readResource ${uri}`, (client) => client.readResource(uri, options))
    },
  }
  return requests as unknown as Pick<Group, 'callTool' | 'readResource' | 'getPrompt'>

  function find<Entry extends { name: string }>(
    kind: 'tool' | 'prompt',
    entries: readonly Entry[],
    name: string,
  ): Entry {
    const found = entries.find((entry) => entry.name === name)
    if (found) return found
    throw new GroupError(`No server of the group lists the ${kind} ${name}`, { reason: `unknown-${kind}` })
  }

  function findResource(uri: string): { server: string; uri: string } {
    const [found, ...others] = view().resources.filter((resource) => resource.uri === uri)
    if (found && !others.length) return found
    const names = [found, ...others].map((resource) => resource?.server).join(' and ')
    const problem = found ? `Both ${names} list` : 'No server of the group lists'
    throw new GroupError(`${problem} the resource ${uri}; pass { server, uri }`, {
      reason: found ? 'ambiguous-resource' : 'unknown-resource',
    })
  }

  async function send<T>(server: string, what: string, run: (client: Client) => Promise<T>): Promise<T> {
    const target = member(server)
    const { client, state } = target
    if (!client) {
      const { status, error: cause } = state
      const why = cause ? `${status}: ${(cause as Error).message}` : status
      const message = `${what}: the server ${server} is not connected (${why})`
      throw new GroupError(message, { reason: 'not-connected', server, retryable: true, cause })
    }
    try {
      const result = await run(client)
      target.onOutcome()
      return result
    } catch (error) {
      target.onOutcome(error)
      // The server may have forgotten the tool without a word.
      if ((error as RpcError | null)?.rpcCode === INVALID_PARAMS) void target.refresh(['tools'])
      throw error
    }
  }
}
