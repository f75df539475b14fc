/** Shortens texts for a model: JSON at its structure, other text at its lines. */
import { parseOutline, showOutline } from './json-outline.ts'

/** The bytes in UTF-8, or infinity if there are more than `max`: a long text is not encoded for that. */
export function measure(text: string, max: number): number {
  const bytes = text.length <= max ? new TextEncoder().encode(text).length : Number.POSITIVE_INFINITY
  return bytes <= max ? bytes : Number.POSITIVE_INFINITY
}

/** As much of the beginning as fits, in whole characters. */
export function beginning(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text.slice(0, bytes), new Uint8Array(bytes))
  return text.slice(0, read)
}

/** A text of at most so many bytes that shows what the whole is like. */
export function shorten(text: string, bytes: number): string {
  const outline = /^\s*[[{]/.test(text.slice(0, 100)) ? parseOutline(text) : undefined
  return (outline && showOutline(outline, (shown) => measure(shown, bytes) <= bytes)) ?? shortenLines(text, bytes)
}

/** The beginning and the end: logs say at their end what went wrong. */
function shortenLines(text: string, bytes: number): string {
  const room = bytes - 60
  const first = beginning(text, Math.floor(room * 0.75))
  // A half of a pair has no bytes of its own.
  let last = text
    .slice(first.length - text.length)
    .slice(-Math.floor(room * 0.25))
    .replace(/^[\udc00-\udfff]/, '')
  while (measure(last, room * 0.25) > room * 0.25) {
    last = last.slice(Math.ceil(last.length / 4)).replace(/^[\udc00-\udfff]/, '')
  }
  const start = first.slice(0, endOfLine(first))
  const end = last.slice(startOfLine(last))
  return `${start}\n[… ${text.length - start.length - end.length} characters left out …]\n${end}`
}

/** Whole lines, unless they are so long that most would be lost. */
function endOfLine(text: string): number {
  const index = text.lastIndexOf('\n')
  return index > text.length / 2 ? index : text.length
}

function startOfLine(text: string): number {
  const index = text.indexOf('\n') + 1
  return index < text.length / 2 ? index : 0
}
