/** Network, streams, time, randomness, globals and packages are used only in the files that may use them. */
import { describe, expect, test } from 'vitest'
import { manifest } from '../../scripts/build/entries.ts'
import { borders, findForeignImports, findUnknownGlobals, findViolations } from './borders.ts'
import { importsOf, readBuilt, readJavaScript } from './modules.ts'

const modules = await readJavaScript()
const built = await readBuilt('.js')
const declarations = await readBuilt('.d.ts')

describe('borders', () => {
  test('network, readers, timers, clock and randomness are used only in their files', () => {
    expect([...modules].flatMap(([file, code]) => findViolations(file, code))).toEqual([])
  })

  test('the package uses only globals that every runtime has', () => {
    expect([...modules].flatMap(([file, code]) => findUnknownGlobals(file, code))).toEqual([])
  })

  test('only the known packages are imported, zod only as zod/mini, in declarations too', () => {
    const found = [...modules, ...declarations].flatMap(([file, code]) => findForeignImports(file, code))
    expect(found).toEqual([])
  })

  test('the build imports exactly the packages that it depends on, and the file for pages none', () => {
    const imported = [...built, ...declarations].flatMap(([file, code]) =>
      importsOf(code, file.endsWith('.d.ts') ? 'dts' : 'js').filter((specifier) => !specifier.startsWith('.')),
    )
    const names = new Set(imported.map((specifier) => specifier.split('/')[0]))
    expect([...names].sort()).toEqual(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).sort())
    expect(importsOf(built.get('bundle.js') ?? 'import "nothing"')).toEqual([])
  })

  test('nothing is imported dynamically, since service workers forbid it', () => {
    expect([...built].filter(([, code]) => /\bimport\s*\(/.test(code)).map(([file]) => file)).toEqual([])
  })
})

/** For each restricted name, code that uses it and must be found. */
const violations: Record<string, readonly string[]> = {
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

describe('the border check', () => {
  test('has an example for every name', () => {
    expect(Object.keys(violations).sort()).toEqual(borders.flatMap(({ names }) => names).sort())
  })

  test.for(Object.entries(violations))('finds %s', ([name, examples]) => {
    for (const code of examples) {
      expect(findViolations('core/rpc/call.js', code).join(), code).toContain(
        `core/rpc/call.js uses ${name}, allowed in`,
      )
    }
  })

  test('ignores comments, strings, and members of the same name', () => {
    const code = `/* fetch() */ const text = 'eval(process)'; settings.fetch('/'); const of = { console: 1, Buffer() {} }
      text.window = new Date(0); export { text as Function }; const { document: page } = of`
    expect(findViolations('core/rpc/call.js', code)).toEqual([])
  })

  test('allows a name in its own files', () => {
    expect(findViolations('core/http/http-client.js', 'fetch("/")')).toEqual([])
    expect(findViolations('core/util/sha256.js', 'Date.now() + Math.random()')).toEqual([])
    expect(findViolations('core/util/sha256.js', 'setTimeout(run)')).toHaveLength(1)
  })

  test.for([
    ['core/http/http-client.js', `import { request } from 'node:http'`],
    ['schema/tools.js', `import * as z from 'zod'`],
    ['schema/tools.js', `import { z } from 'zod/v4'`],
    ['core/validation/shape.js', `import * as z from 'zod/mini'`],
    ['core/rpc/call.js', `export { createParser } from 'eventsource-parser'`],
    ['core/rpc/call.js', `const ajv = await import('ajv')`],
    ['core/rpc/call.js', `const any = await import(name)`],
    ['client.d.ts', `import type { ZodType } from 'zod'; export declare const type: ZodType`],
    ['client.d.ts', `export declare const type: import('zod').ZodType`],
    ['client.d.ts', `export type * from '@cloudflare/workers-types'`],
  ] as const)('finds a foreign import in %s: %s', ([file, code]) => {
    expect(findForeignImports(file, code)).toHaveLength(1)
  })

  test('finds a global that not every runtime has', () => {
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
