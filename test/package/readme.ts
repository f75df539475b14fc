/** The TypeScript examples of a Markdown page, as modules that a compiler can read. */

export interface Example {
  /** The line of its opening fence, from 1. */
  line: number
  code: string
}

/** Any fenced block, so that a fence inside a longer one opens nothing: its fence, language and text. */
const block = /^[ \t]*(`{3,})(\w*).*\n([\s\S]*?)^[ \t]*\1[ \t]*$/gm

export function findExamples(markdown: string): Example[] {
  return [...markdown.matchAll(block)]
    .filter(([, , language]) => language === 'ts')
    .map((match) => ({ line: markdown.slice(0, match.index).split('\n').length, code: match[3]! }))
}

const importStatement = /^[ \t]*import\b(?!\s*[(.])[^'"]*(['"])[^'"\n]+\1;?/gm

/**
 * The example as the body of an async function, so that it may be a fragment, with its imports before it and with the
 * names that `given` exports; one that exports something is a module already. Its lines keep their numbers in the page.
 */
export function toModule({ line, code }: Example, given: { file: string; names: readonly string[] }): string {
  if (/^[ \t]*export\b/m.test(code)) return '\n'.repeat(line) + code
  const own = (code.match(importStatement) ?? []).map((text) => text.replaceAll('\n', ' ').replace(/;?$/, ';'))
  const imports = [`import { ${given.names.join(', ')} } from './${given.file}';`, ...own]
  const body = code.replace(importStatement, (text) => text.replaceAll(/[^\n]/g, ''))
  return `${'\n'.repeat(line - 1)}${imports.join(' ')} export async function example() {\n${body}\n}\n`
}
