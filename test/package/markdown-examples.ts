/** Extracts the examples of a Markdown page as modules that compile. */

export interface Example {
  /** The line of the opening fence, starting at 1. */
  line: number
  code: string
  /** The block of plain text that follows it: what it prints. */
  output?: string
}

/** A fenced block of any language: fence, language and text. A fence inside a longer one is text. */
const block = /^[ \t]*(`{3,})(\w*).*\n([\s\S]*?)^[ \t]*\1[ \t]*$/gm

export function findExamples(markdown: string, languages: readonly string[] = ['ts']): Example[] {
  const blocks = [...markdown.matchAll(block)]
  return blocks.flatMap((match, index) => {
    if (!languages.includes(match[2]!)) return []
    const next = blocks[index + 1]
    const between = markdown.slice(match.index + match[0].length, next?.index)
    const output = next?.[2] === 'text' && between.trim() === '' ? { output: next[3]! } : {}
    return [{ line: markdown.slice(0, match.index).split('\n').length, code: match[3]!, ...output }]
  })
}

const importStatement = /^[ \t]*import\b(?!\s*[(.])[^'"]*(['"])[^'"\n]+\1;?/gm

/**
 * Wraps an example into an async function, since it may be a fragment; its imports go before the function, with those of
 * `provided`. An example with exports is already a module. Line numbers stay those of the page.
 */
export function toModule({ line, code }: Example, provided: { file: string; names: readonly string[] }): string {
  if (/^[ \t]*export\b/m.test(code)) return '\n'.repeat(line) + code
  const own = (code.match(importStatement) ?? []).map((text) => text.replaceAll('\n', ' ').replace(/;?$/, ';'))
  const imports = [`import { ${provided.names.join(', ')} } from './${provided.file}';`, ...own]
  const body = code.replace(importStatement, (text) => text.replaceAll(/[^\n]/g, ''))
  return `${'\n'.repeat(line - 1)}${imports.join(' ')} export async function example() {\n${body}\n}\n`
}
