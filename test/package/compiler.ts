/** The compiler's own view of the published types. */
import { createRequire } from 'node:module'
import { peer } from './peers.ts'

/** The part of the compiler's API that is used; the newest compiler has none. */
export interface Compiler {
  createProgram(files: string[], options: object): { getTypeChecker(): Checker; getSourceFile(file: string): unknown }
  createPrinter(options: object): { printNode(hint: number, node: Declaration, file: SourceFile): string }
  SymbolFlags: Readonly<
    Record<'Alias' | 'Property' | 'Method' | 'Accessor' | 'Function' | 'Class' | 'Interface' | 'TypeAlias', number>
  >
  SyntaxKind: Readonly<Record<'CallSignature' | 'ConstructSignature' | 'IndexSignature', number>>
}

export interface Checker {
  getSymbolAtLocation(file: unknown): NamedSymbol | undefined
  getExportsOfModule(module: NamedSymbol): NamedSymbol[]
  getAliasedSymbol(alias: NamedSymbol): NamedSymbol
  getTypeOfSymbol(symbol: NamedSymbol): { getCallSignatures(): { getDeclaration(): Declaration | undefined }[] }
}

export interface SourceFile {
  fileName: string
  statements: readonly Declaration[]
}

export interface Declaration {
  kind: number
  name?: { text?: string }
  members?: readonly Declaration[]
  getSourceFile(): SourceFile
  /** Without the comment before it, with those inside. */
  getText(): string
}

export interface NamedSymbol {
  name: string
  flags: number
  members?: Map<string, NamedSymbol>
  exports?: Map<string, NamedSymbol>
  declarations?: Declaration[]
  getDocumentationComment(checker: Checker): { text: string }[]
  getJsDocTags(checker: Checker): { name: string; text?: { text: string }[] }[]
}

/** The numbers of `nodenext` in the API. */
const NODE_NEXT = { module: 199, resolution: 99 }

export interface Declarations {
  compiler: Compiler
  checker: Checker
  /** What a file exports, each as the symbol that it stands for. */
  exportsOf(file: string): { name: string; symbol: NamedSymbol }[]
  /** Whether it has a name of its own: constructors, call and index signatures, and names of the platform have none. */
  isMember(symbol: NamedSymbol): boolean
}

/** `files` are the declarations of entries. */
export function readDeclarations(files: readonly string[]): Declarations {
  const compiler = createRequire(import.meta.url)(peer('typescript-5.9')) as Compiler
  const lib = ['lib.es2022.d.ts', 'lib.dom.d.ts']
  const { module, resolution } = NODE_NEXT
  const program = compiler.createProgram([...files], { lib, types: [], module, moduleResolution: resolution })
  const checker = program.getTypeChecker()
  const { Alias, Property, Method, Accessor } = compiler.SymbolFlags
  return {
    compiler,
    checker,
    exportsOf(file) {
      const module = checker.getSymbolAtLocation(program.getSourceFile(file))
      return (module ? checker.getExportsOfModule(module) : []).map((symbol) => ({
        name: symbol.name,
        symbol: symbol.flags & Alias ? checker.getAliasedSymbol(symbol) : symbol,
      }))
    },
    isMember: ({ flags, name }) => !!(flags & (Property | Method | Accessor)) && !/^(prototype$|#|__)/.test(name),
  }
}
