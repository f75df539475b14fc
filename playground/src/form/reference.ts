/** Follows `$ref`, `$dynamicRef` and `$recursiveRef` of a JSON Schema inside its document. */
import { isObject } from '../../../src/core/util/is-object.ts'

export type Schema = Record<string, unknown>

/** Longer chains of references are assumed to be cycles. */
const MAX_REFERENCES = 20

/** The schema that its reference leads to, under its own members. Undefined when the reference leads nowhere. */
export function followReferences(schema: Schema, root: Schema): Schema | undefined {
  let current = schema
  for (let step = 0; step < MAX_REFERENCES; step++) {
    const { $ref, $dynamicRef, $recursiveRef, ...siblings } = current
    const reference = $ref ?? $dynamicRef ?? $recursiveRef
    if (typeof reference !== 'string') return current
    const found = findTarget(reference, root)
    if (found === true) return siblings
    if (!isObject(found)) return undefined
    current = { ...found, ...siblings }
  }
  return undefined
}

function findTarget(reference: string, root: Schema): unknown {
  const [document = '', fragment = ''] = reference.split('#')
  const target = document === '' || document === root.$id ? root : findBy('$id', document, root)
  if (fragment === '') return target
  return fragment.startsWith('/') ? followPointer(fragment, target) : findAnchor(fragment, root)
}

function followPointer(pointer: string, from: unknown): unknown {
  let target = from
  for (const part of pointer.slice(1).split('/')) {
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, key)) return undefined
    target = (target as Record<string, unknown>)[key]
  }
  return target
}

/** Pointers in a fragment may be percent-encoded; a stray `%` is taken as it is. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function findAnchor(name: string, root: Schema): unknown {
  if (root.$anchor === name || root.$dynamicAnchor === name) return root
  return findBy('$anchor', name, root) ?? findBy('$dynamicAnchor', name, root) ?? findBy('$id', `#${name}`, root)
}

/** Among the definitions of the document. */
function findBy(member: string, value: string, { $defs, definitions }: Schema): unknown {
  const all = [$defs, definitions].flatMap((group) => (isObject(group) ? Object.values(group) : []))
  return all.find((entry) => isObject(entry) && entry[member] === value)
}
