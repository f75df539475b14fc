/** The error of a client whose relay refused a request. */
import { McpError } from '../core/errors.ts'
import type { RelayErrorReason } from './types.ts'

/** The relay refused the request, or what answered is no relay. */
export class RelayError extends McpError<{ reason: RelayErrorReason | 'no-relay'; status: number }> {
  override readonly code: 'relay' = 'relay'
  /** Why; `no-relay` if something else answers at the address. */
  declare readonly reason: RelayErrorReason | 'no-relay'
  /** The status of the response. */
  declare readonly status: number
}
