/** Network, time, chance and packages come in through known doors only. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../runtimes/paths.ts'
import { borders, findCrossings, findForeignImports, findUnknownGlobals, packages } from './borders.ts'
import { readBuilt } from './modules.ts'

const modules = await readBuilt('.js')
const declarations = await readBuilt('.d.ts')

describe('borders', () => {
  test('network, readers, timers, clock and chance stay where they belong', () => {
    expect([...modules].flatMap(([file, code]) => findCrossings(file, code))).toEqual([])
  })

  test('the package takes only globals that every runtime has', () => {
    expect([...modules].flatMap(([file, code]) => findUnknownGlobals(file, code))).toEqual([])
  })

  test('only the known packages are imported, zod only as zod/mini, in declarations too', () => {
    const found = [...modules, ...declarations].flatMap(([file, code]) => findForeignImports(file, code))
    expect(found).toEqual([])
  })

  test('the dependencies are the packages that are imported', async () => {
    const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { dependencies: object }
    const imported = Object.keys(packages).map((specifier) => specifier.split('/')[0])
    expect(Object.keys(manifest.dependencies)).toEqual(imported)
  })
})

/** For each name on a border, ways to use it that must be seen. */
const crossings: Record<string, readonly string[]> = {
  fetch: [
    'fetch("/")',
    'globalThis.fetch("/")',
    'globalThis["fetch"]("/")',
    'const { fetch: get } = globalThis',
    'const options = { fetch }',
  ],
  '.getReader': ['body.getReader()', 'response.body?.getReader()', 'const { getReader } = body'],
  '.pipeTo': ['body.pipeTo(sink)'],
  '.pipeThrough': ['response.body.pipeThrough(decoder)'],
  '.tee': ['const [a, b] = body.tee()'],
  ReadableStreamDefaultReader: ['new ReadableStreamDefaultReader(body)'],
  ReadableStreamBYOBReader: ['new ReadableStreamBYOBReader(body)'],
  setTimeout: ['setTimeout(() => {}, 1)', 'globalThis.setTimeout(run)', 'const timers = [setTimeout]'],
  clearTimeout: ['clearTimeout(timer)'],
  setInterval: ['setInterval(run, 5)'],
  clearInterval: ['clearInterval(timer)'],
  setImmediate: ['setImmediate(run)'],
  'Date.now': ['Date.now()', 'const now = Date.now', 'const { now } = Date', 'globalThis.Date.now()'],
  'new Date()': ['new Date()', 'Date()', 'new globalThis.Date()'],
  'Math.random': ['Math.random()', 'Math["random"]()', 'const { random } = Math'],
  performance: ['performance.now()'],
  crypto: ['crypto.randomUUID()', 'globalThis.crypto.subtle'],
  'AbortSignal.timeout': ['AbortSignal.timeout(5)'],
  'AbortSignal.any': ['AbortSignal.any([a, b])', 'const { any } = AbortSignal'],
  'Promise.withResolvers': ['Promise.withResolvers()', 'globalThis.Promise?.withResolvers()'],
  process: ['process.env.DEBUG', 'globalThis.process?.env', 'typeof process'],
  Buffer: ['Buffer.from("")'],
  require: ['require("http")'],
  module: ['module.exports = {}'],
  window: ['window.location', 'typeof window === "undefined"'],
  self: ['self.addEventListener("abort", run)'],
  navigator: ['navigator.onLine'],
  document: ['document.cookie'],
  eval: ['eval("1")', '(0, eval)("1")', 'globalThis.eval("1")'],
  Function: ['new Function("return 1")', 'Function("return 1")', 'const F = Function'],
  console: ['console.warn("careful")', 'log(...[console])'],
}

describe('the check of borders', () => {
  test('has an example for every name', () => {
    expect(Object.keys(crossings).sort()).toEqual(borders.flatMap(({ names }) => names).sort())
  })

  test.for(Object.entries(crossings))('sees %s', ([name, examples]) => {
    for (const code of examples) {
      expect(findCrossings('core/rpc/call.js', code).join(), code).toContain(
        `core/rpc/call.js uses ${name}, allowed in`,
      )
    }
  })

  test('looks at code, not at words or at members of the same name', () => {
    const code = `/* fetch() */ const text = 'eval(process)'; settings.fetch('/'); const of = { console: 1, Buffer() {} }
      text.window = new Date(0); export { text as Function }; const { document: page } = of`
    expect(findCrossings('core/rpc/call.js', code)).toEqual([])
  })

  test('lets a name through where it belongs', () => {
    expect(findCrossings('core/http/http-client.js', 'fetch("/")')).toEqual([])
    expect(findCrossings('core/util/sha256.js', 'Date.now() + Math.random()')).toEqual([])
    expect(findCrossings('core/util/sha256.js', 'setTimeout(run)')).toHaveLength(1)
  })

  test.for([
    ['core/http/http-client.js', `import { request } from 'node:http'`],
    ['core/validation/tools.js', `import * as z from 'zod'`],
    ['core/validation/tools.js', `import { z } from 'zod/v4'`],
    ['core/http/http-client.js', `import * as z from 'zod/mini'`],
    ['core/rpc/call.js', `export { createParser } from 'eventsource-parser'`],
    ['core/rpc/call.js', `const ajv = await import('ajv')`],
    ['core/rpc/call.js', `const any = await import(name)`],
    ['client.d.ts', `import type { ZodType } from 'zod'; export declare const type: ZodType`],
    ['client.d.ts', `export declare const type: import('zod').ZodType`],
    ['client.d.ts', `export type * from '@cloudflare/workers-types'`],
  ] as const)('sees a foreign import in %s: %s', ([file, code]) => {
    expect(findForeignImports(file, code)).toHaveLength(1)
  })

  test('sees a global that is not in every runtime', () => {
    const code = `const { a, b: [c, ...d], e = 1 } = input; for (const f of d) run(f)
      export function run(g, { h } = {}) { try { return (i) => a + c + e + g + h + i + undefined } catch (j) { throw j } }
      class Local {}; new Local(new Map([[NaN, JSON]])); new EventSource('/'); globalThis.localStorage; console.log(input)
      const all = globalThis; globalThis[input]; globalThis.Map`
    expect(findUnknownGlobals('core/sse/parse.js', code)).toEqual([
      'core/sse/parse.js expects a global ?',
      'core/sse/parse.js expects a global EventSource',
      'core/sse/parse.js expects a global console',
      'core/sse/parse.js expects a global globalThis',
      'core/sse/parse.js expects a global input',
      'core/sse/parse.js expects a global localStorage',
    ])
  })
})
