/** `inspect [url]`: opens the inspector in a browser. */
import { parsePort } from '../command/parse.ts'
import { textOf, type Verb } from '../command/verb.ts'
import { createLoginFetch } from '../connection/login-fetch.ts'
import { openBrowser } from '../connection/open-browser.ts'
import { parseServerUrl } from '../connection/server-url.ts'
import { serveInspector } from '../inspector/serve-inspector.ts'
import { untilAborted } from '../relay/listen.ts'

export const verb: Verb = {
  usage: '[url]',
  about:
    'Serves the inspector on 127.0.0.1 and opens it. Its requests go through this process, so servers without CORS\n' +
    'headers work. The address holds a key: whoever has it can reach what this machine can. Ctrl-C ends it.',
  options: {
    port: { type: 'text', value: '<number>', about: 'The port on 127.0.0.1 (default: a free one)' },
    'no-open': { type: 'flag', about: 'Print the address instead of opening the browser' },
    json: { type: 'flag', about: 'Print the address as JSON' },
  },
  examples: ['http://localhost:3000/mcp', 'inspect --port 6274 --no-open'],
  async run({ values, positionals: [url, ...others], output, signal, env }) {
    const server = url === undefined ? undefined : parseServerUrl(url, others)
    const port = textOf(values, 'port')
    const inspector = await serveInspector(server, port === undefined ? 0 : parsePort(port), createLoginFetch(env))
    if (values.json) output.printJson({ url: inspector.url })
    else {
      const isOpen = !values['no-open'] && (await openBrowser(inspector.url, env, { isSecret: true }))
      output.print(`The inspector is running. ${isOpen ? 'If no browser opens, go to' : 'Open'} this address; Ctrl-C ends it.

  ${inspector.url}
`)
    }
    await untilAborted(signal)
    inspector.close()
  },
}
