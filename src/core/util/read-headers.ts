/** Reads headers in any of the forms in which applications give them. */
import type { HeadersInput } from '../fetch.ts'
import { invalidArgument } from './invalid-argument.ts'

/** With names in lower case. Errors name the header but not its value, which may be a secret. */
export function readHeaders(given: HeadersInput | null = {}, option = 'headers'): Record<string, string> {
  const headers = new Headers()
  for (const pair of pairsOf(given ?? {}, option)) {
    const [name, value] = Array.isArray(pair) ? pair : [pair]
    const type = typeof value
    if (!/string|number/.test(type)) throw invalidArgument(`${option}: expected a string for ${name}, got ${type}`)
    try {
      headers.append(name as string, value!)
    } catch {
      // The error of the runtime repeats the value.
      throw invalidArgument(`${option}: ${name} has characters that a header cannot have`)
    }
  }
  return Object.fromEntries(headers as unknown as Iterable<[string, string]>)
}

function pairsOf(given: HeadersInput, option: string): Iterable<readonly [string, string]> {
  if (typeof given !== 'object') throw invalidArgument(`${option}: expected Headers or a record, got a ${typeof given}`)
  if (Symbol.iterator in given) return given
  if (typeof given.forEach !== 'function') return Object.entries(given)
  const pairs: [string, string][] = []
  given.forEach((value, name) => {
    pairs.push([name, value])
  })
  return pairs
}
