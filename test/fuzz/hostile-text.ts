/** Texts that parsers get wrong: control characters, markup, names of prototypes, halves of surrogates, long runs. */
import { pick, type Random, repeat } from './target.ts'

const PIECES = [
  '',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\r',
  '\0',
  '\u001b[31m',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\ud800',
  '\u{1f600}',
  'é',
  '"',
  "'",
  '\\',
  ',',
  ';',
  ':',
  '=',
  '-',
  '/',
  '..',
  '//',
  '?',
  '#',
  '%',
  '%00',
  '{',
  '}',
  '[',
  ']',
  '<b>',
  '0',
  '-1',
  '1e999',
  'NaN',
  'null',
  'true',
  'a',
  'Bearer',
  'https://',
  'javascript:',
  'localhost',
  '127.0.0.1',
  '@',
  '__proto__',
  'constructor',
  'toString',
] as const

export function hostileText(random: Random, most = 6): string {
  const text = repeat(random, most, () => pick(random, PIECES)).join('')
  return random() < 0.02 ? text.repeat(200) : text
}

/** The text with a few pieces inserted, removed or doubled. */
export function mutateText(random: Random, text: string): string {
  let result = text
  for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes--) {
    const at = Math.floor(random() * (result.length + 1))
    const to = Math.min(result.length, at + Math.floor(random() * 4))
    const choice = random()
    if (choice < 0.5) result = result.slice(0, at) + pick(random, PIECES) + result.slice(at)
    else if (choice < 0.8) result = result.slice(0, at) + result.slice(to)
    else result = result.slice(0, to) + result.slice(at)
  }
  return result
}
