/** Removes characters that people do not see and models read: instructions are hidden in them. Takes linear time. */

/** A text without hidden characters. */
export interface CleanText {
  /** The remaining text. */
  text: string
  /** In how many places something was removed. */
  removed: number
}

/** What may have to be removed. Most texts have none of it, and are not copied: emoji, and single joiners, are normal. */
const SUSPECT =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal sequences begin with one
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: they are looked for one by one
  /[\u001b\u0080-\u009f\u202a-\u202e\u2066-\u206f\ufff9-\ufffb\udb40]|[\u200b-\u200f\u2060-\u2064\ufeff\ufe00-\ufe0f]{2}/

// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const ESCAPE = /[\u001b\u0080-\u009f]/

/** The first half of tags, and of the less common variation selectors. */
const TAG = '\udb40'

/**
 * Terminal escape sequences: those with a string (links, titles) go with it, then those with parameters, then the others.
 * The start of another sequence ends a string: a search to the end of the text from each start takes quadratic time.
 */
const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are control characters
  /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0090\u0098\u009c-\u009f]*(?:\u0007|\u001b\\|\u009c)|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[ -/]*[0-~]?|[\u0080-\u0084\u0086-\u009f]/g

// Quantifiers have a limit: engines remember each repetition, and throw when there are millions.

/** Flags of regions (the group) are written with tags. Elsewhere tags are ASCII that nobody sees. */
const TAGS = /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|[\u{e0000}-\u{e007f}]{1,9999}/gu

/** Bidi embeddings and overrides, deprecated format characters, and marks of annotations. */
const FORMATS = /[\u202a-\u202e\u206a-\u206f\ufff9-\ufffb]{1,9999}/g

const ISOLATES = /[\u2066-\u2069\n\u2029]/g

const ISOLATE = /[\u2066-\u2069]/

/** Two or more joiners, marks of direction, spaces of no width, invisible operators and variation selectors. */
const RUNS =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: a class of them, since alternatives take memory for each character
  /[\u200b-\u200f\u2060-\u2064\ufeff\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,9999}/gu

/** The same where no character has two halves: many times as fast. */
// biome-ignore lint/suspicious/noMisleadingCharacterClass: as above
const SHORT_RUNS = /[\u200b-\u200f\u2060-\u2064\ufeff\ufe00-\ufe0f]{2,9999}/g

/** Joined emoji have a selector and a joiner; Persian, Arabic and Hebrew have up to three joiners and marks. */
const NORMAL_RUN = /^(?:[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])?[\u200c-\u200f]{0,3}$/u

/** Isolates, ends of paragraphs, and everything that can be seen. */
const ISOLATES_AND_SEEN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: as above
  /[\u2066-\u2069\n\u2029]|[^\u200b-\u200f\u2060-\u2064\u2066-\u2069\ufeff\n\u2029\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{1,9999}/gu

const LONE_SURROGATES = /\p{Surrogate}/gu

/**
 * The text without tag characters outside of flags, bidi overrides and embeddings, unmatched isolates, runs of zero-width
 * characters, and terminal escape sequences. What Persian, Arabic, Hebrew and emoji need stays.
 */
export function cleanText(text: string): CleanText {
  const first = text.search(SUSPECT)
  if (first < 0) return { text: mend(text), removed: 0 }
  let removed = 0
  const remove = () => {
    removed += 1
    return ''
  }
  // What stands before counts if it is a flag or a joiner, and is not half a character.
  const start = Math.max(0, first - 4 - (isLow(text, first - 4) ? 1 : 0))
  let rest = text.slice(start)
  if (ESCAPE.test(rest)) rest = rest.replace(ESCAPES, remove)
  const hasTags = rest.includes(TAG)
  if (hasTags) rest = rest.replace(TAGS, (_, flag?: string) => flag ?? remove())
  rest = rest.replace(FORMATS, remove)
  if (ISOLATE.test(rest)) {
    const wrong = wrongIsolates(rest)
    rest = rest.replace(ISOLATES, (character, index: number) => (wrong.has(index) ? remove() : character))
  }
  rest = rest.replace(hasTags ? RUNS : SHORT_RUNS, (run) => (NORMAL_RUN.test(run) ? run : remove()))
  return { text: mend(removed > 0 ? text.slice(0, start) + rest : text), removed }
}

const isLow = (text: string, index: number) => /[\udc00-\udfff]/.test(text.charAt(index))

/** APIs refuse requests with half a character. Old runtimes cannot tell whether there is one. */
function mend(text: string): string {
  const { isWellFormed } = text as { isWellFormed?(): boolean }
  return isWellFormed?.call(text) ? text : text.replace(LONE_SURROGATES, '\ufffd')
}

/** The places of isolates without a partner in the same paragraph, and of pairs with nothing to see between. */
function wrongIsolates(text: string): Set<number> {
  const wrong = new Set<number>()
  let open: number[] = []
  let seenAt = -1
  const endParagraph = () => {
    for (const index of open) wrong.add(index)
    open = []
  }
  for (const { 0: piece, index } of text.matchAll(ISOLATES_AND_SEEN)) {
    if (/^[\n\u2029]/.test(piece)) endParagraph()
    else if (piece === '\u2069') {
      const start = open.pop()
      if (start === undefined) wrong.add(index)
      else if (seenAt < start) wrong.add(start).add(index)
    } else if (piece.search(ISOLATES) === 0) open.push(index)
    else seenAt = index
  }
  endParagraph()
  return wrong
}

/** What stands after a text from which something was removed. */
export const removalNote = (removed: number): string =>
  `[Hidden characters were removed in ${removed} place${removed === 1 ? '' : 's'}]`

/** The text, and a note if something was removed. */
export function cleanWithNote(text: string): string {
  const { text: cleaned, removed } = cleanText(text)
  return removed === 0 ? cleaned : `${cleaned} ${removalNote(removed)}`.trim()
}
