/** What each entry of the package exports, with its comments, as data. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Declaration, type NamedSymbol, readDeclarations } from '../../../test/package/compiler.ts'
import { root } from '../../../test/support/paths.ts'
import { manifest } from '../../build/entries.ts'

export type Kind = 'function' | 'class' | 'interface' | 'type' | 'value'

export interface Commented {
  name: string
  comment: string
  /** What an option is if it is left out. */
  byDefault?: string
  example?: string
}

export interface Member extends Commented {
  signatures: string[]
}

export interface Item extends Commented {
  kind: Kind
  /** The declaration without its members and comments; of a type all of it. */
  code: string
  members: Member[]
  /** The entry whose page describes it. */
  home: string
}

export interface Entry {
  /** As package.json exports it: `./group`. */
  path: string
  /** What programs import: `mcp-over-fetch/group`. */
  specifier: string
  /** The first line of its source. */
  comment: string
  items: Item[]
}

/** Without the prebuilt file, which exports what the main entry exports, and the manifest. */
const paths = Object.keys(manifest.exports).filter((path) => !['./bundle', './package.json'].includes(path))

const sourceOf = (path: string): string => (path === '.' ? 'core' : path.slice(2))

/** `folder` is the built package. */
export function readApi(folder: string): Entry[] {
  const fileOf = (path: string) => join(folder, sourceOf(path), 'index.d.ts')
  const { compiler, checker, exportsOf, isMember } = readDeclarations(paths.map(fileOf))
  const { SymbolFlags, SyntaxKind } = compiler
  const printer = compiler.createPrinter({ removeComments: true })
  const exported = new Map(paths.map((path) => [path, new Set(exportsOf(fileOf(path)).map(({ name }) => name))]))
  return paths.map((path) => ({
    path,
    specifier: manifest.name + path.slice(1),
    comment: firstComment(path),
    items: exportsOf(fileOf(path))
      .map(({ name, symbol }) => readItem(name, symbol, path))
      .sort((one, two) => one.name.localeCompare(two.name, 'en')),
  }))

  function readItem(name: string, symbol: NamedSymbol, path: string): Item {
    const calls = kindOf(symbol) === 'value' ? checker.getTypeOfSymbol(symbol).getCallSignatures() : []
    const kind = calls.length > 0 ? 'function' : kindOf(symbol)
    const declarations = symbol.declarations ?? []
    const signatures = calls.flatMap((call) => call.getDeclaration() ?? [])
    // A function that is a constant has a type with an arrow.
    const codes = signatures.map((one) => `function ${name}${print(one).replace(/\) => (?=[^)]*$)/, '): ')}`)
    // An interface to which entries add is declared by each of them, in the same words.
    const declared = new Set(declarations.map((one) => codeOf(one, kind)))
    return {
      ...readComment(name, symbol),
      kind,
      code: (codes.length > 0 ? codes : [...declared]).join('\n'),
      members: ['class', 'interface'].includes(kind) ? readMembers(symbol) : [],
      home: homeOf(name, declarations[0]!.getSourceFile().fileName.slice(folder.length + 1), path),
    }
  }

  function kindOf({ flags }: NamedSymbol): Kind {
    if (flags & SymbolFlags.Class) return 'class'
    if (flags & SymbolFlags.Function) return 'function'
    if (flags & SymbolFlags.Interface) return 'interface'
    return flags & SymbolFlags.TypeAlias ? 'type' : 'value'
  }

  function codeOf(node: Declaration, kind: Kind): string {
    if (kind === 'type') return typeWithParts(node)
    if (kind === 'value') return `const ${print(node)}`
    if (kind === 'function') return print(node)
    const text = print(node)
    // What an error takes from its base class is not for callers.
    const shown = kind === 'class' ? text.replace(/^(class \w+ extends \w+)<[\s\S]*?>(?= \{)/, '$1') : text
    const head = /^[\s\S]*?(?= \{\n|\s*\{\s*\})/.exec(shown)?.[0] ?? ''
    const { CallSignature, ConstructSignature, IndexSignature } = SyntaxKind
    const unnamed = (node.members ?? []).filter(({ kind }) =>
      [CallSignature, ConstructSignature, IndexSignature].includes(kind),
    )
    const lines = unnamed.map((member) => `  ${print(member)}\n`)
    return lines.length > 0 ? `${head} {\n${lines.join('')}}` : head
  }

  /** With the types of its file that it is made of and nobody can import. Their members may have comments. */
  function typeWithParts(node: Declaration): string {
    const all = [...exported.values()]
    const parts = new Map([[node.name?.text ?? '', clean(node.getText())]])
    for (const text of parts.values()) {
      for (const name of text.match(/\b[A-Z]\w+/g) ?? []) {
        const part = node.getSourceFile().statements.find((one) => one.name?.text === name)
        if (part && !parts.has(name) && !all.some((names) => names.has(name))) parts.set(name, clean(part.getText()))
      }
    }
    return [...parts.values()].join('\n\n')
  }

  function readMembers({ members, exports }: NamedSymbol): Member[] {
    return [members, exports].flatMap((all) =>
      [...(all?.values() ?? [])].filter(isMember).map((member) => ({
        ...readComment(member.name, member),
        signatures: (member.declarations ?? []).map(print),
      })),
    )
  }

  function readComment(name: string, symbol: NamedSymbol): Commented {
    const tags = new Map(
      symbol.getJsDocTags(checker).map((tag) => [tag.name, (tag.text ?? []).map(({ text }) => text).join('')]),
    )
    const comment = symbol.getDocumentationComment(checker).map(({ text }) => text)
    const [byDefault, example] = [tags.get('default'), tags.get('example')]
    return {
      name,
      comment: comment.join('').trim(),
      ...(byDefault && { byDefault: byDefault.trim() }),
      ...(example && { example: example.trim() }),
    }
  }

  /** The most specific entry that the file is in; what its entry does not export is described where it is exported. */
  function homeOf(name: string, file: string, exportedFrom: string): string {
    const owners = paths.filter((path) => file.startsWith(`${sourceOf(path)}/`) && exported.get(path)?.has(name))
    return owners.sort((one, two) => two.length - one.length)[0] ?? exportedFrom
  }

  function print(node: Declaration): string {
    return clean(printer.printNode(4, node, node.getSourceFile()))
  }
}

/** Without what only declaration files need. */
function clean(code: string): string {
  return code
    .replace(/^(export )?(default )?(declare )?/, '')
    .replace(/;$/, '')
    .replaceAll(/^( {4})+/gm, (spaces) => ' '.repeat(spaces.length / 2))
}

function firstComment(path: string): string {
  const text = readFileSync(join(root, 'src', sourceOf(path), 'index.ts'), 'utf8')
  return /\/\*\* ?([\s\S]*?)\s*\*\//
    .exec(text)![1]!
    .replaceAll(/\s*\n \* ?/g, ' ')
    .trim()
}
