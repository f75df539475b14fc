/** Parses the arguments of a verb. */
import { parseArgs } from 'node:util'
import { UsageError } from './errors.ts'
import { didYouMean } from './nearest.ts'
import { commonOptions, type Options, type Values } from './verb.ts'

export interface Parsed {
  values: Values
  positionals: string[]
}

export function parseArguments(args: readonly string[], own: Options): Parsed {
  const options = { ...own, ...commonOptions }
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { type, short }]) => [
      name,
      { type: type === 'flag' ? 'boolean' : 'string', multiple: type === 'list', ...(short && { short }) } as const,
    ]),
  )
  const { tokens } = parseArgs({
    args: [...args],
    options: config,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const values: Record<string, string | boolean | string[]> = {}
  const positionals: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    const option = Object.hasOwn(options, name) ? options[name] : undefined
    if (!option) {
      const names = Object.keys(options).map((known) => `--${known}`)
      throw new UsageError(`unknown option ${rawName}${didYouMean(rawName, names)}`)
    }
    if (option.type === 'flag') {
      if (value !== undefined) throw new UsageError(`--${name}: takes no value`)
      values[name] = true
    } else {
      // A forgotten value must not swallow the option that follows.
      if (value === undefined || (!token.inlineValue && /^--\w/.test(value)))
        throw new UsageError(`--${name}: expected ${option.value ?? 'a value'}, got nothing`)
      if (option.type === 'list') values[name] = [...((values[name] as string[] | undefined) ?? []), value]
      else values[name] = value
    }
  }
  return { values, positionals }
}

/** A whole number from `min` to `max`. */
export function parseCount(name: string, text: string, min: number, max: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= min && number <= max) return number
  throw new UsageError(`--${name}: expected a number from ${min} to ${max}, got ${JSON.stringify(text.slice(0, 40))}`)
}

export const parsePort = (text: string): number => parseCount('port', text, 0, 65_535)
