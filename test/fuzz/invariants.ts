/** What must hold after every input: errors are typed and printable, prototypes are unchanged. */
import { isMcpError } from '../../src/core/index.ts'
import { Violation } from './target.ts'

const DELIVERIES = ['not-executed', 'answered', 'unknown']

/** Longer than any message that names an address and a text of the server. */
const MAX_MESSAGE = 1_000

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a message must not contain
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

/** An error as a caller may meet it; for mistakes of the caller a TypeError with a code. */
export function assertTyped(error: unknown): void {
  const { code, delivery, message } = (error ?? {}) as { code?: unknown; delivery?: string; message?: string }
  const isArgument = error instanceof TypeError && code === 'invalid-argument'
  if (!isMcpError(error) && !isArgument) throw new Violation(`an untyped error: ${describe(error)}`)
  if (!DELIVERIES.includes(`${delivery}`)) throw new Violation(`an error with the delivery ${delivery}`)
  if (UNPRINTABLE.test(`${message}`))
    throw new Violation(`a message that cannot be printed: ${JSON.stringify(message)}`)
  if (`${message}`.length > MAX_MESSAGE) throw new Violation(`a message of ${message?.length} characters`)
}

export function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const PROTOTYPES = [Object, Array, String, Number, Boolean, Function, Promise, Map, Set, RegExp, Error].map(
  ({ prototype }) => prototype as object,
)
const fingerprint = () => PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype).length).join()
const expected = fingerprint()

export function assertPrototypesUnchanged(): void {
  if (fingerprint() !== expected) throw new Violation('a prototype has a new member')
}
