#!/usr/bin/env node
/** The command `mcp-over-fetch`: reads its arguments and starts what they name. */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'

const HELP = `Usage: mcp-over-fetch relay <url> [options]

Starts a relay on this machine, with which one page reaches the MCP server at <url>
although that sends no CORS headers. It ends with Ctrl-C.

Options:
  --page <url>      the page that may use the relay (default: the homepage of the package)
  --allow <origin>  another origin that the relay sends requests to, such as that of the
                    authorization server; may be repeated
  --port <number>   the port to listen at on 127.0.0.1 (default: a free one)
  --key <text>      the key in the address, if the page made one up (default: a random one)
  --verbose         prints a line for each request
  --version         prints the version
  --help            prints this text
`

/** A mistake in the arguments. */
class UsageError extends Error {}

try {
  await run()
} catch (error) {
  const { code, message } = /** @type {{ code?: string, message: string }} */ (error)
  const isUsage = error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS') || code === 'invalid-argument'
  process.stderr.write(`mcp-over-fetch: ${message}\n${isUsage ? 'Try mcp-over-fetch --help\n' : ''}`)
  process.exitCode = isUsage ? 2 : 1
}

/**
 * In a clone of the repository the command runs the package as it was built last.
 * @param {Error & { code?: string }} error
 * @returns {never}
 */
function explainMissingBuild(error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new Error('the package is not built yet: run npm run build first', { cause: error })
}

async function run() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      page: { type: 'string' },
      allow: { type: 'string', multiple: true },
      port: { type: 'string', default: '0' },
      key: { type: 'string' },
      verbose: { type: 'boolean', default: false },
      version: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  const [command, url, ...others] = positionals
  if (values.version) return void process.stdout.write(`${manifest.version}\n`)
  if (values.help || (!command && process.argv.length === 2)) return void process.stdout.write(HELP)
  if (command !== 'relay') throw new UsageError(`expected the command relay, got ${command ?? 'none'}`)
  if (!url || others.length) throw new UsageError(`expected the URL of one server, got ${positionals.length - 1}`)
  const port = Number(values.port)
  if (!/^\d+$/.test(values.port) || port > 65_535) throw new UsageError(`--port: expected a number, got ${values.port}`)
  if (values.key !== undefined && !/^[\w-]{16,100}$/.test(values.key))
    throw new UsageError('--key: expected 16 to 100 letters, digits, - or _')
  const server = parseUrl('the server', url)
  const page = parseUrl('--page', values.page ?? manifest.homepage ?? `https://github.com/${manifest.repository}`)
  const allow = (values.allow ?? []).map((text) => parseUrl('--allow', text).origin)
  const { key, verbose } = values
  const { startRelay } = await import('./relay.mjs').catch(explainMissingBuild)
  const relay = await startRelay({ server, page, allow, port, key, verbose })
  process.stdout.write(`A relay for ${server.origin} is running, for pages of ${page.origin}.

  Playground  ${relay.link}
  Address     ${relay.address}

In your page: connect('${server.origin}${server.pathname}', { fetch: relayed('${relay.address}') })
The key in the address is valid until ${relay.expires.toISOString()}. Ctrl-C ends the relay.
`)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, relay.close)
}

/**
 * @param {string} what
 * @param {string} text
 */
function parseUrl(what, text) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url
  throw new UsageError(`${what}: expected an http(s) URL without a user`)
}
