/** The order of modules in the built files: gzip finds a text again within 32 kB, so modules that are alike are neighbours. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../test/support/paths.ts'

/** Written by `npm run build:order`. A module that is missing there comes before the first one that imports it. */
export const MODULE_ORDER = 'scripts/build/module-order.json'

export function readModuleOrder(): string[] {
  const files = JSON.parse(readFileSync(join(root, MODULE_ORDER), 'utf8')) as string[]
  return files.filter((file) => existsSync(join(root, file)))
}

/** A program whose bundle has the modules in this order: the first import of a module decides its place. */
export function inModuleOrder(program: string): string {
  return [...readModuleOrder().map((file) => `import './${file}'`), program].join('\n')
}
