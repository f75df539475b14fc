/** The error of an app that could not be shown. The result of its tool is as good as before: show that instead. */
import { McpError, type McpErrorOptions } from '../core/errors.ts'

/** Why an app is not shown. */
export type AppErrorReason =
  /** The tool has no view, or the server no such resource. */
  | 'no-view'
  /** The resource is not HTML of MCP Apps, or too large. */
  | 'invalid-view'
  /** The proxy is on the origin of the page itself, or on that of another server. */
  | 'shared-origin'
  /** The view declares domains that a static proxy page cannot allow, or more than an address can hold. */
  | 'domains'
  /** The proxy page did not load: `frame-src` of this page or `hosts` of the proxy does not allow it. */
  | 'blocked'
  /** The view did not start in time. */
  | 'silent'
  /** The frame left the proxy page, which only an attack does. */
  | 'navigated'

/** The view of a tool is not shown. */
export class AppError extends McpError<{ reason: AppErrorReason }> {
  override readonly code: 'app' = 'app'
  /** Why it is not shown. */
  declare readonly reason: AppErrorReason

  constructor(reason: AppErrorReason, message: string, options?: McpErrorOptions) {
    super(message, { delivery: 'not-executed', ...options, reason })
  }
}
