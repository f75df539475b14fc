/** What a verb is: its options, its help, and what it does. One file per verb, and one row in `verbs.ts`. */
import type { Output } from './output.ts'

export interface Option {
  /** `flag` takes no value. */
  type: 'flag' | 'text' | 'list'
  /** One sentence for the help. */
  about: string
  /** The placeholder of its value: `<file>`. */
  value?: string
  short?: string
}

export type Options = Readonly<Record<string, Option>>

/** The values of options by name: flags are booleans, lists are arrays. */
export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

export interface Invocation {
  values: Values
  positionals: readonly string[]
  output: Output
  /** Aborts with Ctrl-C. */
  signal: AbortSignal
  env: Readonly<Record<string, string | undefined>>
}

export interface Verb {
  /** What comes after the name: `<url> <tool> [key=value …]`. */
  usage: string
  /** A few sentences. */
  about: string
  options: Options
  examples?: readonly string[]
  /** Returns the exit code; 0 if it returns nothing. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a verb that only prints returns nothing.
  run(invocation: Invocation): Promise<number | void>
}

/** Options of every verb. */
export const commonOptions: Options = {
  verbose: { type: 'flag', about: 'Show details, such as the wire and stack traces' },
  help: { type: 'flag', short: 'h', about: 'Show this text' },
}

export const jsonOption: Options = { json: { type: 'flag', about: 'Print JSON' } }

export function textOf(values: Values, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

export function listOf(values: Values, name: string): readonly string[] {
  const value = values[name]
  return Array.isArray(value) ? value : []
}
