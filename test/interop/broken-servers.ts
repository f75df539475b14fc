/** Servers without working CORS headers or metadata, and where the lines go that mend them. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { peersFolder } from './install.ts'
import type { Launch } from './running-server.ts'

export interface Broken {
  name: string
  /** Whose packages it uses. */
  peer: string
  /** The program, below `peers` or `broken`. */
  file: string
  framework: string
  /** Where the lines go: at the end of what matches, or in its place. */
  insert(text: string, lines: string): string
  launch(cwd: string, file: string, backend: string): Launch
  /** Checks that must be bad before. */
  bad: string[]
  further?: string[]
  /** The program is not on this machine. */
  isMissing?: boolean
  /** Options of both examinations. */
  always?: string[]
  /** The server behind a proxy. `__PORT__` and `__BACKEND__` in the proxy's file stand for the ports. */
  backend?(cwd: string): Launch
}

const after = (anchor: string) => (text: string, lines: string) => {
  if (!text.includes(anchor)) throw new Error(`the program has no "${anchor}"`)
  return text.replace(anchor, () => `${anchor}\n${lines}`)
}
const worker = (text: string, lines: string) =>
  `${text.replace('export default {', () => 'const worker = {')}\n${lines}\nexport default withHeaders(worker)\n`

/** A server that asks for a token, and says nothing more. */
const signIn = { bad: ['cors-origin', 'challenge'], further: ['--issuer', 'https://login.example.com'] }

const node =
  (...args: string[]) =>
  (cwd: string, file: string): Launch => ({ cwd, args: [file, ...args, '{port}'] })

const uvicorn = (cwd: string, file: string): Launch => ({
  cwd,
  command: PYTHON,
  args: ['-m', 'uvicorn', `${file.replace('.py', '')}:app`, '--port', '{port}', '--log-level', 'error'],
})

/** Proxies and Python of Debian, where this machine has them. */
const PYTHON = '/usr/bin/python3'
const hasPython = has(PYTHON, '-c', 'import fastapi, uvicorn')

function has(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/** In front of the official SDK 1.x, which sends no CORS headers. */
const proxied = {
  peer: 'sdk-1',
  bad: ['cors-origin'],
  backend: (cwd: string): Launch => ({ cwd, args: [join(peersFolder, 'sdk-1/server.mjs'), 'sessions', '{port}'] }),
}

/** Puts the ports into the file, and runs the program with it. */
const proxy =
  (program: string) =>
  (cwd: string, file: string, backend: string): Launch => ({
    cwd,
    command: 'sh',
    args: ['-c', `sed -e s/__PORT__/{port}/ -e s/__BACKEND__/${backend}/ ${file} > running && exec ${program}`],
  })

const atEnd = (text: string, lines: string) => `${text}\n${lines}`
const inPlace = (text: string, lines: string) => text.replace('# here', () => lines)

/** They run in CI, and here where they are installed. */
export const ofDebian: readonly Broken[] = [
  {
    name: 'Starlette',
    peer: 'sdk-1',
    file: 'broken/starlette-app.py',
    framework: 'starlette',
    insert: atEnd,
    launch: uvicorn,
    bad: ['cors-origin'],
    isMissing: !hasPython,
  },
  {
    ...signIn,
    name: 'FastAPI that does not say where to sign in',
    peer: 'sdk-1',
    file: 'broken/fastapi-app.py',
    framework: 'fastapi',
    insert: atEnd,
    launch: uvicorn,
    isMissing: !hasPython,
  },
  {
    ...proxied,
    name: 'nginx',
    file: 'broken/nginx.conf',
    framework: 'nginx',
    insert: inPlace,
    launch: proxy('nginx -e stderr -p . -c "$PWD/running"'),
    isMissing: !has('nginx', '-v'),
  },
  {
    ...proxied,
    name: 'Caddy',
    file: 'broken/Caddyfile',
    framework: 'caddy',
    insert: inPlace,
    launch: proxy('caddy run --adapter caddyfile --config running'),
    isMissing: !has('caddy', 'version'),
  },
]

export const broken: readonly Broken[] = [
  {
    name: 'Express with cors() that exposes nothing',
    peer: 'sdk-1',
    file: 'broken/express-cors.mjs',
    framework: 'express',
    insert: after('const app = express()'),
    launch: node(),
    bad: ['cors-headers'],
  },
  {
    name: 'Express that does not say where to sign in',
    peer: 'sdk-1',
    file: 'broken/express-auth.mjs',
    framework: 'express',
    insert: after('const app = express()'),
    launch: node(),
    bad: ['challenge'],
    further: ['--issuer', 'https://login.example.com'],
  },
  {
    name: 'SDK 1.x with createMcpExpressApp()',
    peer: 'sdk-1',
    file: 'peers/sdk-1/server.mjs',
    framework: 'express',
    insert: after('const app = createMcpExpressApp()'),
    launch: node('sessions'),
    bad: ['cors-origin'],
  },
  {
    name: 'SDK 2.x on node:http',
    peer: 'official-server',
    file: 'peers/official-server/server.mjs',
    framework: 'node',
    insert: after('async function handleSessions(request, response) {'),
    launch: node('sessions'),
    bad: ['cors-origin'],
  },
  {
    name: 'node:http with CORS headers for good answers only',
    peer: 'sdk-1',
    file: 'broken/node.mjs',
    framework: 'node',
    insert: after('createServer(async (request, response) => {'),
    launch: node(),
    bad: ['cors-origin'],
  },
  {
    name: '@hono/mcp',
    peer: 'hono-mcp',
    file: 'peers/hono-mcp/server.mjs',
    framework: 'hono',
    insert: after('const app = new Hono()'),
    launch: node(),
    bad: ['cors-origin'],
  },
  {
    name: 'Fastify',
    peer: 'fastify',
    file: 'broken/fastify.mjs',
    framework: 'fastify',
    insert: after('const fastify = Fastify()'),
    launch: node(),
    bad: ['cors-origin'],
  },
  {
    name: 'mcp-handler',
    peer: 'mcp-handler',
    file: 'broken/mcp-handler.mjs',
    framework: 'cloudflare',
    insert: (text, lines) =>
      text.replace('const served = worker', () => `${lines}\nconst served = withHeaders(worker)`),
    launch: node(),
    bad: ['cors-origin'],
  },
  {
    name: 'a Worker with mcp-lite in Miniflare',
    peer: 'mcp-lite',
    file: 'peers/mcp-lite/worker.mjs',
    framework: 'cloudflare',
    insert: worker,
    launch: (cwd, file) => ({ cwd, worker: file, rebuilds: true }),
    bad: ['cors-origin', 'stream-caching'],
  },
  {
    ...signIn,
    name: 'Hono that does not say where to sign in',
    peer: 'hono-mcp',
    file: 'broken/hono-auth.mjs',
    framework: 'hono',
    insert: after('const app = new Hono()'),
    launch: node(),
  },
  {
    ...signIn,
    name: 'Fastify that does not say where to sign in',
    peer: 'fastify',
    file: 'broken/fastify-auth.mjs',
    framework: 'fastify',
    insert: after('const fastify = Fastify()'),
    launch: node(),
  },
  {
    ...signIn,
    name: 'node:http that does not say where to sign in',
    peer: 'sdk-1',
    file: 'broken/node-auth.mjs',
    framework: 'node',
    insert: after('createServer((request, response) => {'),
    launch: node(),
  },
  {
    ...signIn,
    name: 'a Worker that does not say where to sign in',
    peer: 'mcp-lite',
    file: 'broken/worker-auth.mjs',
    framework: 'cloudflare',
    insert: worker,
    launch: (cwd, file) => ({ cwd, worker: file, rebuilds: true }),
  },
  {
    name: 'node:http with a header of its own',
    peer: 'sdk-1',
    file: 'broken/node.mjs',
    framework: 'node',
    insert: after('createServer(async (request, response) => {'),
    launch: node(),
    bad: ['cors-origin'],
    always: ['--header', 'x-api-key: 0123456789', '--header', 'x-tenant: ada'],
  },
]
