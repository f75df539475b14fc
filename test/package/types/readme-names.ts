/** What the README's examples take for granted because the text around them says it. */
import type { Client } from 'mcp-over-fetch'

/** A client that is connected. */
export declare const client: Client

/** Ends a call when a person says so. */
export declare const stop: AbortController

/** A progress bar. */
export declare const bar: { update(progress: number, total?: number, message?: string): void }
