/** The errors of journaled calls. */
import { McpError } from '../core/errors.ts'

/** A call of the journal ended elsewhere without a result, or the journal cannot be used. */
export class DurableError extends McpError<{ reason: DurableError['reason']; callCode?: string | undefined }> {
  override readonly code: 'durable' = 'durable'
  /**
   * - `failed`, `unknown`: how the call ended, where this was not its owner.
   * - `missing`: the journal does not have it, or no longer.
   * - `taken`: somebody else has answered its question.
   * - `store`: the journal could not be written, so nothing was sent.
   */
  declare readonly reason: 'failed' | 'unknown' | 'missing' | 'taken' | 'store'
  /** The `code` of the error with which it ended. */
  declare readonly callCode: string | undefined
}
