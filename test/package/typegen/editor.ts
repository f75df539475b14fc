/** What an editor shows of a program: the language service that editors run. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../../support/paths.ts'
import { peer } from '../peers.ts'

/** The part of the compiler's API that is used; the newest compiler has none. */
interface Api {
  createLanguageService(host: object): LanguageService
  sys: { readFile(path: string): string | undefined; fileExists(path: string): boolean }
  getDefaultLibFilePath(options: object): string
  ScriptSnapshot: { fromString(text: string): object }
  displayPartsToString(parts: object[] | undefined): string
  flattenDiagnosticMessageText(text: unknown, newLine: string): string
}

interface LanguageService {
  getQuickInfoAtPosition(
    file: string,
    position: number,
  ): { displayParts?: object[]; documentation?: object[] } | undefined
  getCompletionsAtPosition(file: string, position: number, options: object): { entries: { name: string }[] } | undefined
  getSemanticDiagnostics(file: string): { messageText: unknown }[]
}

export interface Editor {
  /** The text and the comment that pointing at the first place of `text` shows, from its `offset` on. */
  hover(text: string): { type: string; comment: string }
  /** The names that are suggested in the place of `|` in the last line. */
  complete(line: string): string[]
  /** The messages about this last line. */
  complain(line: string): string[]
}

/** An editor with a program that imports the built package. */
export function openEditor(program: string, version: '5.9' | '6.0'): Editor {
  const api = createRequire(import.meta.url)(peer(`typescript-${version}`)) as Api
  const file = join(root, 'dist', 'program.ts')
  let text = program
  let edits = 0
  const options = {
    target: 9,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    module: 199,
    moduleResolution: 99,
    strict: true,
    types: [],
    noErrorTruncation: false,
    paths: { 'mcp-over-fetch': [join(root, 'dist/core/index.d.ts')] },
  }
  const service = api.createLanguageService({
    ...api.sys,
    getScriptFileNames: () => [file],
    getScriptVersion: (path: string) => (path === file ? `${edits}` : '1'),
    getScriptSnapshot: (path: string) =>
      path === file || api.sys.fileExists(path)
        ? api.ScriptSnapshot.fromString(path === file ? text : readFileSync(path, 'utf8'))
        : undefined,
    useCaseSensitiveFileNames: () => true,
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: api.getDefaultLibFilePath,
  })
  return {
    hover(place) {
      const info = service.getQuickInfoAtPosition(file, text.indexOf(place))
      return {
        type: api.displayPartsToString(info?.displayParts),
        comment: api.displayPartsToString(info?.documentation),
      }
    },
    complete(line) {
      edit(line.replace('|', ''))
      const position = program.length + line.indexOf('|')
      return (service.getCompletionsAtPosition(file, position, {})?.entries ?? []).map(({ name }) => name)
    },
    complain(line) {
      edit(line)
      const found = service.getSemanticDiagnostics(file)
      return found.map(({ messageText }) => api.flattenDiagnosticMessageText(messageText, '\n'))
    },
  }

  function edit(line: string): void {
    text = program + line
    edits++
  }
}
