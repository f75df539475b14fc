/** Finds the types that a declaration file exports by name. */
import { type Node, parse } from './syntax.ts'

export function exportedTypes(declaration: string): string[] {
  const statements = parse(declaration, 'dts').body as Node[]
  const exported = statements.filter(({ type }) => type === 'ExportNamedDeclaration')
  const names = exported.flatMap((statement) =>
    (statement.specifiers as Node[])
      .filter((specifier) => statement.exportKind === 'type' || specifier.exportKind === 'type')
      .map((specifier) => (specifier.exported as Node).name as string),
  )
  return names.sort()
}
