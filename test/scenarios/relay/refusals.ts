/** What a relay refuses or cannot reach, as the client tells it: each error names the relay. */
import type { Fetch } from '../../../src/core/index.ts'
import { createRelay, relayed } from '../../../src/relay/index.ts'
import type { Scenario } from '../scenario.ts'
import { notInBrowsers } from '../steps/browsers.ts'
import { onCall, textsOf } from '../steps/calls.ts'
import { textContent } from '../steps/content.ts'
import { RELAY, startRelay } from './steps/in-process-relay.ts'

const OTHER = 'https://other.example'

export const refusals: Scenario[] = [
  {
    name: 'a relay that does not allow the server says so at once, by name, and nothing is sent',
    async run({ connectAny, server, assert }) {
      const { fetch, logged } = startRelay([OTHER])
      const { origin } = new URL(server.url)
      await assert.rejects(connectAny({ fetch }), {
        code: 'relay',
        reason: 'not-allowed',
        status: 403,
        delivery: 'not-executed',
        message: `The relay at https://relay.example: The relay does not send requests to ${origin}: private addresses must be listed in allow`,
      })
      assert.equal(logged.length, 1, 'no other transport is tried')
      assert.equal(await server.methods(), [])
    },
  },
  {
    name: 'a key that expires in the middle fails the next call with a typed error, which does not show it',
    async run({ connect, server, assert }) {
      const key = 'secret-secret-secret'
      let valid = true
      const { fetch } = startRelay([server.url], { keys: (given) => valid && given === key }, `${RELAY}?key=${key}`)
      const client = await connect({ fetch })
      valid = false
      const error = await assert.rejects(client.callTool('echo', { text: 'x' }), {
        code: 'relay',
        reason: 'key',
        delivery: 'not-executed',
        message:
          /^The relay at https:\/\/relay.example: The key in the address of the relay is unknown or has expired$/,
      })
      assert(!`${error} ${JSON.stringify(error)}`.includes(key), 'the key is not shown')
      valid = true
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  },
  {
    name: 'the rate limit of a relay is waited for, like that of a server',
    async run({ connect, server, assert }) {
      let refused = 0
      const rateLimit = ({ request }: { request: Request }) => {
        return request.headers.get('mcp-session-id') && request.method === 'POST' && !refused++ ? 1 : undefined
      }
      const { fetch, logged } = startRelay([server.url], { rateLimit })
      const client = await connect({ fetch })
      assert.equal((await client.callTool('echo', { text: 'later' })).content, textContent('later'))
      assert.equal(logged.filter((entry) => entry.refused === 'rate-limit').length, 1)
    },
  },
  {
    name: 'a call too long for the relay fails before it is sent, and the connection works on',
    async run({ connect, server, assert }) {
      const { fetch } = startRelay([server.url], { limits: { requestBytes: 1_000 } })
      const client = await connect({ fetch })
      await assert.rejects(client.callTool('echo', { text: 'x'.repeat(1_000) }), {
        code: 'relay',
        reason: 'too-large',
        status: 413,
        delivery: 'not-executed',
      })
      assert.equal((await client.callTool('echo', { text: 'short' })).content, textContent('short'))
    },
  },
  {
    name: 'a redirect within the origin of the server is followed through a relay, another is refused',
    runs: notInBrowsers('a page that is its own relay cannot see where a redirect leads'),
    async run({ connect, server, assert }) {
      const { fetch } = startRelay([server.url])
      const moved = (location: string) => onCall({ respond: { status: 307, headers: { location } } })
      await server.script(moved('./mcp'))
      const client = await connect({ fetch })
      assert.equal(textsOf(await client.callTool('echo', { text: 'moved' })), ['moved'])
      await server.script(moved('http://169.254.169.254/latest/'))
      await assert.rejects(client.callTool('echo', { text: 'stolen' }), {
        code: 'http',
        status: 307,
        delivery: 'not-executed',
        message: /redirect \(307\) to another origin: http:\/\/169\.254\.169\.254\/latest\//,
      })
    },
  },
  {
    name: 'a server that is itself a relay is refused by the relay',
    async run({ connectAny, server, assert }) {
      const inner = createRelay({ allow: [new URL(server.url).origin], origins: () => true })
      const throughInner: Fetch = (url, init) => {
        const address = `${RELAY}?target=${encodeURIComponent(url)}`
        return inner(new Request(address, { ...init, headers: init.headers }))
      }
      const { fetch } = startRelay([server.url], { fetch: throughInner })
      await assert.rejects(connectAny({ fetch }), {
        code: 'relay',
        reason: 'loop',
        status: 508,
        message: /is a relay itself$/,
      })
      assert.equal(await server.methods(), [])
    },
  },
  {
    name: 'a server that the relay cannot reach is a connection error that names both',
    async run({ connect, server, assert }) {
      let down = false
      const { fetch } = startRelay([server.url], {
        fetch: (url, init) => (down ? Promise.reject(new TypeError('Failed to fetch')) : globalThis.fetch(url, init)),
      })
      const client = await connect({ fetch })
      down = true
      const { origin } = new URL(server.url)
      await assert.rejects(client.callTool('echo', { text: 'x' }), {
        code: 'connection',
        retryable: true,
        delivery: 'unknown',
        message: `The relay at https://relay.example: ${origin} gave no response`,
      })
      down = false
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  },
  {
    name: 'a relay that is not there is named, with what it needs, instead of the server',
    async run({ connectAny, server, assert, runtime }) {
      const key = 'secret-secret-secret'
      const fetch = relayed(`http://127.0.0.1:61999/?key=${key}`)
      const url = `${server.url}?api_key=${key}`
      const error = await assert.rejects(connectAny({ url, fetch, headers: { 'x-mine': '1' } }), {
        code: 'connect',
        message: /The relay at http:\/\/127\.0\.0\.1:61999 gave no response/,
      })
      assert(!`${error} ${error.cause} ${JSON.stringify(error)}`.includes(key), 'the key is not shown')
      if (!/chromium|firefox|webkit/.test(runtime)) return
      const { origin } = (globalThis as unknown as { location: { origin: string } }).location
      assert.includes(
        String(error.message),
        `it must run there, list ${origin} in origins, and let x-mine pass (headers)`,
      )
      assert(!String(error.message).includes('Access-Control'), 'the server is not to blame')
      assert.equal(await server.methods(), [])
    },
  },
  {
    name: 'an address where no relay answers is named as such',
    async run({ connectAny, server, assert }) {
      const fetch = relayed(RELAY, { fetch: async () => new Response('<h1>Hello</h1>') })
      await assert.rejects(connectAny({ fetch }), {
        code: 'relay',
        reason: 'no-relay',
        message: 'What answers at https://relay.example is no relay (status 200)',
      })
      assert.equal(await server.methods(), [])
    },
  },
]
