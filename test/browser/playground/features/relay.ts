/** A server without CORS headers, reached through the relay command that the page shows. */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { authorizationServer } from '../../../../src/testing/index.ts'
import { install } from '../../../interop/install.ts'
import { modes } from '../../../interop/modes.ts'
import { startServer } from '../../../interop/running-server.ts'
import { root } from '../../../support/paths.ts'
import { startProcess } from '../../../support/processes.ts'
import { startWithoutCors } from '../../relay/servers.ts'
import { startCommand } from '../../relay/start-command.ts'
import { type Fixture, withPage } from '../fixture.ts'

const { launch } = modes.find(({ name }) => name === 'official server 2.x, sessions')!

const program = join(import.meta.dirname, '../../../../bin/mcp-over-fetch.mjs')

/** As a shell splits it. */
const split = (command: string) =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!)

export function testRelay(fixture: () => Fixture): void {
  describe('a server without CORS headers, through a relay', () => {
    beforeAll(() => install([launch.cwd]), 300_000)

    test(
      'the shown command is all it takes: the page goes on when the relay answers, and a reload goes the same way',
      withPage(fixture, async ({ page, press, call, read, locator, problems }) => {
        const server = await startServer(launch)
        const url = `${server.origin}/mcp`
        await page.getByLabel('Server URL').fill(url)
        await press('Connect')
        await locator('.relay-help input').fill('6279')
        const [program, run, verb, dashes, ...args] = split(await read('.relay-help pre'))
        expect([program, run, verb, dashes, args[0]]).toEqual(['npm', 'run', 'relay', '--', url])
        await press('Copy command')
        await locator('.relay-help :text("Waiting for the relay at 127.0.0.1:6279")').waitFor()
        const relay = startProcess('npm', ['run', verb!, '--', ...args], { cwd: root, stdio: 'ignore' })
        try {
          await call('echo', { text: 'through the relay' })
          await expect.poll(() => read('.outcome.good')).toMatch(/through the relay/)
          expect(await read('.status-line .address')).toBe(url)
          expect(await read('.relay-sign')).toMatch(/relay\s*: requests travel through the relay at 127\.0\.0\.1:6279/)
          await locator('.call .code summary').click()
          expect(await read('.call .code pre')).toContain(url)
          await page.reload()
          await expect.poll(() => read('.main-pane h2')).toBe('echo')
          await press('Call')
          await locator('.outcome.good').waitFor()
          expect(await page.evaluate(() => location.href + JSON.stringify({ ...localStorage }))).not.toMatch('key=')
          // Chromium reports the requests before the relay was there.
          expect(problems.filter((text) => !/127\.0\.0\.1/.test(text))).toEqual([])
        } finally {
          await relay.stop()
          await server.stop()
        }
      }),
    )

    test('the printed link opens the page with server and relay, and sends nothing before a click', async () => {
      const server = await startServer(launch)
      const url = `${server.origin}/mcp`
      const relay = await startCommand(process.execPath, program, url, '--page', fixture().playground.url)
      const playgroundPage = await fixture().openPage(new URL(relay.link).hash)
      const { page, press, call, read, locator, requestedOrigins, problems } = playgroundPage
      try {
        await locator('.preset').first().waitFor()
        expect(await page.getByLabel('Server URL').inputValue()).toBe(url)
        expect(await read('.relay-line')).toContain(new URL(relay.address).host)
        expect(requestedOrigins()).toEqual([new URL(fixture().playground.url).origin])
        await press('Connect')
        await call('echo', { text: 'by the link' })
        await expect.poll(() => read('.outcome.good')).toMatch(/by the link/)
        expect(problems).toEqual([])
      } finally {
        await playgroundPage.close()
        await relay.stop('SIGKILL')
        await server.stop()
      }
    })

    test('a server that requires OAuth is signed in to through the relay, in a window or by leaving the page', async () => {
      for (const way of ['Sign in (pop-up)', 'Sign in (redirect)']) {
        const server = await startWithoutCors({ auth: authorizationServer(), tools: { hello: { run: () => 'hello' } } })
        const relay = await startCommand(process.execPath, program, server.url, '--page', fixture().playground.url)
        const playgroundPage = await fixture().openPage(new URL(relay.link).hash)
        const { press, call, read, locator } = playgroundPage
        try {
          await press('Connect')
          await locator('h3:has-text("requires sign-in")').waitFor()
          await press(way)
          await call('hello')
          await expect.poll(() => read('.outcome.good pre')).toBe('hello')
          expect(server.requests).toEqual(expect.arrayContaining(['POST /oauth/register', 'POST /oauth/token']))
          expect(server.requests.filter((request) => request.startsWith('OPTIONS'))).toEqual([])
        } finally {
          await playgroundPage.close()
          await relay.stop('SIGKILL')
          server.close()
        }
      }
    })

    test('a link with a relay elsewhere is taken without it', async () => {
      const link = new URLSearchParams({ server: 'https://tools.example/mcp', relay: 'https://evil.example/?key=1' })
      const { page, locator, close } = await fixture().openPage(`#${link}`)
      await locator('.preset').first().waitFor()
      expect(await page.getByLabel('Server URL').inputValue()).toBe('https://tools.example/mcp')
      expect(await locator('.relay-line').count()).toBe(0)
      await close()
    })
  })
}
