/** Requests of a group: each goes to the one server that lists what it is about, or to none. */
import { INVALID_PARAMS } from '../core/error-codes.ts'
import type { RpcError } from '../core/errors.ts'
import { GroupError } from './errors.ts'
import type { Group } from './group.ts'
import type { Member } from './member.ts'
import type { GroupView } from './types.ts'

type Requests = Pick<Group, 'callTool' | 'readResource' | 'getPrompt'>

/** `member` throws for a server that the group does not have. */
export function createRequests(view: () => GroupView, member: (server: string) => Member): Requests {
  const requests = {
    callTool: byName('tool', 'callTool'),
    getPrompt: byName('prompt', 'getPrompt'),
    async readResource(resource: string | { server: string; uri: string }, ...rest: unknown[]) {
      const { server, uri } = typeof resource === 'string' ? findResource(resource) : resource
      return send(server, 'readResource', uri, rest)
    },
  }
  return requests as unknown as Requests

  function byName(kind: 'tool' | 'prompt', method: 'callTool' | 'getPrompt') {
    return async (name: string, ...rest: unknown[]) => {
      const entries: readonly { name: string; server: string; originalName: string }[] = view()[`${kind}s`]
      const found = entries.find((entry) => entry.name === name)
      if (found) return send(found.server, method, found.originalName, rest)
      const meant = entries.filter(({ originalName }) => originalName === name).map((entry) => entry.name)
      const hint = meant.length ? `; did you mean ${meant.join(' or ')}?` : ''
      throw new GroupError(`No server of the group lists the ${kind} ${name}${hint}`, { reason: `unknown-${kind}` })
    }
  }

  function findResource(uri: string): { server: string; uri: string } {
    const found = view().resources.filter((resource) => resource.uri === uri)
    if (found.length === 1) return found[0]!
    const [who, reason] = found.length
      ? ([`${found.map(({ server }) => server).join(' and ')} list`, 'ambiguous-resource'] as const)
      : (['No server of the group lists', 'unknown-resource'] as const)
    throw new GroupError(`${who} the resource ${uri}; pass { server, uri }`, { reason })
  }

  async function send(server: string, method: keyof Requests, name: string, rest: unknown[]): Promise<unknown> {
    const target = member(server)
    const { client, state } = target
    if (!client) {
      const { status, error: cause } = state
      const why = cause ? `${status}: ${(cause as Error).message}` : status
      const message = `${method} ${name}: the server ${server} is not connected (${why})`
      throw new GroupError(message, { reason: 'not-connected', server, retryable: true, cause })
    }
    try {
      const result = await (client[method] as (...args: unknown[]) => Promise<unknown>)(name, ...rest)
      target.onOutcome()
      return result
    } catch (error) {
      target.onOutcome(error)
      // The server may have forgotten the tool without a word.
      if ((error as RpcError | null)?.rpcCode === INVALID_PARAMS) target.request(['tools'])
      throw error
    }
  }
}
