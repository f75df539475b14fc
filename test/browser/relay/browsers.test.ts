/** Pages in three browsers reach servers from npm that send no CORS headers, untouched, through the command of the package. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorizationServer } from '../../../src/testing/index.ts'
import { peersFolder } from '../../interop/install.ts'
import { type Launch, type RunningServer, startServer } from '../../interop/running-server.ts'
import { root } from '../../support/paths.ts'
import { type HttpServer, startHttpServer } from '../playground/http-server.ts'
import type { Browser, StartBrowser, Tab } from '../sign-in/browsers/browser.ts'
import { startChromium } from '../sign-in/browsers/chromium.ts'
import { startFirefox } from '../sign-in/browsers/firefox.ts'
import { startWebkit } from '../sign-in/browsers/webkit.ts'
import type { Examined } from './page.ts'
import { type ServerWithoutCors, startWithoutCors } from './servers.ts'
import { type StartedRelay, startCommand } from './start-command.ts'

const peer = (name: string, ...args: string[]): Launch => ({ cwd: join(peersFolder, name), args })
const tmcp = peer('tmcp', 'server.mjs', '{port}')

/** Each as its documentation has it, without a word about CORS. */
const servers: Record<string, { launch: Launch; path: string; transport: string; era: string }> = {
  'official SDK 2.x, stateless': {
    launch: peer('official-server', 'server.mjs', 'both', '{port}'),
    ...{ path: '/mcp', transport: 'streamable-http', era: 'modern' },
  },
  'official SDK 1.x, sessions': {
    launch: peer('sdk-1', 'server.mjs', 'sessions', '{port}'),
    ...{ path: '/mcp', transport: 'streamable-http', era: 'legacy' },
  },
  'official SDK 1.x, HTTP+SSE': {
    launch: peer('sdk-1', 'server.mjs', 'sse', '{port}'),
    ...{ path: '/sse', transport: 'sse', era: 'legacy' },
  },
  tmcp: { launch: tmcp, path: '/mcp', transport: 'streamable-http', era: 'modern' },
  'mcp-lite': {
    launch: { cwd: join(peersFolder, 'mcp-lite'), worker: 'worker.mjs' },
    ...{ path: '/mcp', transport: 'streamable-http', era: 'legacy' },
  },
}

const browsers: [string, StartBrowser][] = [
  ['Chromium', startChromium],
  ['Firefox', startFirefox],
  ['WebKit', startWebkit],
]

let site: HttpServer
let own: ServerWithoutCors
let locked: ServerWithoutCors
const running = new Map<string, RunningServer>()
const relays = new Map<string, StartedRelay>()
const urlOf = (name: string) => running.get(name)!.origin + servers[name]!.path

beforeAll(async () => {
  const entry = join(import.meta.dirname, 'page.ts')
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  })
  const html = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>'
  site = await startHttpServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
    response.end(isScript ? outputFiles[0]!.text : html)
  })
  own = await startWithoutCors()
  locked = await startWithoutCors({ auth: authorizationServer() })
  const started = Object.entries(servers).map(async ([name, { launch }]) =>
    running.set(name, await startServer(launch)),
  )
  await Promise.all(started)
  const program = join(root, 'bin/mcp-over-fetch.mjs')
  const urls = {
    ...Object.fromEntries(Object.keys(servers).map((name) => [name, urlOf(name)])),
    own: own.url,
    locked: locked.url,
  }
  for (const [name, url] of Object.entries(urls)) {
    relays.set(name, await startCommand(process.execPath, program, url, '--page', site.origin))
  }
}, 120_000)
afterAll(async () => {
  for (const server of [site, own, locked]) server.close()
  await Promise.all([...relays.values()].map(({ stop }) => stop('SIGTERM')))
  await Promise.all([...running.values()].map(({ stop }) => stop()))
})

describe.each(browsers)('a page in %s', (_, start) => {
  let browser: Browser
  let tab: Tab
  beforeAll(async () => {
    browser = await start()
    tab = await (await browser.newContext()).open(site.origin)
    while ((await tab.evaluate('typeof relayPage')) !== 'object') await sleep(20)
  }, 60_000)
  afterAll(() => browser.close())

  const call = <T>(method: string, ...args: string[]) =>
    tab.evaluate<T>(`relayPage.${method}(${args.map((arg) => JSON.stringify(arg)).join()})`)

  test.for(Object.keys(servers))('reaches %s, event by event, which it cannot reach directly', async (name) => {
    const { path: _path, launch: _launch, ...expected } = servers[name]!
    const examined = await call<Examined>('examine', urlOf(name), relays.get(name)!.address)
    expect(examined).toMatchObject({
      ...expected,
      echo: { type: 'text', text: 'hello' },
      progress: [1, 2, 3, 4],
      outcome: 'seen',
    })
    expect(examined.direct).toMatch(/does not allow (this page|the headers|the header)/)
  })

  test('aborts a call at the server', async () => {
    expect(await call('abort', own.url, relays.get('own')!.address)).toBe('enough')
    await expect.poll(own.open).toBe(0)
  })

  test('signs in, calls, and signs out, all through the relay', async () => {
    locked.requests.length = 0
    const opened = await call<string>('signIn', locked.url, relays.get('locked')!.address)
    const { headers } = await fetch(opened, { redirect: 'manual' })
    const location = headers.get('location')!
    expect(location).toContain(`${site.origin}/callback?`)
    expect(await call('finish', location)).toEqual({ type: 'text', text: 'signed in' })
    expect(locked.requests.filter((request) => request.startsWith('OPTIONS'))).toEqual([])
    expect(locked.requests).toEqual(
      expect.arrayContaining(['POST /oauth/register', 'POST /oauth/token', 'POST /oauth/revoke']),
    )
  })

  test('is told what is wrong: a server that is not allowed, a page that is not listed, a relay that is not there', async () => {
    const { address } = relays.get('own')!
    const { origin } = new URL(address)
    expect(await call('failure', locked.url, address)).toBe(
      `The relay at ${origin}: The relay does not send requests to ${locked.origin}: private addresses must be listed in allow`,
    )
    const other = await startCommand(
      process.execPath,
      join(root, 'bin/mcp-over-fetch.mjs'),
      own.url,
      '--page',
      'https://app.example',
    )
    const unlisted = await call<string>('failure', own.url, other.address)
    expect(unlisted).toContain(`gave no response; it must run there, list ${site.origin} in origins`)
    expect(unlisted).not.toContain('key=')
    await other.stop('SIGTERM')
    expect(await call('failure', own.url, other.address)).toBe(unlisted)
    expect(await call('failure', own.url, site.origin)).toContain('no relay')
  })
})
