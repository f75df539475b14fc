/** Guards the methods of a client: they refuse unknown options and a closed client, and errors show who called. */
import type { Client } from './client.ts'
import { ClosedError } from './errors.ts'
import { checkKeys } from './known-options.ts'
import type { CallOptions } from './options.ts'
import { addCallerLine } from './util/caller-line.ts'

const CALL = ['signal', 'timeout', 'maxTimeout', 'onProgress', 'onLog', 'meta'] as const
const LIST = [...CALL, 'fresh'] as const
const INPUT = [...CALL, 'onResumable', 'resume', 'onInputRequired'] as const

/** Of each method the position of its options among the arguments, and their names. */
const METHODS = {
  listTools: [0, LIST],
  callTool: [2, [...INPUT, 'retry', 'output']],
  listResources: [0, LIST],
  listResourceTemplates: [0, LIST],
  readResource: [1, [...INPUT, 'fresh']],
  listPrompts: [0, LIST],
  getPrompt: [2, INPUT],
  complete: [3, CALL],
  setLogLevel: [1, CALL],
  request: [2, INPUT],
  ping: [0, CALL],
} as const satisfies { [Name in keyof Client]?: readonly [number, readonly (keyof CallOptions)[]] }

type Method = (...args: unknown[]) => Promise<unknown>

/** Replaces the methods of the client. `closing` aborts when the client is closed. */
export function guardMethods(client: Client, closing: AbortSignal): Client {
  const methods = client as unknown as Record<string, Method>
  for (const [name, [position, known]] of Object.entries(METHODS)) {
    const method = methods[name]!
    methods[name] = async (...args) => {
      // Created before the first await. Only an error reads its stack, so it costs a few microseconds.
      const call = new Error()
      checkKeys(name, args[position] as object | undefined, known)
      if (closing.aborted) throw new ClosedError(`${name}: the client is closed`, { delivery: 'not-executed' })
      try {
        return await method(...args)
      } catch (error) {
        throw addCallerLine(error, call)
      }
    }
  }
  return client
}
