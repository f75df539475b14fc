/** What Node prints for an error that a program does not catch: short, with the message first and the program's own line. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratch, type Scratch } from '../../playground/server/scratch.ts'
import { root } from '../support/paths.ts'
import { runProcess } from '../support/processes.ts'
import { newerNode, ownNode } from './peers.ts'
import { startUncaughtServer, type UncaughtServer } from './uncaught-server.ts'

let scratch: Scratch
let server: UncaughtServer
beforeAll(async () => {
  ;[scratch, server] = await Promise.all([createScratch(), startUncaughtServer()])
})
afterAll(() => Promise.all([scratch.dispose(), server.close()]))

const nodes = [
  ['the oldest supported Node', () => ownNode],
  ['Node 24', newerNode],
] as const

/** A program whose line with the mistake is the one that contains `MISTAKE`. */
interface Program {
  what: string
  /** The mistake; `url` is the address of the server, and `client` a client in programs about calls. */
  code: string
  /** The first line of the error. */
  message: RegExp
}

const connecting: Program[] = [
  {
    what: 'a server that is not running',
    code: `connect('http://127.0.0.1:61999/mcp')`,
    message: /^ConnectError: Could not connect to http:\/\/127\.0\.0\.1:61999\/mcp: .*ECONNREFUSED/,
  },
  {
    what: 'a server that is not running, at a name with two addresses',
    code: `connect('http://localhost:61999/mcp')`,
    message: /^ConnectError: Could not connect to http:\/\/localhost:61999\/mcp: .*ECONNREFUSED/,
  },
  {
    what: 'a host that does not exist',
    code: `connect('http://nowhere.invalid/mcp')`,
    message: /^ConnectError: .*ENOTFOUND nowhere\.invalid/,
  },
  {
    what: 'a certificate that nobody trusts',
    code: `connect(secureUrl + '/mcp')`,
    message: /^ConnectError: .*self-signed certificate.* \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
  },
  {
    what: 'a server that requires authorization',
    code: `connect(url + '/401')`,
    message: /^ConnectError: .*status 401: no; it requires authorization: use the option headers, or oauth\(\)/,
  },
  {
    what: 'a path where there is nothing',
    code: `connect(url + '/404')`,
    message: /^ConnectError: .*status 404.*; many servers are at \/mcp/,
  },
  { what: 'no address', code: 'connect(undefined)', message: /^ConnectError: connect: expected .* got undefined/ },
  {
    what: 'a misspelt option',
    code: `connect(url + '/mcp', { timeOut: 5 })`,
    message: /^TypeError: connect: unknown option timeOut; did you mean timeout\?/,
  },
  {
    what: "a mistake in the program's own fetch",
    code: `connect(url + '/mcp', { fetch: () => { throw new RangeError('my fault') } })`,
    message: /^RangeError: my fault/,
  },
]

const calling: Program[] = [
  {
    what: 'a tool that does not exist',
    code: `client.callTool('missing')`,
    message: /^RpcError: tools\/call: Tool nope not found \(-32602\)$/,
  },
  {
    what: 'a status of the server',
    code: `client.callTool('broken')`,
    message: /^HttpError: tools\/call: status 500: first line more/,
  },
  {
    what: 'a handler that is missing',
    code: `client.callTool('asking')`,
    message: /^RpcError: tools\/call: Needs a form \(-32021, status 400\); connect\(\) needs handlers.elicit$/,
  },
  {
    what: 'a timeout',
    code: `client.callTool('slow', {}, { timeout: 50 })`,
    message: /^TimeoutError: tools\/call gave no sign of life for 50 ms \(timeout\)$/,
  },
  {
    what: 'a call after close()',
    code: `client.close().then(() => client.callTool('x'))`,
    message: /^ClosedError: callTool: the client is closed$/,
  },
]

const styles = {
  'that awaits it': (code: string) => `async function main() {\n  await ${code} // MISTAKE\n}\nawait main()`,
  'that uses then()': (code: string) => `function main() {\n  ${code}.then(() => {}) // MISTAKE\n}\nmain()`,
}

const programs = [
  ...connecting.map((program) => ({ ...program, before: '' })),
  ...calling.map((program) => ({ ...program, before: `const client = await connect(url + '/mcp')\n` })),
].flatMap((program) => Object.entries(styles).map(([style, wrap]) => ({ ...program, style, wrap })))

for (const [version, node] of nodes) {
  // How the caller waits depends on this package, not on the version of Node.
  const chosen = programs.filter(({ style }) => node() === ownNode || style === 'that awaits it')
  test.for(chosen)(
    `$what, in a program $style: ${version} prints at most 30 lines, with its own line`,
    async ({ what, before, code, message, style, wrap }) => {
      const entry = pathToFileURL(join(root, 'dist/core/index.js')).href
      const head = `import { connect } from '${entry}'\nconst [url, secureUrl] = process.argv.slice(2)\n${before}`
      const program = head + wrap(code)
      const file = join(scratch.path, `${what} ${style} ${version}.mjs`.replaceAll(/[^\w.]+/g, '-'))
      await writeFile(file, program)
      const failure = await runProcess(node(), [file, server.url, server.secureUrl], { limit: 20_000 }).catch(String)
      // The first line is about this test.
      const lines = failure.trim().split('\n').slice(1)
      const shown = lines.join('\n')
      expect(lines.length, shown).toBeLessThanOrEqual(30)
      expect(
        lines.some((line) => message.test(line)),
        shown,
      ).toBe(true)
      const own = program.split('\n').findIndex((line) => line.includes('MISTAKE')) + 1
      expect(shown).toMatch(new RegExp(`at .*${file.replaceAll('.', '\\.')}:${own}:`))
    },
  )
}
