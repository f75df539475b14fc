/** Finds exported declarations and members without a comment, in the compiler's own view of the published types. */
import { type NamedSymbol, readDeclarations } from './compiler.ts'

export interface Comments {
  /** What has no comment, as `Client.ping in core/client.d.ts`. */
  missing: string[]
  /** The examples, by the name of what they show. */
  examples: Map<string, string>
}

/** `files` are the declarations of entries in `folder`. */
export function readComments(files: readonly string[], folder: string): Comments {
  const { checker, exportsOf, isMember } = readDeclarations(files)
  const missing = new Set<string>()
  const examples = new Map<string, string>()
  for (const { symbol } of files.flatMap(exportsOf)) {
    read(symbol, symbol.name)
    for (const members of [symbol.members, symbol.exports]) {
      for (const member of members?.values() ?? []) if (isMember(member)) read(member, `${symbol.name}.${member.name}`)
    }
  }
  return { missing: [...missing].sort(), examples }

  function read(symbol: NamedSymbol, name: string): void {
    const file = symbol.declarations?.[0]?.getSourceFile().fileName
    if (!file?.startsWith(folder)) return
    if (symbol.getDocumentationComment(checker).length === 0) missing.add(`${name} in ${file.slice(folder.length + 1)}`)
    const example = symbol.getJsDocTags(checker).find((tag) => tag.name === 'example')
    if (example?.text) examples.set(name, example.text.map(({ text }) => text).join(''))
  }
}
