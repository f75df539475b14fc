/** The inspector that the command serves: a page for one process, which reaches servers without CORS headers. */
import { connect as connectTo } from 'node:net'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumArguments } from '../../runtimes/chromium.ts'
import { type StartedCommand, startProgram } from '../../support/command.ts'
import { findProgram } from '../../support/programs.ts'
import { type HttpServer, startHttpServer } from '../playground/http-server.ts'
import { type ServerWithoutCors, startWithoutCors } from './servers.ts'

let server: ServerWithoutCors
let other: ServerWithoutCors
let stranger: HttpServer
let browser: Browser
let command: StartedCommand
let link: URL

beforeAll(async () => {
  ;[server, other, stranger, browser] = await Promise.all([
    startWithoutCors(),
    startWithoutCors({ name: 'the other' }),
    startHttpServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>stranger')),
    chromium.launch({ executablePath: await findProgram('chromium'), args: chromiumArguments }),
  ])
  command = startProgram([server.url, '--no-open'])
  link = new URL((await command.until(/http:\/\/127\.0\.0\.1:\d+\/#\S+/))[0])
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await command?.stop()
  for (const running of [server, other, stranger]) running?.close()
})

async function open(url: string): Promise<{ page: Page; problems: string[] }> {
  const page = await (await browser.newContext()).newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    // The mock server of a clone is optional.
    if (message.type() === 'error' && !message.location().url.endsWith('/mock.json')) problems.push(message.text())
  })
  await page.goto(url)
  return { page, problems }
}

/** A request as nothing but a program of this machine could send it. */
function askAs(host: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTo(Number(link.port), '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    )
    let text = ''
    socket.on('data', (chunk) => (text += chunk))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

describe('mcp-over-fetch <url>', () => {
  test('opens the page connected to the server, and reaches any other that the user enters', async () => {
    const { page, problems } = await open(link.href)
    await page.locator('text=echo').first().waitFor()
    expect(server.requests).toContain('POST /mcp')
    expect(await page.locator('.relay-sign').getAttribute('title')).toMatch(/through the mcp-over-fetch process at 127/)
    // The browser itself never asks the server: that would need CORS.
    expect(server.requests.filter((request) => request.startsWith('OPTIONS'))).toEqual([])
    // The key is a secret of this page: it leaves the address as soon as the page is connected.
    await expect.poll(() => page.url()).not.toContain('key=')
    await page.reload()
    await page.locator('text=echo').first().waitFor()

    const { page: second } = await open(`${link.origin}/${link.hash.replace(/server=[^&]*&/, '')}`)
    await second.locator('#address').fill(other.url)
    await second.locator('#address').press('Enter')
    await second.locator('text=echo').first().waitFor()
    expect(other.requests).toContain('POST /mcp')
    expect(problems).toEqual([])
  })

  test('sends nothing for pages of others, with another key, or under another name', async () => {
    const relay = new URL(new URLSearchParams(link.hash.slice(1)).get('relay')!)
    const before = server.requests.length
    const { page } = await open(stranger.origin)
    const tried = await page.evaluate(
      async ([withKey, without]) => {
        const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
        const attempt = (url: string, init: RequestInit) =>
          fetch(url, init).then(
            async (response) => `${response.type} ${response.status}`,
            () => 'refused',
          )
        return [
          await attempt(withKey!, { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
          await attempt(without!, { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
          await attempt(withKey!, { method: 'POST', body, mode: 'no-cors' }),
          await attempt(withKey!, { method: 'GET', mode: 'no-cors' }),
        ]
      },
      [
        `${relay.href}&target=${encodeURIComponent(server.url)}`,
        `${relay.origin}/relay?target=${encodeURIComponent(server.url)}`,
      ],
    )
    expect(tried).toEqual(['refused', 'refused', 'opaque 0', 'opaque 0'])
    expect(await askAs('evil.example', '/')).toMatch(/^HTTP\/1\.1 421 /)
    expect(await askAs('evil.example', `${relay.pathname}${relay.search}&target=${server.url}`)).toMatch(
      /^HTTP\/1\.1 421 /,
    )
    expect(await askAs(link.host, `/relay?key=${'x'.repeat(32)}&target=${server.url}`)).toMatch(/^HTTP\/1\.1 403 /)
    expect(await askAs(link.host, '/../package.json')).toMatch(/^HTTP\/1\.1 404 /)
    expect(await askAs(link.host, '/%2e%2e/package.json')).toMatch(/^HTTP\/1\.1 404 /)
    expect(server.requests).toHaveLength(before)
  })

  test('connects by itself only to the server of its own process', async () => {
    const before = other.requests.length
    const forged = new URLSearchParams({ server: other.url, relay: `${stranger.origin}/relay?key=${'x'.repeat(32)}` })
    const { page } = await open(`${link.origin}/#${forged}`)
    await page.locator('.link-notice').waitFor()
    const wrongKey = new URLSearchParams({ server: other.url, relay: `${link.origin}/relay?key=${'x'.repeat(32)}` })
    const { page: second } = await open(`${link.origin}/#${wrongKey}`)
    await second.locator('[role="alert"]').first().waitFor()
    expect(other.requests).toHaveLength(before)
  })

  test('ends with Ctrl-C', async () => {
    const { until, stop } = startProgram(['inspect', '--no-open', '--json'])
    await until(/"url"/)
    expect(await stop()).toMatchObject({ code: 0, err: '' })
  })
})
