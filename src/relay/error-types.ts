/** The errors of this entry, for `isMcpError()`. Only the declarations on npm refer to this file: JSR allows none like it. */
import type { RelayError } from './errors.ts'

declare module '../core/add-on-errors.ts' {
  interface AddOnErrors {
    /** Thrown by `mcp-over-fetch/relay`. */
    relay: RelayError
  }
}
