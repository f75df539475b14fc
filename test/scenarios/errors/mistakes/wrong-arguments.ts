/** Mistakes in the arguments of `connect()`: addresses and options. Nothing is sent. */
import { oauth } from '../../../../src/oauth/index.ts'
import type { World } from '../../scenario.ts'
import { notInBrowsers } from '../../steps/browsers.ts'
import type { Mistake } from './mistake.ts'

const address = (mistake: string, url: unknown, message: string, runs?: Mistake['runs']): Mistake => ({
  mistake,
  message: `connect: expected an http or https URL, got ${message}`,
  code: 'connect',
  delivery: 'not-executed',
  connect: ({ connect }: World) => connect({ url: url as string }),
  ...(runs && { runs }),
})

/** Options as JavaScript may give them. */
const option = (mistake: string, options: object, message: string): Mistake => ({
  mistake,
  message,
  code: 'invalid-argument',
  delivery: 'not-executed',
  fields: { name: 'TypeError' },
  options,
})

const relative = notInBrowsers('in a page it is an address below that of the page')

export const wrongArguments: Mistake[] = [
  address('a null URL', null, 'null'),
  address('an empty URL', '', '""'),
  address('a URL without a scheme', 'localhost:3000/mcp', 'no scheme: put https:// or http:// before it'),
  address('a host without a scheme', 'tools.example.com/mcp', 'no scheme: put https:// or http:// before it', relative),
  address('a stdio command', 'npx -y some-server', 'blanks: commands (stdio) cannot be run here'),
  address('a URL with another scheme', 'ws://tools.example.com/mcp', 'ws:'),
  address('an invalid URL', 'http://', 'one that is not valid'),
  address('credentials in the URL', 'https://ada:pw@tools.example.com', 'a user in it: use the option headers'),
  option('a misspelled option', { timeOut: 1 }, 'connect: unknown option timeOut; did you mean timeout?'),
  option('an unknown option', { xyz: 1 }, 'connect: unknown option xyz'),
  {
    mistake: 'an oauth() result as an option',
    code: 'invalid-argument',
    delivery: 'not-executed',
    fields: { name: 'TypeError' },
    connect({ connect, server }) {
      const auth = oauth({ server: server.url, redirectUri: 'https://app.example.com/callback' })
      return connect({ auth } as object)
    },
    message: 'connect: unknown option auth; pass fetch: auth.fetch',
  },
  option(
    'a misspelled member of reconnect',
    { reconnect: { initialdelay: 1 } },
    'reconnect: unknown option initialdelay; did you mean initialDelay?',
  ),
  option(
    'a misspelled member of limits',
    { limits: { messageBites: 1 } },
    'limits: unknown option messageBites; did you mean messageBytes?',
  ),
  option('a misspelled member of drain', { drain: { ms: 1 } }, 'drain: unknown option ms; did you mean maxMs?'),
  option(
    'a misspelled member of keepAlive',
    { keepAlive: { intervall: 1 } },
    'keepAlive: unknown option intervall; did you mean interval?',
  ),
  option(
    'a misspelled handler',
    { handlers: { elicitation: () => ({ action: 'cancel' }), 'vendor/ask': undefined } },
    'handlers: unknown option elicitation; did you mean elicit?',
  ),
  option('a timeout that is not a number', { timeout: 'soon' }, 'timeout: got soon, expected a number from 0 up'),
  option(
    'an unknown protocol version',
    { versions: ['1.0'] },
    'versions: got 1.0, expected 2026-07-28,2025-11-25,2025-06-18,2025-03-26,2024-11-05',
  ),
  option(
    'a header with a line break in its value',
    { headers: { authorization: 'Bearer canary\nx' } },
    'headers: authorization has characters that a header cannot have',
  ),
]
