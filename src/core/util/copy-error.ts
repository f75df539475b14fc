/** Copies an error of a runtime or a library, to keep it as a cause: its other members may hold raw bytes of a response. */
import { cleanText } from './clean-text.ts'

/** Name, code and message, which some runtimes write the whole URL into. Other values than errors are returned as they are. */
export function copyError(error: unknown, redact = (text: string): string => text, depth = 4): unknown {
  if (!(error instanceof Error || 'stack' in Object(error))) return error
  const { name, message, code, cause } = error as Error & { code?: unknown }
  const text = cleanText(redact(`${message}`), 1500).replace(
    /(https?:\/\/[^\s?#"'<>]*)[?#][^\s"'<>)]*/g,
    '$1?[redacted]',
  )
  const copy = cause && depth ? new Error(text, { cause: copyError(cause, redact, depth - 1) }) : new Error(text)
  // Without the lines of this function.
  return Object.assign(copy, { name, stack: `${name}: ${text}` }, code !== undefined && { code })
}
