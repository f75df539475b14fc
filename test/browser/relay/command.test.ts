/** The command `mcp-over-fetch relay` of the installed package. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createScratch, type Scratch } from '../../../playground/server/scratch.ts'
import { manifest } from '../../../scripts/build/entries.ts'
import { connect, type Fetch } from '../../../src/core/index.ts'
import { relayed } from '../../../src/relay/index.ts'
import { createInstalled } from '../../package/pack.ts'
import { root } from '../../support/paths.ts'
import { PAGE, type ServerWithoutCors, startWithoutCors } from './servers.ts'
import { startCommand } from './start-command.ts'

let installed: Scratch
let server: ServerWithoutCors
/** The Node of the users of this machine, where the tools run in a newer one. */
const node = process.env.npm_node_execpath ?? process.execPath
const program = () => join(installed.path, 'node_modules/mcp-over-fetch', String(bin['mcp-over-fetch']))
const bin = manifest.bin as Record<string, string>

beforeAll(async () => {
  ;[installed, server] = await Promise.all([createInstalled(), startWithoutCors()])
}, 60_000)
afterAll(async () => {
  server.close()
  await installed.dispose()
})

interface Ended {
  code: number
  out: string
  err: string
}

const run = (...args: string[]): Promise<Ended> => runProgram(program(), args)

function runProgram(path: string, args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(node, [path, ...args], { timeout: 10_000 }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err })
    })
  })
}

const fromPage: Fetch = (url, init) => fetch(url, { ...init, headers: { ...init.headers, origin: PAGE } })

describe('mcp-over-fetch relay', () => {
  test('says what to do in a clone of the repository that is not built yet', async () => {
    const clone = await createScratch()
    try {
      await cp(join(root, 'bin'), join(clone.path, 'bin'), { recursive: true })
      await cp(join(root, 'package.json'), join(clone.path, 'package.json'))
      const { code, err } = await runProgram(join(clone.path, 'bin/mcp-over-fetch.mjs'), [
        'relay',
        server.url,
        '--page',
        PAGE,
      ])
      expect(err).toBe('mcp-over-fetch: the package is not built yet: run npm run build first\n')
      expect(code).toBe(1)
    } finally {
      await clone.dispose()
    }
  })

  test('prints an address with which the page reaches the server, and a link to the page', async () => {
    const { address, link, stop, output, errors } = await startCommand(
      node,
      program(),
      server.url,
      '--page',
      `${PAGE}/play`,
      '--verbose',
    )
    try {
      expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?key=[\w-]{32}$/)
      const client = await connect(server.url, { fetch: relayed(address, { fetch: fromPage }) })
      expect((await client.callTool('echo', { text: 'hello' })).content).toEqual([{ type: 'text', text: 'hello' }])
      await client.close()
      const opened = new URL(link)
      expect(opened.origin + opened.pathname).toBe(`${PAGE}/play`)
      // In the fragment, which is sent to no server.
      expect(opened.search).toBe('')
      const named = new URLSearchParams(opened.hash.slice(1))
      expect(Object.fromEntries(named)).toEqual({ server: server.url, relay: address })
      await expect.poll(errors).toMatch(new RegExp(`^POST ${server.url} 200 \\d+ bytes \\d+ ms$`, 'm'))
      expect(errors()).not.toContain('key=')
      expect(output().match(/key=/g)).toHaveLength(2)
    } finally {
      await stop('SIGKILL')
    }
  })

  test('serves no other page, no other server, no address without the key, and no other name of this machine', async () => {
    const { address, stop } = await startCommand(node, program(), server.url, '--page', PAGE)
    const connectBy = (relay: string, headers: Record<string, string>, url = server.url) =>
      connect(url, {
        eraCache: new Map(),
        fetch: relayed(relay, {
          fetch: (to, init) => fetch(to, { ...init, headers: { ...init.headers, ...headers } }),
        }),
      })
    try {
      const { origin, port } = new URL(address)
      server.requests.length = 0
      const page = { origin: PAGE }
      await expect(connectBy(address, { origin: 'https://evil.example' })).rejects.toMatchObject({ reason: 'origin' })
      await expect(connectBy(address, {})).rejects.toMatchObject({ reason: 'origin' })
      await expect(connectBy(origin, page)).rejects.toMatchObject({ reason: 'key' })
      await expect(connectBy(address.slice(0, -1), page)).rejects.toMatchObject({ reason: 'key' })
      await expect(connectBy(address, page, 'http://127.0.0.1:1/mcp')).rejects.toMatchObject({ reason: 'not-allowed' })
      const rebound = await askAsOtherHost(port)
      expect(rebound).toMatch(/^HTTP\/1\.1 421 /)
      expect(server.requests).toEqual([])
    } finally {
      await stop('SIGKILL')
    }
  })

  test.for(['SIGINT', 'SIGTERM'] as const)(
    'ends with %s, also while a call is running, and says no more',
    async (signal) => {
      const { address, stop, output, errors } = await startCommand(node, program(), server.url, '--page', PAGE)
      const client = await connect(server.url, {
        fetch: relayed(address, { fetch: fromPage }),
        reconnect: { maxAttempts: 1 },
      })
      const before = output()
      let stopped: Promise<number | null> | undefined
      // Once, since a second signal ends the command at once.
      const onProgress = () => {
        stopped ??= stop(signal)
      }
      await expect(client.callTool('count', { to: 1_000, every: 20 }, { onProgress })).rejects.toMatchObject({
        code: 'connection',
      })
      expect(await stopped).toBe(0)
      expect([output(), errors()]).toEqual([before, ''])
      await expect.poll(server.open).toBe(0)
      await client.detach()
    },
  )

  test('says that a port is in use', async () => {
    const { port } = new URL(server.origin)
    expect(await run('relay', server.url, '--page', PAGE, '--port', port)).toEqual({
      code: 1,
      out: '',
      err: `mcp-over-fetch: port ${port} is in use; choose another with --port\n`,
    })
  })

  test('prints its version and its options', async () => {
    expect(await run('--version')).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' })
    const help = await run('relay', '--help')
    for (const option of ['--page', '--allow', '--port', '--verbose', '--help', 'relay <url>']) {
      expect(help.out).toContain(option)
    }
    expect(await run('help', 'relay')).toEqual(help)
  })

  test.for<[string[], string]>([
    [['relay'], "expected the server's URL, got nothing"],
    [['relay', 'http://a.example', 'http://b.example'], 'expected one URL, got 2 arguments'],
    [['serve', 'http://a.example'], 'unknown verb serve'],
    [['relay', 'a.example/mcp'], "the server's URL has no scheme. Add https:// (or http:// for localhost)"],
    [['relay', 'ftp://a.example/mcp'], "the server's URL must begin with https:// or http://"],
    [['relay', 'https://user:secret@a.example/mcp'], "the server's URL: credentials in the URL are not supported"],
    [['relay', 'https://a.example/mcp'], '--page: pass the URL of the page that may use the relay'],
    [['relay', 'https://a.example/mcp', '--page', 'app'], '--page has no scheme'],
    [['relay', 'https://a.example/mcp', '--page', PAGE, '--allow', '*'], '--allow has no scheme'],
    [['relay', 'https://a.example/mcp', '--page', PAGE, '--port', '80x'], '--port: expected a number from 0 to 65535'],
    [
      ['relay', 'https://a.example/mcp', '--page', PAGE, '--port', '65536'],
      '--port: expected a number from 0 to 65535',
    ],
    [['relay', 'https://a.example/mcp', '--nope'], 'unknown option --nope'],
  ])('refuses %j', async ([args, message]) => {
    const { code, out, err } = await run(...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(`mcp-over-fetch: ${message}`)
    expect(err).toMatch(/\nTry mcp-over-fetch (relay )?--help\n$/)
    expect(err).not.toContain('secret')
  })
})

/** A request with another host name, which `fetch` does not send. */
async function askAsOtherHost(port: string): Promise<string> {
  const request = 'GET / HTTP/1.1\\r\\nHost: evil.example\\r\\nConnection: close\\r\\n\\r\\n'
  const code = `const s = require('net').connect(${port}, '127.0.0.1', () => s.write('${request}')); s.pipe(process.stdout)`
  const child = spawn(node, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk
  })
  await once(child, 'close')
  return text
}
