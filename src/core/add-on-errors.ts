/** The errors of other entries, which the main entry must not know. */

/**
 * The errors beside those of this entry, each under any name: every entry adds what it throws, and an application may add
 * errors of its own, by `declare module 'mcp-over-fetch' { interface AddOnErrors { quota: QuotaError } }`.
 * `isMcpError()` narrows to all of them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: other modules add its members
export interface AddOnErrors {}
