/** The Worker of the playground: which requests it forwards to which realm. */
import { expect, test } from 'vitest'
import worker from '../../../playground/server/worker.ts'

interface Forwarded {
  realm: string
  path: string
  token: string | null
}

/** Sends a request to the Worker; gives what it forwarded to a realm, or else the text of its own response. */
async function send(path: string, token?: string): Promise<Forwarded | string> {
  let forwarded: Forwarded | undefined
  const get = (realm: unknown) => ({
    async fetch({ url, headers }: Request) {
      forwarded = { realm: String(realm), path: new URL(url).pathname, token: headers.get('x-control-token') }
      return new Response()
    },
  })
  const REALM = { idFromName: (name: string) => name, get }
  const environment = { REALM, ...(token && { CONTROL_TOKEN: token }) }
  const response = await worker.fetch(new Request(`https://play.example${path}`, { method: 'GET' }), environment)
  return forwarded ?? response.text()
}

const realm = 'play-sessions-0a1b2c3d-4e5f'

test('MCP requests are forwarded to their realm unchanged', async () => {
  expect(await send('/mcp', 'key')).toEqual({ realm: 'default', path: '/mcp', token: null })
  expect(await send(`/r/${realm}/sse`, 'key')).toEqual({ realm, path: `/r/${realm}/sse`, token: null })
})

test('the control of a realm is reachable by its long name only, and never for the default realm', async () => {
  expect(await send(`/control/r/${realm}/script`, 'key')).toEqual({
    realm,
    path: `/r/${realm}/__control/script`,
    token: 'key',
  })
  expect(await send('/control/r/default/script', 'key')).toMatchObject({
    path: '/control/r/default/script',
    token: null,
  })
  expect(await send(`/control/r/${realm}/script`)).toMatchObject({ path: `/control/r/${realm}/script`, token: null })
})

test('mock.json says whether the mock server can be controlled', async () => {
  expect(JSON.parse(String(await send('/mock.json', 'key')))).toEqual({ mock: '.', control: './control' })
  expect(JSON.parse(String(await send('/mock.json')))).toEqual({ mock: '.', control: null })
})
