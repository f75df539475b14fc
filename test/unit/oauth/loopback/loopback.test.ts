/** The loopback driver, with the listener for Node that the documentation shows. */
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { type Listen, loopback } from '../../../../src/oauth/loopback/index.ts'
import type { Prepared } from '../../../../src/oauth/types.ts'
import { ISSUER } from '../fake-servers.ts'
import { setUp } from '../signed-in.ts'

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
  const prepared = (await driver.prepare!()) as Prepared
  const { redirectUri = '' } = prepared
  const controller = new AbortController()
  const answer = driver(url, { state: 'right', redirectUri, signal: controller.signal, prepared })
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

  test('one driver serves two sign-ins at once, and a third that fails at its start takes neither with it', async () => {
    const opened: URL[] = []
    const driver = loopback({ open: (address) => opened.push(address), listen: listenInNode })
    const [ann, bob, eve] = [setUp(), setUp(), setUp()]
    eve.servers.on(`${ISSUER}/.well-known/oauth-authorization-server`, new Response(null, { status: 503 }))
    const signingIn = [ann.auth.signIn(driver), bob.auth.signIn(driver)]
    await expect(eve.auth.signIn(driver)).rejects.toMatchObject({ code: 'auth' })
    await vi.waitFor(() => expect(opened).toHaveLength(2))
    const callbacks = opened.map(({ searchParams }) => {
      const callback = new URL(searchParams.get('redirect_uri')!)
      callback.search = `${new URLSearchParams({ code: 'c', state: searchParams.get('state')! })}`
      return callback
    })
    expect(new Set(callbacks.map(({ port }) => port)).size).toBe(2)
    const [first, second] = callbacks
    const swapped = new URL(first!)
    swapped.port = second!.port
    expect((await fetch(swapped)).status).toBe(404)
    for (const callback of [second!, first!]) expect((await fetch(callback)).status).toBe(200)
    for (const status of await Promise.all(signingIn)) expect(status.status).toBe('authorized')
    for (const callback of callbacks) await expect(fetch(callback)).rejects.toThrow()
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
    const prepared = (await driver.prepare!()) as Prepared
    const flow = { state: 'right', redirectUri: '', signal: new AbortController().signal, prepared }
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
    const prepared = (await driver.prepare!()) as Prepared
    const flow = { state: 's', redirectUri: prepared.redirectUri!, signal: controller.signal, prepared }
    await expect(driver(hostile, flow)).rejects.toThrow()
    expect(JSON.parse(output)).toEqual([hostile.href])
    expect(hostile.href).toMatch(/^https:\/\/[^ ]+$/)
  })

  test('a runtime without Deno.serve gets an error that names the option `listen`', async () => {
    await expect((async () => loopback({ open: () => {} }).prepare!())()).rejects.toThrow(/listen/)
  })
})
