/** Text of a server nobody vouches for, as text nodes; what would be invisible in it is made visible. */
import type { JSX } from 'preact'

/** Beyond this, layout takes longer than a person waits. */
const LONGEST = 100_000

/** Characters that change how others look or that nobody sees: bidirectional marks, zero width, tags, controls. */
const ODD =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu

export function clip(text: string, maxLength: number = LONGEST): string {
  if (text.length <= maxLength) return text
  return `${text.slice(0, maxLength)}… (${(text.length - maxLength).toLocaleString('en')} more characters)`
}

export function Text({ of, maxLength = LONGEST }: { of: unknown; maxLength?: number }): JSX.Element {
  const text = clip(toText(of), maxLength)
  const parts: (string | JSX.Element)[] = []
  let end = 0
  for (const { index, 0: odd } of text.matchAll(ODD)) {
    // A text that consists of nothing else must not become a million elements.
    if (parts.length > 2_000) break
    parts.push(text.slice(end, index), <Odd character={odd} />)
    end = index + odd.length
  }
  return <>{[...parts, text.slice(end)]}</>
}

function Odd({ character }: { character: string }): JSX.Element {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  return (
    <span class="odd" title="A character that is not visible">
      U+{code}
    </span>
  )
}

/** A wide line scrolls, which the keyboard can do only where it can have the focus. */
export function Pre({ text, label }: { text: unknown; label?: string }): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    // biome-ignore lint/a11y/useSemanticElements: white space counts
    <pre tabIndex={0} role="region" aria-label={label ?? 'Text'}>
      <Text of={text} />
    </pre>
  )
}

export function toJson(value: unknown, indent = 2): string {
  try {
    return JSON.stringify(value, undefined, indent) ?? String(value)
  } catch (error) {
    // Nested deeper than the engine can go.
    return `This cannot be shown as JSON: ${(error as Error).message}`
  }
}

/** Undefined for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A value of any kind as text. `String()` would throw at an object with a `toString` of its own. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : toJson(value)
}

/** For what a server should have sent as text; nothing stops it from sending something else. */
export function nonEmptyString(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
