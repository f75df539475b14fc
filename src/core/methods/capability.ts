/** What a server announced: nobody asks for what it said it does not have. */
import { CapabilityError } from '../errors.ts'
import type { Caller } from '../rpc/call.ts'

/** Without any capabilities the server decides. */
export function declares({ era }: Caller, capability: string, demanded: boolean): boolean {
  const { capabilities } = era.server
  if (!capabilities || capabilities[capability]) return true
  if (!demanded) return false
  throw new CapabilityError(`Expected a server with ${capability}, got one without`, { delivery: 'not-executed' })
}
