/** The loopback driver, with the listener for Node that the documentation shows. */
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type Listen, loopback } from '../../../../src/oauth/loopback/index.ts'

const listenInNode: Listen = async (answer) => {
  const server = createServer(async (incoming, outgoing) => {
    const url = `http://${incoming.headers.host}${incoming.url}`
    const response = answer(new Request(url, { method: incoming.method ?? 'GET' }))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

const url = new URL('https://as.example/authorize?state=right')

async function start(open: (url: URL) => unknown = () => {}) {
  const driver = loopback({ open, listen: listenInNode })
  const { redirectUri = '' } = (await driver.prepare!()) ?? {}
  const controller = new AbortController()
  const answer = driver(url, { state: 'right', redirectUri, signal: controller.signal })
  answer.catch(() => undefined)
  return { answer, redirectUri, controller }
}

describe('loopback', () => {
  test('it returns its redirect URI, opens the URL, takes one callback and stops listening', async () => {
    const shown: string[] = []
    const { answer, redirectUri } = await start((address) => shown.push(address.href))
    expect(redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    expect(shown).toEqual([url.href])
    const page = await fetch(`${redirectUri}?code=abc&state=right&iss=https%3A%2F%2Fas.example`)
    const text = await page.text()
    expect([page.status, page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ])
    expect(text).not.toContain('abc')
    expect(Object.fromEntries((await answer)!)).toEqual({ code: 'abc', state: 'right', iss: 'https://as.example' })
    await expect(fetch(`${redirectUri}?code=abc&state=right`)).rejects.toThrow()
  })

  test('any other request gets a 404, and the flow goes on waiting', async () => {
    const { answer, redirectUri } = await start()
    const { origin } = new URL(redirectUri)
    const wrong = [
      fetch(`${origin}/?code=evil&state=right`),
      fetch(`${origin}/callback/x?code=evil&state=right`),
      fetch(`${redirectUri}?code=evil&state=wrong`),
      fetch(`${redirectUri}?code=evil`),
      fetch(`${redirectUri}?code=evil&state=right`, { method: 'POST' }),
      // DNS rebinding: a page whose own name resolves to this machine.
      fetch(`${redirectUri.replace('127.0.0.1', 'localhost')}?code=evil&state=right`),
    ]
    for (const response of await Promise.all(wrong)) expect(response.status).toBe(404)
    await fetch(`${redirectUri}?code=good&state=right`)
    expect((await answer)?.get('code')).toBe('good')
  })

  test('an aborted signal ends the flow with its reason and frees the port', async () => {
    const { answer, redirectUri, controller } = await start()
    const reason = new Error('enough')
    controller.abort(reason)
    await expect(answer).rejects.toBe(reason)
    await expect(fetch(redirectUri)).rejects.toThrow()
  })

  test('an error of `open` rejects the flow and frees the port', async () => {
    const failure = new Error('no browser here')
    const { answer, redirectUri } = await start(() => Promise.reject(failure))
    await expect(answer).rejects.toBe(failure)
    await expect(fetch(redirectUri)).rejects.toThrow()
  })

  test('only an http(s) URL is opened', async () => {
    const driver = loopback({ open: () => expect.unreachable(), listen: listenInNode })
    await driver.prepare!()
    const flow = { state: 'right', redirectUri: '', signal: new AbortController().signal }
    await expect(driver(new URL('file:///etc/passwd'), flow)).rejects.toMatchObject({ reason: 'url-refused' })
  })

  test.each([
    'https://as.example/$(id)/`id`;id|id&id',
    'https://as.example/--flag',
    'https://--flag.as.example/a%0Ab',
    'https://as.example/?"x"&%PATH%&^&calc.exe',
  ])('%s reaches a program as one argument and is not read as an option', async (address) => {
    const printer = ['-e', 'process.stdout.write(JSON.stringify(process.argv.slice(1)))', '--']
    const run = promisify(execFile)
    let output = ''
    const hostile = new URL(address)
    const open = async ({ href }: URL) => {
      output = (await run(process.execPath, [...printer, href])).stdout
      controller.abort()
    }
    const controller = new AbortController()
    const driver = loopback({ open, listen: listenInNode })
    const { redirectUri = '' } = (await driver.prepare!()) ?? {}
    await expect(driver(hostile, { state: 's', redirectUri, signal: controller.signal })).rejects.toThrow()
    expect(JSON.parse(output)).toEqual([hostile.href])
    expect(hostile.href).toMatch(/^https:\/\/[^ ]+$/)
  })

  test('a runtime without Deno.serve gets an error that names the option `listen`', async () => {
    await expect((async () => loopback({ open: () => {} }).prepare!())()).rejects.toThrow(/listen/)
  })
})
