/** The syntax tree of a module, and a walk over it. */
import { parseAst } from 'vite'

export interface Node {
  type: string
  [key: string]: unknown
}

export function parse(code: string, lang: 'js' | 'ts' | 'dts' = 'js'): Node {
  return parseAst(code, { lang }) as unknown as Node
}

/** Every node with its parent and the key it sits under, outermost first. */
export function* walk(
  node: Node,
  parent?: Node,
  key = '',
): Generator<{ node: Node; parent: Node | undefined; key: string }> {
  yield { node, parent, key }
  for (const [name, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* walk(child, node, name)
    }
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}
