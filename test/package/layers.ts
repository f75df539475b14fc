/** The layers of `src`, and which imports between its files break them. Types count like values. */
import { posix } from 'node:path'
import { isNode, type Node, parse, walk } from './syntax.ts'

/** From the bottom up. An import points down or stays within its layer. */
const layers: readonly RegExp[] = [
  /^types\/|^core\/(util|validation)\/|^core\/(errors|add-on-errors|error-codes|revisions|refusals|events|options|call-options|call-scope|fetch|handlers|resume-token|resolve-options|extension|connection-state)\.ts$/,
  /^core\/(http|sse)\//,
  /^core\/rpc\//,
  /^core\/(cache|server-requests|modern|legacy)\/|^core\/(context|era|change-notifications)\.ts$/,
  /^core\/negotiation\//,
  /^core\/methods\//,
  /^core\/(client|mcp-client|wiring|create-connect|connect|index|typed-calls)\.ts$|^modern\//,
]

/** Entries beside the client. Nothing in `core` imports them, and they import each other only as `ADD_ONS_OF` says. */
const addOns =
  /^(oauth|tasks|skills|tools|uri-template|web-storage|continuation|schema|testing|group|store|react|transport|relay|typegen|workers|recorder|durable|discover|apps)\//

/** What several add-ons share, and no file of `core` needs. */
const shared = /^shared\//

/** Add-ons that build on the index of another. */
const ADD_ONS_OF: Readonly<Record<string, readonly string[]>> = {
  react: ['store', 'apps'],
  store: ['group', 'apps'],
  workers: ['durable'],
}

/** Add-ons that connect, and so import the main entry at run time. */
const CONNECTING = ['durable', 'store', 'group', 'transport', 'discover']

/** The files that add-ons may import at run time. Types of the core they import from its index. */
const ADD_ON_IMPORTS = /^(types|shared)\/|^core\/util\/|^core\/(errors|error-codes|extension|call-scope)\.ts$/

/** What the shared files may import. */
const SHARED_IMPORTS = /^(types|shared)\/|^core\/util\//

/** What the mock server shares with the core: nothing of the protocol, whose mistakes it would hide. */
const TESTING_IMPORTS = /^shared\/node-handler\.ts$|^core\/util\/(run-safely|secret-names)\.ts$/

const addOnOf = (file: string): string | undefined => addOns.exec(file)?.[1]

const layerOf = (file: string): number => layers.findIndex((pattern) => pattern.test(file))

export interface Edge {
  to: string
  /** Nothing of it is left at run time. */
  isType: boolean
}

export type Graph = ReadonlyMap<string, readonly Edge[]>

/** `modules` are TypeScript sources by their path below `src`. */
export function createGraph(modules: ReadonlyMap<string, string>): Graph {
  return new Map([...modules].map(([file, code]) => [file, edgesOf(file, code)]))
}

function edgesOf(file: string, code: string): Edge[] {
  const edges: Edge[] = []
  for (const { node } of walk(parse(code, 'ts'))) {
    const imports = /^(Import|ExportNamed|ExportAll)(Declaration|Expression)$|^TSImportType$/.test(node.type)
    const value = imports && isNode(node.source) ? node.source.value : undefined
    if (typeof value !== 'string' || !value.startsWith('.')) continue
    edges.push({ to: posix.join(posix.dirname(file), value), isType: isTypeOnly(node) })
  }
  return edges
}

function isTypeOnly(node: Node): boolean {
  return node.type === 'TSImportType' || [node.importKind, node.exportKind].includes('type')
}

/** Files that belong to no layer: the table above has to name every new folder. */
export function findUnknownFiles(graph: Graph): string[] {
  return [...graph.keys()].filter((file) => layerOf(file) < 0 && !addOnOf(file) && !shared.test(file))
}

/** Imports that point up, that an add-on may not have, or whose target does not exist. */
export function findWrongEdges(graph: Graph): string[] {
  const wrong: string[] = []
  for (const [from, edges] of graph) {
    for (const { to, isType } of edges) {
      const arrow = `${from} ${isType ? '⇢' : '→'} ${to}`
      if (!graph.has(to)) wrong.push(`${arrow}, which does not exist`)
      else if (shared.test(from)) {
        if (!SHARED_IMPORTS.test(to)) wrong.push(arrow)
      } else if (addOnOf(from)) {
        if (!isAllowedForAddOn(from, to, isType)) wrong.push(arrow)
      } else if (addOnOf(to) || shared.test(to)) wrong.push(arrow)
      else if (layerOf(to) > layerOf(from)) {
        wrong.push(`${from} (layer ${layerOf(from)}) ${isType ? '⇢' : '→'} ${to} (layer ${layerOf(to)})`)
      }
    }
  }
  return wrong
}

function isAllowedForAddOn(from: string, to: string, isType: boolean): boolean {
  const addOn = addOnOf(from)
  const other = addOnOf(to)
  if (other) return other === addOn || (to === `${other}/index.ts` && !!ADD_ONS_OF[addOn!]?.includes(other))
  if (addOn === 'testing' && TESTING_IMPORTS.test(to)) return true
  if (addOn === 'testing' || addOn === 'schema') return to.startsWith('types/')
  return ADD_ON_IMPORTS.test(to) || (to === 'core/index.ts' && (isType || CONNECTING.includes(addOn!)))
}

/** Rings of files that import each other, each named once. */
export function findCycles(graph: Graph): string[] {
  const cycles: string[] = []
  const done = new Set<string>()
  for (const file of graph.keys()) visit(file, [])
  return cycles

  function visit(file: string, path: readonly string[]): void {
    const start = path.indexOf(file)
    if (start >= 0) cycles.push([...path.slice(start), file].join(' → '))
    if (start >= 0 || done.has(file)) return
    for (const { to } of graph.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
}
