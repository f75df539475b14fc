/** Finds the names that a declaration file exports. */
import { isNode, type Node, parse } from './syntax.ts'

/** The types that it exports by a list of names. */
export function exportedTypes(declaration: string): string[] {
  const names = exportLists(declaration).flatMap((statement) =>
    (statement.specifiers as Node[])
      .filter((specifier) => statement.exportKind === 'type' || specifier.exportKind === 'type')
      .map(nameOf),
  )
  return names.sort()
}

/** All names, of types and of values, in lists and where they are declared. */
export function exportedNames(declaration: string): string[] {
  const names = exportLists(declaration).flatMap(({ specifiers, declaration: declared }) => {
    if (!isNode(declared)) return (specifiers as Node[]).map(nameOf)
    const all = (declared.declarations as Node[] | undefined) ?? [declared]
    return all.map(({ id }) => (id as Node).name as string)
  })
  return [...new Set(names)].sort()
}

function exportLists(declaration: string): Node[] {
  const statements = parse(declaration, 'dts').body as Node[]
  return statements.filter(({ type }) => type === 'ExportNamedDeclaration')
}

const nameOf = (specifier: Node): string => (specifier.exported as Node).name as string
