/** The base class of all errors, and the mark by which they are recognised. */
import { cleanText } from './util/clean-text.ts'

/**
 * What a caller may conclude about side effects.
 * - `not-executed`: the server did not run the request; it may be sent again.
 * - `answered`: the server ran it and said so.
 * - `unknown`: it may or may not have run.
 */
export type Delivery = 'not-executed' | 'answered' | 'unknown'

/** The options of all errors. */
export interface McpErrorOptions {
  delivery?: Delivery
  /** Whether the same call may succeed later. */
  retryable?: boolean
  cause?: unknown
}

/** A symbol of the global registry is the same in every JavaScript realm and in every copy of this package. */
export const brand: unique symbol = Symbol.for('mcp-over-fetch.error')

/** `Fields` are the options that a subclass adds; they become its fields. */
export class McpError<Fields extends object = object> extends Error {
  /** Identifies the class of the error; stable, unlike names of classes after minifying. */
  readonly code: string = 'mcp'
  /** What the caller may conclude about side effects. */
  declare readonly delivery: Delivery
  /** Whether the same call may succeed later. */
  declare readonly retryable: boolean

  constructor(message: string, options?: McpErrorOptions & Fields) {
    super(cleanText(message, 1500))
    for (const [key, value] of Object.entries({ delivery: 'unknown', retryable: false, ...options })) {
      // Only short facts: consoles print what is enumerable, people serialise it, and the rest may be long or secret.
      const enumerable = /^(delivery|retryable|status|rpcCode|limit|reason)$/.test(key) && value !== undefined
      Object.defineProperty(this, key, { value, enumerable, writable: true, configurable: true })
    }
    // Not a member of the class: bundlers keep an unused class that has a computed name.
    Object.defineProperty(this, brand, { value: true })
  }

  /** From the code, since class names do not survive minifying: `not-mcp-endpoint` is a NotMcpEndpointError. */
  override get name(): string {
    return `${this.code.replace(/-?\b./g, (start) => start.slice(-1).toUpperCase())}Error`
  }
}
