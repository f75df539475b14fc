/** Finds exported declarations and members without a comment, in the compiler's own view of the published types. */
import { createRequire } from 'node:module'
import { peer } from './peers.ts'

/** The part of the compiler's API that is used; the newest compiler has none. */
interface Compiler {
  createProgram(files: string[], options: object): { getTypeChecker(): Checker; getSourceFile(file: string): unknown }
  SymbolFlags: Readonly<Record<'Alias' | 'Property' | 'Method' | 'Accessor', number>>
}

interface Checker {
  getSymbolAtLocation(file: unknown): Symbol | undefined
  getExportsOfModule(module: Symbol): Symbol[]
  getAliasedSymbol(alias: Symbol): Symbol
}

interface Symbol {
  name: string
  flags: number
  members?: Map<string, Symbol>
  exports?: Map<string, Symbol>
  declarations?: { getSourceFile(): { fileName: string } }[]
  getDocumentationComment(checker: Checker): unknown[]
  getJsDocTags(checker: Checker): { name: string; text?: { text: string }[] }[]
}

/** The numbers of `nodenext` in the API. */
const NODE_NEXT = { module: 199, resolution: 99 }

export interface Comments {
  /** What has no comment, as `Client.ping in core/client.d.ts`. */
  missing: string[]
  /** The examples, by the name of what they show. */
  examples: Map<string, string>
}

/** `files` are the declarations of entries in `folder`. */
export function readComments(files: readonly string[], folder: string): Comments {
  const { createProgram, SymbolFlags } = createRequire(import.meta.url)(peer('typescript-5.9')) as Compiler
  const lib = ['lib.es2022.d.ts', 'lib.dom.d.ts']
  const program = createProgram([...files], {
    lib,
    types: [],
    module: NODE_NEXT.module,
    moduleResolution: NODE_NEXT.resolution,
  })
  const checker = program.getTypeChecker()
  const missing = new Set<string>()
  const examples = new Map<string, string>()
  for (const file of files) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file))
    for (const symbol of module ? checker.getExportsOfModule(module) : []) readExport(symbol)
  }
  return { missing: [...missing].sort(), examples }

  function readExport(exported: Symbol): void {
    const symbol = exported.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    read(symbol, symbol.name)
    for (const members of [symbol.members, symbol.exports]) {
      for (const member of members?.values() ?? []) if (isMember(member)) read(member, `${symbol.name}.${member.name}`)
    }
  }

  function read(symbol: Symbol, name: string): void {
    const file = symbol.declarations?.[0]?.getSourceFile().fileName
    if (!file?.startsWith(folder)) return
    if (symbol.getDocumentationComment(checker).length === 0) missing.add(`${name} in ${file.slice(folder.length + 1)}`)
    const example = symbol.getJsDocTags(checker).find((tag) => tag.name === 'example')
    if (example?.text) examples.set(name, example.text.map(({ text }) => text).join(''))
  }

  /** Constructors, call and index signatures are explained by the declaration itself, and symbols by the platform. */
  function isMember({ flags, name }: Symbol): boolean {
    const { Property, Method, Accessor } = SymbolFlags
    return !!(flags & (Property | Method | Accessor)) && !/^(prototype$|#|__)/.test(name)
  }
}
