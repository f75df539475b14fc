/** The official SDK 1.x in many versions, as its README of the time had it, and the example servers that it brings. */
import { echo, type WideMode } from './wide-mode.ts'

const SSE = ['1.0.4', '1.2.0', '1.4.1', '1.6.1', '1.7.0', '1.9.0', '1.11.5', '1.15.1', '1.20.2', '1.25.3', '1.32.2']
const SESSIONS = [
  '1.10.2',
  '1.11.5',
  '1.12.3',
  '1.13.3',
  '1.15.1',
  '1.17.5',
  '1.20.2',
  '1.22.0',
  '1.25.3',
  '1.29.0',
  '1.32.2',
]
const OWN_WORDS = ['1.10.2', '1.15.1', '1.20.2', '1.25.3', '1.32.2']
const JSON_ANSWERS = ['1.11.5', '1.20.2', '1.29.0']
const EVENTS = ['1.12.3', '1.17.5', '1.25.3', '1.29.0']
const STATELESS = ['1.11.5', '1.20.2', '1.29.0']
const EXAMPLES = ['1.12.3', '1.20.2', '1.25.3', '1.32.2']

const packagesOf = new Map<string, readonly string[]>()

function mode(version: string, way: string): WideMode {
  return {
    name: `sdk ${version}, ${way}`,
    packages: packages(version),
    args: ['sdk.mjs', way, '{port}'],
    path: way === 'sse' ? '/sse' : '/mcp',
    call: echo,
  }
}

/** Express 4 and zod 3 fit all versions. Modes with the same list share one installation. */
export function packages(version: string): readonly string[] {
  const known = packagesOf.get(version)
  if (known) return known
  const made = [`@modelcontextprotocol/sdk@${version}`, 'express@4.21.2', 'zod@3.25.76', 'cors@2.8.5']
  packagesOf.set(version, made)
  return made
}

function example(version: string, file: string): WideMode {
  return {
    name: `sdk ${version}, its example ${file}`,
    packages: packages(version),
    args: [`node_modules/@modelcontextprotocol/sdk/dist/esm/examples/server/${file}.js`],
    forcePort: true,
    path: '/mcp',
    call: ['greet', { name: 'you' }],
  }
}

export const sdkModes: readonly WideMode[] = [
  ...SSE.map((version) => mode(version, 'sse')),
  ...SESSIONS.map((version) => mode(version, 'sessions')),
  ...OWN_WORDS.map((version) => mode(version, 'own-words')),
  ...JSON_ANSWERS.map((version) => mode(version, 'json')),
  ...EVENTS.map((version) => mode(version, 'events')),
  ...STATELESS.map((version) => mode(version, 'stateless')),
  ...['1.25.3', '1.29.0', '1.32.2'].map((version) => example(version, 'simpleStreamableHttp')),
  ...EXAMPLES.map((version) => example(version, 'jsonResponseStreamableHttp')),
]
