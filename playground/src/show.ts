/** Turns values of any size and shape into text that a page can bear. */
import { element } from './element.ts'

/** Beyond this, layout takes longer than a person waits. */
const LONGEST = 100_000

export function clip(text: string, longest: number = LONGEST): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest)}… (${(text.length - longest).toLocaleString()} more characters)`
}

export function toJson(value: unknown): string {
  try {
    return clip(JSON.stringify(value, undefined, 2) ?? String(value))
  } catch (error) {
    // Nested deeper than the engine can go.
    return `This cannot be shown as JSON: ${(error as Error).message}`
  }
}

export function preformatted(text: string): HTMLElement {
  // A wide line scrolls, which the keyboard can do only where it can have the focus.
  return element('pre', { tabIndex: 0 }, clip(text))
}

/** Text under a small heading of its own. */
export function labelled(kind: string, text: string): HTMLElement {
  return block(kind, preformatted(text))
}

export function block(kind: string, ...shown: HTMLElement[]): HTMLElement {
  return element('div', { className: 'stack' }, element('p', { className: 'kind' }, kind), ...shown)
}

/** Names and values, without those that are undefined or empty. */
export function facts(entries: Record<string, Node | string | number | undefined>): HTMLElement {
  const list = element('dl')
  for (const [name, value] of Object.entries(entries)) {
    if (value === undefined || value === '') continue
    const shown = value instanceof Node ? value : clip(String(value), 2_000)
    list.append(element('div', {}, element('dt', {}, name), element('dd', {}, shown)))
  }
  return list
}

export function duration(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}

/** A value of any kind as text. `String()` would throw at an object with a `toString` of its own. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : toJson(value)
}

/** For what a server should have sent as text; nothing stops it from sending something else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
