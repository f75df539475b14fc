/** What the Worker of the playground passes on, and to whom. */
import { expect, test } from 'vitest'
import worker from '../../playground/server/worker.ts'

interface Passed {
  realm: string
  path: string
  token: string | null
}

/** Asks the Worker for a path and gives back what reached a realm, or the answer of the Worker itself. */
async function ask(path: string, token?: string): Promise<Passed | string> {
  let passed: Passed | undefined
  const get = (realm: unknown) => ({
    async fetch({ url, headers }: Request) {
      passed = { realm: String(realm), path: new URL(url).pathname, token: headers.get('x-control-token') }
      return new Response()
    },
  })
  const REALM = { idFromName: (name: string) => name, get }
  const environment = { REALM, ...(token && { CONTROL_TOKEN: token }) }
  const response = await worker.fetch(new Request(`https://play.example${path}`, { method: 'GET' }), environment)
  return passed ?? response.text()
}

const own = 'play-sessions-0a1b2c3d-4e5f'

test('MCP requests reach their realm as they are', async () => {
  expect(await ask('/mcp', 'key')).toEqual({ realm: 'default', path: '/mcp', token: null })
  expect(await ask(`/r/${own}/sse`, 'key')).toEqual({ realm: own, path: `/r/${own}/sse`, token: null })
})

test('who knows the name of a realm may direct it, others and the default one stay as they are', async () => {
  expect(await ask(`/control/r/${own}/script`, 'key')).toEqual({
    realm: own,
    path: `/r/${own}/__control/script`,
    token: 'key',
  })
  expect(await ask('/control/r/default/script', 'key')).toMatchObject({
    path: '/control/r/default/script',
    token: null,
  })
  expect(await ask(`/control/r/${own}/script`)).toMatchObject({ path: `/control/r/${own}/script`, token: null })
})

test('the page is told whether there is a control', async () => {
  expect(JSON.parse(String(await ask('/mock.json', 'key')))).toEqual({ mock: '.', control: './control' })
  expect(JSON.parse(String(await ask('/mock.json')))).toEqual({ mock: '.', control: null })
})
