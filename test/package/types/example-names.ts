/** The names that the examples of the documentation use without declaring them. */
import type { Client } from 'mcp-over-fetch'

/** A connected client. */
export declare const client: Client

/** Cancels a call. */
export declare const stop: AbortController

/** A progress bar. */
export declare const bar: { update(progress: number, total?: number, message?: string): void }
