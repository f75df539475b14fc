/** Guards the methods of a client: they refuse unknown options and a closed client, and errors show who called. */

import type { CallOptions } from './call-options.ts'
import { ClosedError } from './errors.ts'
import { checkKeys } from './known-options.ts'
import { addCallerLine } from './util/caller-line.ts'
import { checkResume } from './validation/stored.ts'

const CALL = ['signal', 'timeout', 'maxTotalTimeout', 'onProgress', 'onLog', 'meta']
const LIST = [...CALL, 'cacheMode']
const INPUT = [...CALL, 'onResumable', 'resume', 'inputRequired']

/** Of each method the position of its options among the arguments, and their names. */
const METHODS: Record<string, [position: number, known: string[]]> = {
  listTools: [0, LIST],
  callTool: [2, [...INPUT, 'retry', 'outputSchema']],
  listResources: [0, LIST],
  listResourceTemplates: [0, LIST],
  readResource: [1, [...INPUT, 'cacheMode']],
  listPrompts: [0, LIST],
  getPrompt: [2, INPUT],
  complete: [1, CALL],
  setLoggingLevel: [1, CALL],
  request: [2, INPUT],
  ping: [0, CALL],
}

type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>

/** Replaces the methods of the client. `closing` aborts when the client is closed. */
export function guardMethods<Client extends object>(client: Client, closing: AbortSignal): Client {
  const methods = client as unknown as Methods
  for (const name in METHODS) {
    const [position, known] = METHODS[name]!
    const method = methods[name]!
    methods[name] = async (...args) => {
      // Its stack is read only if the call fails; creating it costs a few microseconds.
      const call = new Error()
      checkKeys(name, args[position], known)
      checkResume((args[position] as CallOptions | undefined)?.resume)
      if (closing.aborted) throw new ClosedError(`${name}: the client is closed`, { delivery: 'not-executed' })
      try {
        return await method(...args)
      } catch (error) {
        throw addCallerLine(isOfOtherInvocation(error) ? otherInvocation(name, error) : error, call)
      }
    }
  }
  return client
}

/** What workerd says when a Worker uses a stream of an earlier request. */
function isOfOtherInvocation(error: unknown): boolean {
  return /on behalf of a different request/.test(`${error} ${(error as Error | null)?.cause}`)
}

function otherInvocation(name: string, cause: unknown): ClosedError {
  const { delivery = 'unknown' } = cause as Partial<ClosedError>
  return new ClosedError(`${name}: this client belongs to an earlier request of the Worker; connect() in each`, {
    delivery,
    cause,
  })
}
