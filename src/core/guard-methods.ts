/** Guards the methods of a client: they refuse unknown options and a closed client, and errors show who called. */

import type {
  CallOptions,
  CallToolOptions,
  CustomRequestOptions,
  GetPromptOptions,
  ListOptions,
  ReadResourceOptions,
  RequestOptions,
} from './call-options.ts'
import { ClosedError } from './errors.ts'
import { checkKeys } from './known-options.ts'
import { addCallerLine } from './util/caller-line.ts'
import { checkResume } from './validation/stored.ts'

type Known<Options> = Record<keyof Options, 1>

// The types demand that every option is known.
const REQUEST: Known<RequestOptions> = { signal: 1, timeout: 1, maxTotalTimeout: 1, meta: 1 }
const LIST: Known<ListOptions> = { ...REQUEST, cacheMode: 1 }
const PROMPT: Known<GetPromptOptions> = { ...REQUEST, onProgress: 1, onLog: 1, inputRequired: 1, resume: 1 }
const RESOURCE: Known<ReadResourceOptions> = { ...PROMPT, cacheMode: 1 }
const CUSTOM: Known<CustomRequestOptions> = { ...REQUEST, onProgress: 1, onLog: 1, onResumable: 1, resume: 1 }
const TOOL: Known<CallToolOptions> = { ...PROMPT, onResumable: 1, retry: 1, outputSchema: 1 }

/** Of each method the position of its options among the arguments, and their names. */
const METHODS: Record<string, [position: number, known: object]> = {
  listTools: [0, LIST],
  callTool: [2, TOOL],
  listResources: [0, LIST],
  listResourceTemplates: [0, LIST],
  readResource: [1, RESOURCE],
  listPrompts: [0, LIST],
  getPrompt: [2, PROMPT],
  complete: [1, REQUEST],
  setLoggingLevel: [1, REQUEST],
  request: [2, CUSTOM],
  ping: [0, REQUEST],
}

type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>

/** Replaces the methods of the client. `closing` aborts when the client is closed. */
export function guardMethods<Client extends object>(client: Client, closing: AbortSignal): Client {
  const methods = client as unknown as Methods
  for (const name in METHODS) {
    const [position, options] = METHODS[name]!
    const known = Object.keys(options)
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
