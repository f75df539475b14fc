/** `npm run build:order`: looks for an order of the modules in which the main entry is smaller after gzip, and stores it. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { root } from '../../test/support/paths.ts'
import { textPerFile } from '../size/bundle.ts'
import { sourceProgram } from '../size/measure-size.ts'
import { MODULE_ORDER, readModuleOrder } from './module-order.ts'

/** How long it looks, in milliseconds. */
const TIME = 100_000

const program = sourceProgram('.')
const texts = await textPerFile(program)
const imported = await readImports()

let best = withImports([...readModuleOrder(), ...texts.keys()])
let bestSize = sizeOf(best)
const start = bestSize
const end = Date.now() + TIME
while (Date.now() < end) {
  const order = withImports(moveSome(best))
  const size = sizeOf(order)
  if (size <= bestSize) [best, bestSize] = [order, size]
}
await writeFile(join(root, MODULE_ORDER), `${JSON.stringify(best, undefined, 2)}\n`)
console.log(`${start} B before, ${bestSize} B now`)

/** A module comes after those that it imports, as bundlers order them. */
function withImports(files: Iterable<string>, seen = new Set<string>()): string[] {
  return [...files].flatMap((file) => {
    if (seen.has(file)) return []
    seen.add(file)
    return [...withImports(imported(file), seen), file]
  })
}

/** Gzip finds a text again within 32 kB, so that modules that are alike should be near each other. */
function sizeOf(order: readonly string[]): number {
  return gzipSync(order.map((file) => texts.get(file) ?? '').join(''), { level: 9 }).length
}

/** Up to four neighbours go to another place. */
function moveSome(order: readonly string[]): string[] {
  const random = (below: number) => Math.floor(Math.random() * below)
  const moved = [...order]
  const some = moved.splice(random(moved.length), 1 + random(4))
  moved.splice(random(moved.length + 1), 0, ...some)
  return moved
}

async function readImports(): Promise<(file: string) => string[]> {
  const stdin = { contents: program, resolveDir: root }
  const { metafile } = await build({ stdin, absWorkingDir: root, bundle: true, write: false, metafile: true })
  return (file) => (metafile.inputs[file]?.imports ?? []).map(({ path }) => path).filter((path) => texts.has(path))
}
