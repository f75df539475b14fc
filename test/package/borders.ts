/** What only certain files may use, and what none may. */
import { runInNewContext } from 'node:vm'
import { importsOf } from './modules.ts'
import { freeNames, usedNames } from './names.ts'

export interface Border {
  names: readonly string[]
  /** Nowhere, if it is not given. */
  only?: RegExp
  why: string
}

export const borders: readonly Border[] = [
  { names: ['fetch'], only: /^((core|oauth)\/http\/.*|core\/util\/global-fetch)\.js$/, why: 'one door to the network' },
  {
    names: ['.getReader', '.pipeTo', '.pipeThrough', '.tee', 'ReadableStreamDefaultReader', 'ReadableStreamBYOBReader'],
    only: /^core\/util\/body\.js$/,
    why: 'a reader is released and capped where it is taken',
  },
  {
    names: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'],
    only: /^core\/util\/environment\.js$/,
    why: 'the simulation owns time',
  },
  {
    names: ['Date.now', 'new Date()', 'Math.random', 'performance'],
    only: /^core\/util\//,
    why: 'the simulation owns time and chance',
  },
  { names: ['crypto'], only: /^(core\/util|oauth)\//, why: 'keys and digests, never chance for the client' },
  {
    names: ['AbortSignal.timeout', 'AbortSignal.any', 'Promise.withResolvers'],
    why: 'not in every runtime, or a timer that nobody can stop',
  },
  { names: ['process', 'Buffer', 'require', 'module'], why: 'not in every runtime' },
  {
    names: ['window', 'self', 'navigator', 'document'],
    only: /^oauth\/(browser|callback)\//,
    why: 'only pages have it',
  },
  { names: ['eval', 'Function'], why: 'refused under a strict content security policy' },
  { names: ['console'], why: 'the console belongs to the application' },
]

/** The only packages, and who may import them. */
export const packages: Readonly<Record<string, RegExp>> = {
  'eventsource-parser': /^core\/sse\/parse\./,
  oauth4webapi: /^oauth\//,
  // The mini flavour only: the classic one is several times as large and probes for `new Function`.
  'zod/mini': /^core\/validation\//,
}

/** Globals outside ECMAScript that every runtime has. `location` is read only where there is one. */
const surroundings = [
  'AbortController',
  'AbortSignal',
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
  'setTimeout',
]

/** What single places know besides: a page, and what is looked for and need not be there. */
const further: Readonly<Record<string, readonly string[]>> = {
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
  'oauth/dpop/': ['CryptoKey'],
  'oauth/http/allow-url.js': ['globalThis'],
  'oauth/loopback/': ['globalThis'],
}

/** What a built JavaScript file uses although it must not. */
export function findCrossings(file: string, code: string): string[] {
  const used = usedNames(code)
  return borders
    .filter(({ only }) => !only?.test(file))
    .flatMap(({ names, only, why }) =>
      names
        .filter((name) => used.has(name))
        .map((name) => `${file} uses ${name}, allowed in ${only?.source ?? 'no file'} (${why})`),
    )
}

/** Packages that a built file, also a declaration, imports although it must not. */
export function findForeignImports(file: string, code: string): string[] {
  return importsOf(code, file.endsWith('.d.ts') ? 'dts' : 'js')
    .filter((specifier) => !specifier.startsWith('./') && !specifier.startsWith('../'))
    .filter((specifier) => !packages[specifier]?.test(file))
    .map((specifier) => `${file} imports ${specifier}`)
}

/** Globals that a built file takes for granted although not every runtime has them. */
export function findUnknownGlobals(file: string, code: string): string[] {
  // An empty context has what the language has, and some things that V8 adds or that would hide a name from this check.
  const others = ['console', 'WebAssembly', 'globalThis']
  const language = runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[]
  const own = Object.entries(further).flatMap(([place, names]) => (file.startsWith(place) ? names : []))
  const known = new Set([...language, ...surroundings, ...own, 'undefined', 'arguments'])
  return freeNames(code)
    .filter((name) => !own.includes(name) && (!known.has(name) || others.includes(name)))
    .map((name) => `${file} expects a global ${name}`)
}
