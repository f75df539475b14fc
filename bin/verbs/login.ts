/** `login <url>`: signs in to a server, in the browser. */
import { UsageError } from '../command/errors.ts'
import { textOf, type Verb } from '../command/verb.ts'
import { createAuth } from '../connection/authorization.ts'
import { loginPath } from '../connection/login-file.ts'
import { shownUrl } from '../connection/server-url.ts'
import { signInAtTerminal } from '../connection/sign-in.ts'
import { onlyUrl } from './only-url.ts'

export const verb: Verb = {
  usage: '<url>',
  about:
    'Signs in to a server with OAuth: opens the browser and waits on 127.0.0.1 for its answer. The tokens are saved in a\n' +
    'file that only you can read, and every other verb uses and renews them.',
  options: {
    scope: { type: 'text', value: '<scopes>', about: 'The scopes to ask for' },
    'client-id': { type: 'text', value: '<id>', about: 'Use a client that is registered already; needs --issuer' },
    issuer: { type: 'text', value: '<url>', about: 'The authorization server where it is registered' },
    'no-open': { type: 'flag', about: 'Print the address instead of opening the browser' },
    json: { type: 'flag', about: 'Print JSON' },
  },
  examples: ['login https://tools.example.com/mcp'],
  async run(invocation) {
    const { values, output, signal, env } = invocation
    const server = onlyUrl(invocation)
    const [scope, id, issuer] = ['scope', 'client-id', 'issuer'].map((name) => textOf(values, name))
    if ((id === undefined) !== (issuer === undefined)) throw new UsageError('--client-id and --issuer belong together')
    const auth = await createAuth(server, env, {
      scope,
      ...(id !== undefined && issuer !== undefined && { client: { id, issuer } }),
    })
    const status = await signInAtTerminal(auth, { output, env, signal, opens: values['no-open'] !== true })
    const file = loginPath(server, env)
    if (values.json) output.printJson({ server: shownUrl(server), issuer: status.issuer, scope: status.scope, file })
    else {
      output.print(`Signed in to ${shownUrl(server)} at ${status.issuer}${status.scope ? ` (${status.scope})` : ''}.`)
      output.note(`The tokens are in ${file}.`)
    }
  },
}
