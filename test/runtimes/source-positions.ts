/** Replaces positions in the bundle, as stack traces of every engine show them, by positions in the source files. */
import { readFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { root } from '../support/paths.ts'

export type ToSourcePositions = (text: string) => string

export async function readSourceMap(bundle: string): Promise<ToSourcePositions> {
  const map = new SourceMap(JSON.parse(await readFile(join(bundle, 'suite.js.map'), 'utf8')))
  return (text) =>
    text.replace(/[\w:/.~%-]+\/suite\.js:(\d+):(\d+)/g, (position, line: string, column: string) => {
      const origin = map.findEntry(Number(line) - 1, Number(column) - 1)
      if (!('originalSource' in origin)) return position
      // The maps of the build name the sources as if they were published with it.
      const path = relative(root, resolve(bundle, origin.originalSource)).replace(/^dist\//, '')
      return `${path}:${origin.originalLine + 1}:${origin.originalColumn + 1}`
    })
}
