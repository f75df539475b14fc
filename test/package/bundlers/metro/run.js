/** Runs the bundle in a realm of its own that has the globals of the web, and nothing of Node. */
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { createContext, runInContext } = require('node:vm')

const names = [
  'URL',
  'URLSearchParams',
  'Headers',
  'Request',
  'Response',
  'AbortController',
  'AbortSignal',
  'TextEncoder',
  'TextDecoder',
]
const more = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'queueMicrotask',
  'performance',
  'crypto',
  'btoa',
  'atob',
]
const platform = [
  'Event',
  'EventTarget',
  'DOMException',
  'ReadableStream',
  'TransformStream',
  'structuredClone',
  'console',
  'fetch',
]
const globals = Object.fromEntries([...names, ...more, ...platform].map((name) => [name, globalThis[name]]))
const context = createContext({ ...globals, report: (text) => console.log(text) })
runInContext('globalThis.global = globalThis; globalThis.window = globalThis', context)
runInContext(readFileSync(join(__dirname, 'out/main.js'), 'utf8'), context)
