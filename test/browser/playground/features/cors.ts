/** Servers without CORS headers: the page says all of them at once, and with them everything works. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { frameworks, writeCorsRecipe } from '../../../../playground/src/code/cors-recipes.ts'
import { install, peersFolder } from '../../../interop/install.ts'
import { modes } from '../../../interop/modes.ts'
import { type Launch, startServer } from '../../../interop/running-server.ts'
import { startCorsProxy } from '../cors-proxy.ts'
import { type Fixture, withPage } from '../fixture.ts'
import { startHttpServer } from '../http-server.ts'

const launchOf = (name: string) => modes.find((mode) => mode.name === name)!.launch

const servers: Record<string, { launch: Launch; call: [tool: string, args: Record<string, string>] }> = {
  'the official SDK, stateless': { launch: launchOf('official server 2.x, both eras'), call: ['echo', { text: 'hi' }] },
  'the official SDK, sessions': { launch: launchOf('official server 2.x, sessions'), call: ['echo', { text: 'hi' }] },
  'server-everything': { launch: launchOf('server-everything'), call: ['echo', { message: 'hi' }] },
  'mcp-lite': { launch: launchOf('mcp-lite in workerd'), call: ['echo', { text: 'hi' }] },
  tmcp: { launch: { cwd: join(peersFolder, 'tmcp'), args: ['server.mjs', '{port}'] }, call: ['hello', {}] },
}

const needs = { origin: 'http://localhost:5173', url: 'http://localhost:3000/mcp', ownHeaders: ['X-Api-Key'] }

export function testCors(fixture: () => Fixture): void {
  describe('a server without CORS headers', () => {
    beforeAll(async () => {
      const folders = Object.values(servers).map(({ launch }) => launch.cwd)
      await install([...new Set([...folders, join(peersFolder, 'hono-mcp')])])
    }, 300_000)

    test.each(Object.entries(servers))('%s connects, lists and calls with the lines that the page says', (_, server) =>
      withPage(fixture, async ({ page, connect, call, press, locator, read }) => {
        const running = await startServer(server.launch)
        const proxy = await startCorsProxy(running.origin)
        // server-everything asks for roots as soon as it is connected.
        const dialog = page.locator('dialog')
        await page.addLocatorHandler(dialog, () => page.keyboard.press('Escape'))
        try {
          await page.getByLabel('Server URL').fill(`${proxy.origin}/mcp`)
          await press('Connect')
          const help = locator('.cors-help')
          await help.waitFor()
          const shown = await read('.outcome.bad')
          expect(shown).toMatch(/does not allow .*\(CORS\)\./)
          expect(shown).toMatch(/The browser blocked the request \(CORS\)[\s\S]*Add these CORS headers/)
          expect(shown.match(/Access-Control-Allow-Headers/g)).toHaveLength(1)
          expect(shown).not.toMatch(/may or may not have run|safe to call again/)
          await press('nginx')
          proxy.setHeaders(readNginxHeaders(await help.locator('pre').innerText()))
          await connect({ url: `${proxy.origin}/mcp` })
          const [tool, args] = server.call
          await call(tool, args)
          await locator('.outcome.good').waitFor()
          expect(await locator('.browse .outcome.bad').count()).toBe(0)
        } finally {
          // The page is used again by other tests.
          await page.removeLocatorHandler(dialog)
          proxy.close()
          await running.stop()
        }
      })(),
    )

    test(
      'a refused header of a call is explained as what it is, without a sentence that begins with a dot',
      withPage(fixture, async ({ connect, call, read, locator }) => {
        const running = await startServer(servers['the official SDK, stateless']!.launch)
        const proxy = await startCorsProxy(running.origin)
        const headers = readNginxHeaders(
          writeCorsRecipe('nginx', { ...needs, origin: pageOrigin(fixture()), ownHeaders: [] }),
        )
        // As on a server whose author knows the first requests only.
        const some = headers['Access-Control-Allow-Headers']!.replace(', mcp-name', '')
        proxy.setHeaders({ ...headers, 'Access-Control-Allow-Headers': some })
        try {
          await connect({ url: `${proxy.origin}/mcp` })
          await call('echo', { text: 'hi' })
          await locator('.call .cors-help').waitFor()
          const shown = await read('.call .outcome.bad')
          expect(shown).toMatch(/does not allow the header mcp-name/)
          expect(shown).toMatch(/the server did not run it/)
          expect(shown).not.toMatch(/may or may not have run|^\s*\./m)
        } finally {
          proxy.close()
          await running.stop()
        }
      }),
    )

    test.each(['express', 'hono', 'node'] as const)(
      'the lines for %s, run as they are, send the same headers',
      async (name) => {
        const expected = readNginxHeaders(writeCorsRecipe('nginx', needs))
        const server = await startHttpServer(await runRecipe(name, writeCorsRecipe(name, needs)))
        const ask = async (method: string) => {
          const headers = { origin: needs.origin, 'access-control-request-method': 'POST' }
          const { status, headers: received } = await fetch(server.origin, { method, headers })
          return { status, received: Object.fromEntries(received) }
        }
        try {
          const preflight = await ask('OPTIONS')
          expect(preflight.status).toBe(204)
          const get = await ask('GET')
          expect(get.status).toBe(200)
          const list = (text = '') => text.split(/, ?/).sort()
          for (const [header, value] of Object.entries(expected)) {
            const onEvery = /Origin|Expose/.test(header)
            const { received } = onEvery ? get : preflight
            expect([header, list(received[header.toLowerCase()])]).toEqual([header, list(value)])
          }
        } finally {
          server.close()
        }
      },
    )

    test.each(Object.keys(frameworks))('the lines for %s name the custom headers and the origin', (name) => {
      expect(Object.keys(frameworks)).toHaveLength(9)
      const recipe = writeCorsRecipe(name, needs)
      expect(recipe).toContain('last-event-id, x-api-key'.replace(', ', /starlette|fastapi/.test(name) ? '", "' : ', '))
      expect(recipe).toContain(needs.origin)
    })

    test(
      'a server that hides the session id gets the same help, with room for it, and no word of a call that ran',
      withPage(fixture, async ({ page, press, locator, read }) => {
        const server = fixture().realm()
        await server.configure({ versions: ['2025-11-25'], session: { expose: false } })
        await page.getByLabel('Server URL').fill(server.url)
        await press('Connect')
        const help = locator('.main-pane .cors-help, .connect-failure .cors-help')
        await help.waitFor()
        expect((await help.boundingBox())!.width).toBeGreaterThan(400)
        const shown = await page.locator('main').innerText()
        expect(shown).toMatch(/The browser hides the session id from this page \(CORS\)/)
        expect(shown).not.toMatch(/If it misses|ran it and said so/)
        expect(await read('.cors-help pre')).toMatch(/Access-Control-Expose-Headers/)
      }),
    )

    // Python is not installed on every machine, so these lines are read and not run.
    test('the lines for Starlette name the same origin, methods and headers', () => {
      const recipe = writeCorsRecipe('starlette', needs)
      expect(recipe).toMatch(/^from starlette\.middleware\.cors import CORSMiddleware$/m)
      const [, call] = /^app = CORSMiddleware\(\n {4}app,\n((?: {4}\w+=\[.*\],\n)+)\)$/m.exec(recipe) ?? []
      const given = [...(call ?? '').matchAll(/^ {4}(\w+)=(\[.*\]),$/gm)].map(([, name, list]) => [
        name,
        JSON.parse(list!),
      ])
      const headers = readLists(readNginxHeaders(writeCorsRecipe('nginx', needs)))
      expect(Object.fromEntries(given)).toEqual({
        allow_origins: headers['Access-Control-Allow-Origin'],
        allow_methods: headers['Access-Control-Allow-Methods'],
        allow_headers: headers['Access-Control-Allow-Headers'],
        expose_headers: headers['Access-Control-Expose-Headers'],
      })
    })
  })
}

function readLists(of: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, value.split(', ')]))
}

const pageOrigin = ({ playground }: Fixture) => new URL(playground.url).origin

/** The headers that nginx adds with these lines. */
function readNginxHeaders(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/add_header (\S+) "([^"]*)" always;/g)].map(([, name, value]) => [name, value]),
  )
}

/** An application of the framework with these lines and one route. */
async function runRecipe(name: string, recipe: string): Promise<Parameters<typeof startHttpServer>[0]> {
  if (name === 'node') return new Function('request', 'response', `${recipe}\nresponse.end('ok')`) as never
  const folder = join(peersFolder, name === 'express' ? 'everything' : 'hono-mcp')
  const load = createRequire(join(folder, 'package.json'))
  if (name === 'express') {
    const app = load('express')()
    new Function('app', recipe)(app)
    app.get('/', (_: unknown, response: { send(text: string): void }) => response.send('ok'))
    return app
  }
  const app = new (load('hono').Hono)()
  new Function('app', recipe)(app)
  app.get('/', (context: { text(text: string): Response }) => context.text('ok'))
  return load('@hono/node-server').getRequestListener(app.fetch)
}
