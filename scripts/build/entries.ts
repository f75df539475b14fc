/** The entries of the package, as the manifest of the repository exports them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../test/support/paths.ts'

export interface SourceManifest {
  name: string
  version: string
  /** `owner/name` on GitHub. */
  repository?: string
  exports: Record<string, string | { types: string; default: string }>
  sideEffects: string[]
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
  engines: Record<string, string>
  [field: string]: unknown
}

/** The manifest of the repository, from which the published one is made. */
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as SourceManifest

/** The prebuilt file for pages, which has no source file of its own. */
export const BUNDLE = 'bundle.js'

/** The built file of each entry, as a path in the published package: `core/index.js`. */
export const entries: readonly string[] = Object.values(manifest.exports)
  .flatMap((target) => (typeof target === 'string' ? [] : inPackage(target.default)))
  .filter((file) => file !== BUNDLE)

/** `./dist/core/index.js`, a path in the repository, as one in the published package. */
export function inPackage(path: string): string {
  return path.replace('./dist/', '')
}
