/** What an application that uses the package downloads. */
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build, transform } from 'esbuild'
import { root } from '../runtimes/paths.ts'

export interface Bundle {
  text: string
  /** Bytes after gzip. */
  size: number
  /** The files in it, below the package's root. */
  files: string[]
}

const smallest = {
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
    ...smallest,
    stdin,
    absWorkingDir: root,
    platform: 'browser',
    bundle: true,
    write: false,
    metafile: true,
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

/** By how many bytes after gzip the bundle would shrink without each file; the largest first. */
export async function shares(contents: string, options: BuildOptions = {}): Promise<{ file: string; bytes: number }[]> {
  // With its white space left, a bundle says in comments where each file begins.
  const { text } = await bundle(contents, { ...options, minifyWhitespace: false })
  // What it exports at its end could not be parsed once its declaration is cut out.
  const parts = text.replace(/^export \{[^}]*\};?$/m, '').split(/^(?=\/\/ \S+\.js$)/m)
  const whole = await minified(parts)
  const found = parts.map(async (part) => ({
    file: part.split('\n')[0]!.slice(3),
    bytes: whole - (await minified(parts.filter((other) => other !== part))),
  }))
  return (await Promise.all(found)).sort((a, b) => b.bytes - a.bytes)
}

async function minified(parts: readonly string[]): Promise<number> {
  // Names are short already; to shorten them again would count a part as if nobody shared its names.
  const { code } = await transform(parts.join(''), { ...smallest, minifyIdentifiers: false, treeShaking: false })
  return gzip(code)
}

function gzip(text: string): number {
  return gzipSync(text, { level: 9 }).length
}
