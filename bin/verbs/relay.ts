/** `relay <url> --page <url>`: lets one page reach a server that sends no CORS headers. */
import { UsageError } from '../command/errors.ts'
import { parsePort } from '../command/parse.ts'
import { listOf, textOf, type Verb } from '../command/verb.ts'
import { createLoginFetch } from '../connection/login-fetch.ts'
import { parseServerUrl, parseUrlNamed } from '../connection/server-url.ts'
import { untilAborted } from '../relay/listen.ts'
import { startRelay } from '../relay/start-relay.ts'

export const verb: Verb = {
  usage: '<url> --page <url>',
  about:
    'Starts a relay on this machine, with which one page reaches the MCP server at <url>\n' +
    'although that sends no CORS headers. Requests without a token carry your saved login. It ends with Ctrl-C.',
  options: {
    page: { type: 'text', value: '<url>', about: 'The page that may use the relay' },
    allow: {
      type: 'list',
      value: '<origin>',
      about: 'Another origin to reach, such as the authorization server; may be repeated',
    },
    port: { type: 'text', value: '<number>', about: 'The port on 127.0.0.1 (default: a free one)' },
    key: { type: 'text', value: '<text>', about: 'The key in the address (default: a random one)' },
    json: { type: 'flag', about: 'Print the address as JSON' },
  },
  examples: ['relay http://localhost:3000/mcp --page https://app.example.com'],
  async run({ values, positionals: [url, ...others], output, signal, env }) {
    const server = parseServerUrl(url, others)
    const [pageText, portText, key] = ['page', 'port', 'key'].map((name) => textOf(values, name))
    if (pageText === undefined) throw new UsageError('--page: pass the URL of the page that may use the relay')
    const page = parseUrlNamed('--page', pageText)
    const allow = listOf(values, 'allow').map((text) => parseUrlNamed('--allow', text).origin)
    const port = portText === undefined ? 0 : parsePort(portText)
    if (key !== undefined && !/^[\w-]{16,100}$/.test(key))
      throw new UsageError('--key: expected 16 to 100 letters, digits, - or _')
    const relay = await startRelay({
      ...{ server, page, allow, port, key },
      fetch: createLoginFetch(env, { server }),
      log: values.verbose
        ? ({ method, target = '', status, refused, bytes, milliseconds, ended }) => {
            const outcome = refused ?? (ended === 'read' ? `${bytes} bytes` : ended)
            output.note(`${method} ${target} ${status} ${outcome} ${Math.round(milliseconds)} ms`)
          }
        : undefined,
    })
    const { address, link, expires } = relay
    if (values.json) output.printJson({ address, link, expires })
    else
      output.print(`A relay for ${server.origin} is running, for pages of ${page.origin}.

  Playground  ${link}
  Address     ${address}

In your page: connect('${server.origin}${server.pathname}', { fetch: relayed('${address}') })
The key in the address is valid until ${expires.toISOString()}. Ctrl-C ends the relay.`)
    await untilAborted(signal)
    relay.close()
  },
}
