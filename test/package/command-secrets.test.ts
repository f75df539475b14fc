/** The command and secrets: logins that every verb uses, reports that repeat nothing, addresses that others cannot see. */
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorizationServer } from '../../src/testing/index.ts'
import { startHttpServer } from '../browser/playground/http-server.ts'
import { type ServerWithoutCors, startWithoutCors } from '../browser/relay/servers.ts'
import { runProgram, startProgram, userNode } from '../support/command.ts'

const TOKEN = 'sk-live-0123456789/abcdef+'
const KEY = 'key-9876543210-xyz'
const QUERY = 'query-5678901234-abc'

let folder: string
let locked: ServerWithoutCors
let env: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-over-fetch-secrets-'))
  locked = await startWithoutCors({ auth: authorizationServer() })
  const browser = join(folder, 'browser.mjs')
  // It notes its arguments, and follows redirects as a browser does.
  await writeFile(
    browser,
    `#!${userNode}
import { appendFileSync } from 'node:fs'
appendFileSync(${JSON.stringify(join(folder, 'opened'))}, process.argv[2] + '\\n')
if (process.argv[2].startsWith('http')) await fetch(process.argv[2])
`,
  )
  await chmod(browser, 0o755)
  env = { MCP_OVER_FETCH_HOME: join(folder, 'home'), BROWSER: browser }
})
afterAll(async () => {
  locked?.close()
  await rm(folder, { recursive: true, force: true })
})

const home = async () => {
  const { out } = await runProgram(['login', locked.url, '--json'], { env })
  return (JSON.parse(out) as { file: string }).file
}

/** Repeats what it was sent, in other words and other encodings. */
function repeat({ headers, url = '' }: IncomingMessage, response: ServerResponse): void {
  const token = (headers.authorization ?? '').replace(/^Bearer /, '')
  const key = String(headers['x-api-key'])
  const query = new URL(url, 'http://localhost').searchParams.get('api_key')
  const message = `Invalid token ${token} (${encodeURIComponent(token)}), key=${key}, query ${query}`
  response.writeHead(400, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }).replaceAll('/', '\\/'))
}

describe('examine', () => {
  test('repeats no secret in any report, in whatever form the server sends it', async () => {
    const server = await startHttpServer(repeat)
    try {
      const url = `${server.origin}/mcp?api_key=${QUERY}`
      const given = ['--token', TOKEN, '--header', `x-api-key: ${KEY}`, '--idle', '0']
      const saved = ['--junit', join(folder, 'j.xml'), '--sarif', join(folder, 's.sarif')]
      const results = await Promise.all([
        runProgram(['examine', url, ...given, ...saved]),
        runProgram(['examine', url, ...given, '--json']),
        runProgram(['examine', url, ...given, '--verbose']),
        runProgram(['tools', url, ...given.slice(0, 4), '--verbose']),
      ])
      const files = await Promise.all(['j.xml', 's.sarif'].map((name) => readFile(join(folder, name), 'utf8')))
      for (const text of [...results.flatMap(({ out, err }) => [out, err]), ...files]) {
        for (const secret of [TOKEN, encodeURIComponent(TOKEN), TOKEN.slice(0, 12), KEY, QUERY])
          expect(text).not.toContain(secret)
      }
      expect(results[1]!.out).toContain('Invalid token [redacted]')
    } finally {
      server.close()
    }
  })

  test('repeats no token of a saved login, although the server does', async () => {
    const file = await home()
    const [, token] = /"accessToken":"([^"]+)"/.exec(await readFile(file, 'utf8'))!
    const proxy = await startHttpServer((request, response) => {
      if (request.url?.startsWith('/.well-known')) return void response.writeHead(404).end()
      repeat(request, response)
    })
    try {
      // The same login for the address of the proxy.
      const server = `${proxy.origin}/mcp`
      const own = (await readFile(file, 'utf8')).replaceAll(new URL(locked.url).origin, proxy.origin)
      const { loginPath } = await import('../../bin/connection/login-file.ts')
      await writeFile(loginPath(new URL(server), env), own)
      const examined = await runProgram(['examine', server, '--idle', '0', '--json'], { env })
      expect(examined.out).toContain('Invalid token [redacted]')
      expect(examined.out + examined.err).not.toContain(token)
      const listed = await runProgram(['tools', server, '--verbose'], { env })
      expect(listed.out + listed.err).not.toContain(token)
    } finally {
      proxy.close()
      await rm(file, { force: true })
    }
  })

  test('signs in first with --login', async () => {
    const examined = await runProgram(['examine', locked.url, '--login', '--idle', '0', '--json'], { env })
    const { counts } = JSON.parse(examined.out) as { counts: Record<string, number> }
    expect(counts.good).toBeGreaterThan(30)
    expect(examined.err).toContain('Continue in your browser')
    const both = await runProgram(['examine', locked.url, '--login', '--token', TOKEN], { env })
    expect(both).toMatchObject({ code: 2, err: expect.stringContaining('--login: a token is given already') })
  })

  test('ends with one line for a server that hangs, and for none', async () => {
    const silent = await startHttpServer(() => {})
    const [hangs, verbose] = await Promise.all([
      runProgram(['examine', `${silent.origin}/mcp`]),
      runProgram(['examine', `${silent.origin}/mcp`, '--json']),
    ])
    silent.close()
    for (const ended of [hangs, verbose])
      expect(ended).toEqual({
        code: 1,
        out: '',
        err: `mcp-over-fetch: ${silent.origin} accepts connections and does not answer. Check what the server waits for\n`,
      })
    expect(await runProgram(['examine', `${silent.origin}/mcp`])).toEqual({
      code: 1,
      out: '',
      err: `mcp-over-fetch: no answer from ${silent.origin}. Start the server, and check the URL\n`,
    })
  }, 60_000)
})

describe('a saved login', () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

  test('is used by record, and is not in the tape', async () => {
    const file = await home()
    const [, token] = /"accessToken":"([^"]+)"/.exec(await readFile(file, 'utf8'))!
    const tape = join(folder, 'locked.json')
    const recording = startProgram(['record', locked.url, '-o', tape, '--json'], { env })
    const [text] = await recording.until(/\{[^}]*\}/)
    const { url } = JSON.parse(text) as { url: string }
    expect((await runProgram(['call', url, 'echo', 'text=hello'])).out).toBe('hello\n')
    expect((await recording.stop()).code).toBe(0)
    expect(await readFile(tape, 'utf8')).toContain('hello')
    expect(await readFile(tape, 'utf8')).not.toContain(token)
  })

  test('is used by relay and inspect, only where a request has no token', async () => {
    await home()
    const relay = startProgram(['relay', locked.url, '--page', 'https://app.example.com', '--json'], { env })
    const inspector = startProgram(['inspect', '--no-open', '--json'], { env })
    try {
      const { address } = JSON.parse((await relay.until(/\{[^}]*\}/))[0]) as { address: string }
      const { url } = JSON.parse((await inspector.until(/\{[^}]*\}/))[0]) as { url: string }
      const own = new URL(url)
      const ways: [string, string][] = [
        [address, 'https://app.example.com'],
        [new URLSearchParams(own.hash.slice(1)).get('relay')!, own.origin],
      ]
      for (const [through, origin] of ways) {
        const target = `${through}&target=${encodeURIComponent(locked.url)}`
        const send = (more: object) => fetch(target, { method: 'POST', body, headers: { ...headers, origin, ...more } })
        // It has no session: only what comes before is of interest.
        expect((await send({})).status).not.toBe(401)
        expect((await send({ authorization: 'Bearer wrong-token' })).status).toBe(401)
      }
    } finally {
      await Promise.all([relay.stop(), inspector.stop()])
    }
  })

  test('ends with logout, as JSON too', async () => {
    await home()
    const signedOut = async () =>
      JSON.parse((await runProgram(['logout', locked.url, '--json'], { env })).out) as object
    expect(await signedOut()).toEqual({ server: locked.url, signedOut: true })
    expect(await signedOut()).toEqual({ server: locked.url, signedOut: false })
  })
})

describe('the address of the inspector', () => {
  test('is in no argument of a program: a file leads to it, which goes away', async () => {
    const inspector = startProgram([locked.url], { env })
    const [url] = await inspector.until(/http:\/\/127\.0\.0\.1:\d+\/#\S+/)
    const opened = () => readFile(join(folder, 'opened'), 'utf8').then((text) => text.trim().split('\n').at(-1)!)
    await expect.poll(opened).toMatch(/^file:/)
    const path = fileURLToPath(await opened())
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700)
    expect((await readFile(path, 'utf8')).replaceAll('&#38;', '&')).toContain(`content="0;url=${url}"`)
    await inspector.stop()
    await expect(stat(dirname(path))).rejects.toThrow()
  })
})

describe('a recording', () => {
  test('keeps the tape from before when the port is taken or nothing was recorded', async () => {
    const tape = join(folder, 'kept.json')
    await writeFile(tape, 'precious')
    const port = new URL(locked.url).port
    expect(await runProgram(['record', locked.url, '-o', tape, '--port', port])).toMatchObject({ code: 1 })
    expect(await readFile(tape, 'utf8')).toBe('precious')
    const idle = startProgram(['record', locked.url, '-o', tape])
    await idle.until(/Ctrl-C ends/)
    expect(await idle.stop()).toMatchObject({ code: 0, err: 'Nothing was recorded, so nothing was saved.\n' })
    expect(await readFile(tape, 'utf8')).toBe('precious')
  })

  test('survives the end of its process', async () => {
    const server = await startWithoutCors()
    const tape = join(folder, 'crashed.json')
    const recording = startProgram(['record', server.url, '-o', tape])
    const [, address] = await recording.until(/Connect to +(\S+)/)
    await recording.until(/Ctrl-C ends/)
    await runProgram(['call', address!, 'echo', 'text=hello'])
    await expect.poll(() => readFile(tape, 'utf8').catch(() => ''), { timeout: 10_000 }).toContain('hello')
    await recording.stop('SIGKILL')
    server.close()
    expect(JSON.parse(await readFile(tape, 'utf8'))).toMatchObject({ version: 1 })
  })
})
