/** Code and JSON with syntax colours. What comes from a server stays text: each token is a text node. */
import type { JSX } from 'preact'
import { Text } from './text.tsx'

/** Longer texts stay without colours: thousands of elements take noticeably long. */
const MAX_COLOURED = 20_000

const WORDS =
  'import|from|export|const|let|await|async|function|return|if|else|for|of|in|new|try|catch|finally|throw|true|false|null|undefined|location|add_header'

/** Keys before other strings, and comments before all. */
const TOKEN = new RegExp(
  [
    String.raw`(?<comment>(?<![:\w])\/\/[^\n]*|(?<=^|\n)\s*#[^\n]*)`,
    String.raw`(?<key>"(?:[^"\\\n]|\\.)*"(?=\s*:))`,
    String.raw`(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\u0060[^\u0060]*\u0060)`,
    String.raw`(?<number>(?<![\w.])-?\d[\d_.]*(?:e[+-]?\d+)?(?![\w]))`,
    `(?<word>(?<![\\w$.])(?:${WORDS})(?![\\w$]))`,
  ].join('|'),
  'g',
)

export interface Token {
  kind: string | undefined
  text: string
}

/** The parts of a text, in order; those without a kind have no colour. */
export function tokenize(text: string): Token[] {
  if (text.length > MAX_COLOURED) return [{ kind: undefined, text }]
  const tokens: Token[] = []
  let end = 0
  for (const { index, 0: token, groups = {} } of text.matchAll(TOKEN)) {
    if (index > end) tokens.push({ kind: undefined, text: text.slice(end, index) })
    tokens.push({ kind: Object.keys(groups).find((kind) => groups[kind] !== undefined), text: token })
    end = index + token.length
  }
  if (end < text.length) tokens.push({ kind: undefined, text: text.slice(end) })
  return tokens
}

/** Focusable, because wide lines scroll and keyboards scroll only focused elements. */
export function CodeBlock({ text, label }: { text: string; label: string }): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    // biome-ignore lint/a11y/useSemanticElements: white space counts
    <pre tabIndex={0} role="region" aria-label={label}>
      {tokenize(text).map(({ kind, text: part }, index) =>
        kind === undefined ? (
          <Text key={index} of={part} />
        ) : (
          <span key={index} class={`syntax-${kind}`}>
            <Text of={part} />
          </span>
        ),
      )}
    </pre>
  )
}
