/** The faults that are in force, in the order in which they were added. */
import type { ReceivedRequest } from '../http/received-request.ts'
import { matches } from '../script/rules.ts'
import type { Match } from '../script/script.ts'
import { checkFault } from './check-fault.ts'
import type { FaultContext, FaultDefinition, FaultOptions } from './fault.ts'
import { type FaultName, faultTable } from './table.ts'

/** A fault that was injected into a server. */
export interface ActiveFault {
  /** How many requests it has met. */
  readonly hits: number
  /** Whether it will meet further requests. */
  readonly active: boolean
  /** From now on it meets no request. */
  stop(): void
}

/** What a fault does to one request. */
export interface TakenFault {
  name: string
  unsent: FaultDefinition['unsent']
  apply(context: FaultContext): Promise<Response>
}

export interface Faults {
  add(name: FaultName, options?: FaultOptions): ActiveFault
  /** The first fault that meets this request, which counts as a hit; undefined if there is none. */
  take(received: ReceivedRequest): TakenFault | undefined
  clear(): void
}

/** Paths of MCP endpoints; others belong to the authorization server. */
const ENDPOINTS = ['/mcp', '/sse', '/message']

export function createFaults(): Faults {
  const active = new Set<{ take(received: ReceivedRequest): TakenFault | undefined }>()
  return { add, take, clear: () => active.clear() }

  function add(name: FaultName, options: FaultOptions = {}): ActiveFault {
    checkFault(name, options)
    const definition: FaultDefinition = faultTable[name]
    const on = readMatch(options.on) ?? definition.on ?? {}
    const { times = Infinity } = options
    let hits = 0
    const entry = { take: takeNext }
    active.add(entry)
    return {
      get hits() {
        return hits
      },
      get active() {
        return active.has(entry)
      },
      stop: () => void active.delete(entry),
    }

    function takeNext({ request, path, body }: ReceivedRequest): TakenFault | undefined {
      const isEndpoint = on.path !== undefined || ENDPOINTS.includes(path)
      if (!isEndpoint || !matches(on, request.method, path, body) || options.while?.() === false) return undefined
      hits += 1
      if (hits >= times) active.delete(entry)
      const { unsent, apply } = definition
      return { name, unsent, apply: async (context) => apply(context, options) }
    }
  }

  function take(received: ReceivedRequest): TakenFault | undefined {
    for (const entry of active) {
      const taken = entry.take(received)
      if (taken) return taken
    }
    return undefined
  }
}

function readMatch(on: FaultOptions['on']): Match | undefined {
  return typeof on === 'string' ? { rpcMethod: on } : on
}
