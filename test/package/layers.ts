/** The layers of the source tree, and which imports between its files are wrong. */
import { edgesOf } from './modules.ts'

/** From the ground up. An import points down or stays within its layer. */
const layers: readonly RegExp[] = [
  /^(errors|options|events|connection|schema|extension)\.js$|^(types|schema|util)\//,
  /^wire\//,
  /^rpc\//,
  /^protocol\//,
  /^client\.js$|^features\//,
  /^(index|connect)\.js$/,
]

/** Beside the client: they stand on the ground alone, and nothing that is not theirs stands on them. */
const annexes = /^(oauth|tasks|skills|storage|continuation)(\/|\.js$)/

const annexOf = (file: string): string | undefined => annexes.exec(file)?.[1]

const layerOf = (file: string): number => layers.findIndex((pattern) => pattern.test(file))

export type Graph = ReadonlyMap<string, readonly string[]>

export function createGraph(modules: ReadonlyMap<string, string>): Graph {
  return new Map([...modules].map(([file, code]) => [file, edgesOf(file, code)]))
}

/** Files that belong to no layer: the table above has to say where a new folder stands. */
export function findStrangers(graph: Graph): string[] {
  return [...graph.keys()].filter((file) => layerOf(file) < 0 && !annexOf(file))
}

/** Imports that point up, or at a file that is not there. */
export function findWrongEdges(graph: Graph): string[] {
  const wrong: string[] = []
  for (const [from, targets] of graph) {
    for (const to of targets) {
      if (!graph.has(to)) wrong.push(`${from} → ${to}, which does not exist`)
      else if (annexOf(from) ?? annexOf(to)) {
        if (annexOf(from) !== annexOf(to) && !(annexOf(from) && layerOf(to) === 0)) wrong.push(`${from} → ${to}`)
      } else if (layerOf(to) > layerOf(from))
        wrong.push(`${from} (layer ${layerOf(from)}) → ${to} (layer ${layerOf(to)})`)
    }
  }
  return wrong
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
    for (const target of graph.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
}
