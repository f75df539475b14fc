/** JSON text with line breaks, every character of its values kept: parsing would change integers above 2^53. */

/** Longer texts stay as they are. */
const MAX_LENGTH = 2_000_000

const TOKEN = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/g

/** The text as it is when it is not JSON, or too long. A truncated one is indented as far as it goes. */
export function prettyJson(text: string, indent = '  '): string {
  if (text.length > MAX_LENGTH || !/^\s*[{[]/.test(text)) return text
  let result = ''
  let depth = 0
  let before = ''
  for (const [token] of text.matchAll(TOKEN)) {
    const isClosing = token === '}' || token === ']'
    if (isClosing) depth--
    const breaks = isClosing ? before !== '{' && before !== '[' : before === '{' || before === '[' || before === ','
    if (breaks) result += `\n${indent.repeat(Math.max(depth, 0))}`
    result += token === ':' ? ': ' : token
    if (token === '{' || token === '[') depth++
    before = token
  }
  return result
}
