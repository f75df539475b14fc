/** The names that a module uses: variables, members, and free variables. */
import { isNode, type Node, parse, walk } from './syntax.ts'

/**
 * Every name in use, declared or not: `name` for a variable, `.name` for a member of anything, `Owner.name` for
 * a member of a variable, `new Date()` for reading the clock. Members of `globalThis` count as variables.
 */
export function usedNames(code: string): Set<string> {
  const names = new Set<string>()
  for (const found of walk(parse(code))) {
    const { node } = found
    if (isVariable(found)) names.add(node.name as string)
    if (node.type === 'MemberExpression') addMember(node.object as Node, memberName(node))
    if (node.type === 'VariableDeclarator' && isNode(node.init)) addPattern(node.id as Node, node.init)
    if (readsClock(node)) names.add('new Date()')
  }
  return names

  function addMember(owner: Node, name: string): void {
    names.add(`.${name}`)
    const path = pathOf(owner)
    if (path !== undefined) names.add(path === '' ? name : `${path}.${name}`)
  }

  /** `const { name } = owner` uses a member too. */
  function addPattern(pattern: Node, owner: Node): void {
    if (pattern.type !== 'ObjectPattern') return
    for (const property of pattern.properties as Node[]) {
      if (property.type === 'Property') addMember(owner, keyName(property.key as Node, property.computed === true))
    }
  }
}

/** Variables that the module does not declare, and members of `globalThis`; `globalThis` itself only if passed on. */
export function freeNames(code: string): string[] {
  const tree = parse(code)
  const used = new Set<string>()
  const declared = new Set<string>()
  for (const found of walk(tree)) {
    const { node, parent, key } = found
    const owns = node.name === 'globalThis' && parent?.type === 'MemberExpression' && key === 'object'
    if (isVariable(found) && !owns) used.add(node.name as string)
    if (node.type === 'MemberExpression' && pathOf(node.object as Node) === '') used.add(memberName(node))
    if (parent && declares(parent, key)) for (const name of bindings(node)) declared.add(name)
  }
  return [...used].filter((name) => !declared.has(name)).sort()
}

function isVariable({ node, parent, key }: { node: Node; parent: Node | undefined; key: string }): boolean {
  if (node.type !== 'Identifier' || !parent) return false
  const isKey = key === 'key' && parent.computed !== true && parent.shorthand !== true
  const isMember = key === 'property' && parent.type === 'MemberExpression' && parent.computed !== true
  const isOutside = key === 'imported' || key === 'label' || /^(ExportSpecifier|MetaProperty)$/.test(parent.type)
  return !isKey && !isMember && !isOutside
}

const memberName = (member: Node): string => keyName(member.property as Node, member.computed === true)

/** The name of a member; `?` when it is computed at run time. */
function keyName(key: Node, computed: boolean): string {
  if (key.type === 'Literal') return String(key.value)
  return computed || typeof key.name !== 'string' ? '?' : key.name
}

/** `a.b` as text, without a leading `globalThis`; undefined when it does not begin with a variable. */
function pathOf(node: Node): string | undefined {
  if (isNode(node.expression)) return pathOf(node.expression)
  if (node.type === 'Identifier') return node.name === 'globalThis' ? '' : (node.name as string)
  if (node.type !== 'MemberExpression') return undefined
  const owner = pathOf(node.object as Node)
  return owner === '' ? memberName(node) : owner && `${owner}.${memberName(node)}`
}

function readsClock(node: Node): boolean {
  const callee = node.callee
  const calls = node.type === 'NewExpression' || node.type === 'CallExpression'
  return calls && isNode(callee) && pathOf(callee) === 'Date' && (node.arguments as Node[]).length === 0
}

/** Whether what sits under `key` of this node is a declaration. */
function declares(node: Node, key: string): boolean {
  if (/^Import.*Specifier$/.test(node.type)) return key === 'local'
  if (node.type === 'VariableDeclarator' || /^(Function|Class)/.test(node.type)) return key === 'id' || key === 'params'
  return (
    (node.type === 'ArrowFunctionExpression' && key === 'params') || (node.type === 'CatchClause' && key === 'param')
  )
}

/** The names that a pattern binds. */
function bindings(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [pattern.name as string]
  const parts = [pattern.left, pattern.argument, pattern.value].concat(pattern.elements, pattern.properties)
  return parts.filter(isNode).flatMap(bindings)
}
