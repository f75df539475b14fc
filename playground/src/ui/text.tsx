/** Text from untrusted servers: rendered as text nodes, with invisible characters made visible. */
import type { JSX } from 'preact'
import { toText } from './json.ts'

/** Layout of longer text blocks the page noticeably. */
const MAX_LENGTH = 100_000

/** Bidirectional marks, zero-width characters, tags and controls: they hide text or change how other text looks. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu

export function clip(text: string, maxLength: number = MAX_LENGTH): string {
  if (text.length <= maxLength) return text
  return `${text.slice(0, maxLength)}… (${(text.length - maxLength).toLocaleString('en')} more characters)`
}

export function Text({ of, maxLength = MAX_LENGTH }: { of: unknown; maxLength?: number }): JSX.Element {
  const text = clip(toText(of), maxLength)
  const parts: (string | JSX.Element)[] = []
  let end = 0
  for (const { index, 0: character } of text.matchAll(INVISIBLE)) {
    // Text that consists of such characters must not become millions of elements.
    if (parts.length > 2_000) break
    parts.push(text.slice(end, index), <InvisibleCharacter character={character} />)
    end = index + character.length
  }
  return <>{[...parts, text.slice(end)]}</>
}

function InvisibleCharacter({ character }: { character: string }): JSX.Element {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  return (
    <span class="invisible-character" title="A character that is not visible">
      U+{code}
    </span>
  )
}

/** Focusable, because wide lines scroll and keyboards scroll only focused elements. */
export function Pre({ text, label }: { text: unknown; label?: string }): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    // biome-ignore lint/a11y/useSemanticElements: white space counts
    <pre tabIndex={0} role="region" aria-label={label ?? 'Text'}>
      <Text of={text} />
    </pre>
  )
}
