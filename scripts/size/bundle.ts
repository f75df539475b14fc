/** Bundles programs that use the package, and measures their size after gzip. */
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build, transform } from 'esbuild'
import { root } from '../../test/support/paths.ts'
import { manifest } from '../build/entries.ts'

export interface Bundle {
  text: string
  /** Bytes after gzip. */
  size: number
  /** The files in it, relative to the root of the package. */
  files: string[]
}

const minified = {
  format: 'esm',
  target: 'es2022',
  minifyIdentifiers: true,
  minifySyntax: true,
  minifyWhitespace: true,
} as const

/** Bundles this code for a browser. */
export async function bundle(contents: string, options: BuildOptions = {}): Promise<Bundle> {
  const stdin = { contents, resolveDir: root }
  const { outputFiles, metafile } = await build({
    ...minified,
    stdin,
    absWorkingDir: root,
    platform: 'browser',
    bundle: true,
    write: false,
    metafile: true,
    logLevel: 'error',
    external: Object.keys(manifest.peerDependencies),
    ...options,
  })
  const text = outputFiles?.[0]?.text ?? ''
  const inputs = Object.values(metafile?.outputs ?? {}).flatMap((output) => Object.entries(output.inputs))
  return {
    text,
    size: gzip(text),
    files: inputs.filter(([, { bytesInOutput }]) => bytesInOutput).map(([file]) => file),
  }
}

/** The bytes after gzip that the bundle would save without each file; the largest first. */
export async function sizePerFile(contents: string): Promise<{ file: string; bytes: number }[]> {
  const texts = [...(await textPerFile(contents))]
  const sizeWithout = (left?: string) => gzip(texts.flatMap(([file, text]) => (file === left ? [] : [text])).join(''))
  const total = sizeWithout()
  return texts.map(([file]) => ({ file, bytes: total - sizeWithout(file) })).sort((a, b) => b.bytes - a.bytes)
}

/** The minified text of each file of the bundle, in its order. */
export async function textPerFile(contents: string): Promise<Map<string, string>> {
  const parts = await partPerFile(contents)
  return new Map(
    await Promise.all(parts.map(async (part) => [part.split('\n')[0]!.slice(3), await minify(part)] as const)),
  )
}

/** The bundle without its export list, cut where each file begins. */
async function partPerFile(contents: string): Promise<string[]> {
  // With white space, the bundle has a comment where each file begins.
  const { text } = await bundle(contents, { minifyWhitespace: false })
  // The export list at the end refers to declarations that callers cut out.
  return text.replace(/^export \{[^}]*\};?$/m, '').split(/^(?=\/\/ \S+\.[jt]s$)/m)
}

async function minify(text: string): Promise<string> {
  // Names are already short; shortening them again per part would give wrong sizes.
  const { code } = await transform(text, { ...minified, minifyIdentifiers: false, treeShaking: false })
  return code
}

function gzip(text: string): number {
  return gzipSync(text, { level: 9 }).length
}
