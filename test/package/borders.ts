/** Names that only certain files may use, or none, and the checks that find violations. */
import { runInNewContext } from 'node:vm'
import { importsOf } from './modules.ts'
import { freeNames, usedNames } from './used-names.ts'

export interface Border {
  names: readonly string[]
  /** The files that may use the names; none, if undefined. */
  only?: RegExp
  why: string
}

export const borders: readonly Border[] = [
  {
    names: ['fetch'],
    only: /^((core|oauth)\/http\/.*|core\/util\/global-fetch|relay\/.*)\.js$/,
    why: 'all requests go through one place',
  },
  {
    names: ['.getReader', '.pipeTo', '.pipeThrough', '.tee', 'ReadableStreamDefaultReader', 'ReadableStreamBYOBReader'],
    only: /^core\/util\/body\.js$|^shared\/node-handler\.js$|^relay\/|^recorder\/recorder\.js$/,
    why: 'the place that takes a reader releases it and limits its bytes',
  },
  {
    names: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'],
    only: /^core\/util\/environment\.js$/,
    why: 'the simulation controls time',
  },
  {
    names: ['Date.now', 'new Date()', 'Math.random', 'performance'],
    only: /^core\/util\//,
    why: 'the simulation controls time and randomness',
  },
  {
    names: ['crypto'],
    only: /^(core\/(util|cache)|oauth|relay|durable|workers)\/|^tools\/budget\.js$/,
    why: 'only for keys and digests; random delays come from the environment',
  },
  {
    names: ['AbortSignal.timeout', 'AbortSignal.any', 'Promise.withResolvers'],
    why: 'not in every runtime, or a timer that cannot be stopped',
  },
  { names: ['process', 'Buffer', 'require', 'module'], why: 'not in every runtime' },
  {
    names: ['window', 'self', 'navigator', 'document'],
    only: /^oauth\/(browser|callback)\/|^durable\/|^core\/util\/(report-in-page|environment)\.js$|^tools\/webmcp\.js$/,
    why: 'only pages have it',
  },
  { names: ['eval', 'Function'], why: 'blocked by a strict content security policy' },
  { names: ['console'], why: 'the console belongs to the application' },
]

/** The packages that may be imported, and by which files. */
export const packages: Readonly<Record<string, RegExp>> = {
  'eventsource-parser': /^core\/sse\/parse\./,
  oauth4webapi: /^oauth\//,
  // Only zod/mini: the classic zod is several times as large and probes for `new Function`.
  'zod/mini': /^schema\//,
  react: /^react\//,
}

/** Globals outside ECMAScript that every runtime has, and `location`, which is read only where it exists. */
const platformGlobals = [
  'AbortController',
  'AbortSignal',
  'DOMException',
  'Headers',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
  'atob',
  'btoa',
  'clearTimeout',
  'crypto',
  'fetch',
  'location',
  'performance',
  'setTimeout',
]

/** Further globals of single folders: those of a page, and optional ones that the code checks for. */
const extraGlobals: Readonly<Record<string, readonly string[]>> = {
  'oauth/callback/': ['BroadcastChannel', 'MessageChannel', 'close', 'history', 'opener'],
  'oauth/browser/': [
    'BroadcastChannel',
    'MessageChannel',
    'addEventListener',
    'close',
    'document',
    'history',
    'indexedDB',
    'localStorage',
    'navigator',
    'open',
    'opener',
    'removeEventListener',
    'sessionStorage',
  ],
  'core/util/environment.js': ['globalThis'],
  'shared/node-handler.js': ['ReadableStream'],
  'core/util/report-in-page.js': ['globalThis'],
  'durable/': ['BroadcastChannel', 'IDBKeyRange', 'globalThis', 'indexedDB', 'navigator'],
  'recorder/save-on-error.js': ['globalThis'],
  'workers/': ['ReadableStream', 'caches', 'globalThis'],
  'oauth/dpop/': ['CryptoKey'],
  'oauth/http/allow-url.js': ['globalThis'],
  'oauth/loopback/': ['globalThis'],
  'relay/': ['ReadableStream', 'globalThis'],
  'tools/fit-image.js': ['Blob', 'OffscreenCanvas', 'createImageBitmap'],
  'tools/webmcp.js': ['document'],
}

/** Restricted names that a built file uses although it must not. */
export function findViolations(file: string, code: string): string[] {
  const used = usedNames(code)
  return borders
    .filter(({ only }) => !only?.test(file))
    .flatMap(({ names, only, why }) =>
      names
        .filter((name) => used.has(name))
        .map((name) => `${file} uses ${name}, allowed in ${only?.source ?? 'no file'} (${why})`),
    )
}

/** Packages that a built file or declaration imports although it must not. */
export function findForeignImports(file: string, code: string): string[] {
  return importsOf(code, file.endsWith('.d.ts') ? 'dts' : 'js')
    .filter((specifier) => !specifier.startsWith('./') && !specifier.startsWith('../'))
    .filter((specifier) => !packages[specifier]?.test(file))
    .map((specifier) => `${file} imports ${specifier}`)
}

/** Globals that a built file uses although not every runtime has them. */
export function findUnknownGlobals(file: string, code: string): string[] {
  // A new context has the globals of the language, and these, which V8 adds or which would hide other globals.
  const notPortable = ['console', 'WebAssembly', 'globalThis']
  const language = runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[]
  const own = Object.entries(extraGlobals).flatMap(([folder, names]) => (file.startsWith(folder) ? names : []))
  const known = new Set([...language, ...platformGlobals, ...own, 'undefined', 'arguments'])
  return freeNames(code)
    .filter((name) => !own.includes(name) && (!known.has(name) || notPortable.includes(name)))
    .map((name) => `${file} expects a global ${name}`)
}
