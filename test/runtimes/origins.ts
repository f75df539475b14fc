/** Turns positions in the bundle, as every engine's stack traces name them, into positions in the source. */
import { readFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { root } from './places.ts'

export type Locate = (text: string) => string

export async function readOrigins(bundle: string): Promise<Locate> {
  const map = new SourceMap(JSON.parse(await readFile(join(bundle, 'suite.js.map'), 'utf8')))
  return (text) =>
    text.replace(/[\w:/.-]+\/suite\.js:(\d+):(\d+)/g, (position, line: string, column: string) => {
      const origin = map.findEntry(Number(line) - 1, Number(column) - 1)
      if (!('originalSource' in origin)) return position
      const path = relative(root, resolve(bundle, origin.originalSource))
      return `${path}:${origin.originalLine + 1}:${origin.originalColumn + 1}`
    })
}
