/** The command as users run it: what it prints, its exit codes, and what never appears. */
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verbs } from '../../bin/verbs.ts'
import { authorizationServer } from '../../src/testing/index.ts'
import { startHttpServer } from '../browser/playground/http-server.ts'
import { type ServerWithoutCors, startWithoutCors } from '../browser/relay/servers.ts'
import { program, runProgram, startProgram, userNode } from '../support/command.ts'
import { runOnTerminal } from '../support/terminal.ts'
import { dist, importsOf } from './modules.ts'

/** Sets a title, clears the screen, reverses the direction of text. */
const HOSTILE = '\u001b]0;owned\u0007\u001b[2Jhello\u009b31m\u202Edlrow\r\u0000'
const SECRET = 'sk-live-0123456789abcdef'
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg=='

const input = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    count: { type: 'integer', minimum: 1, maximum: 9 },
    ratio: { type: 'number' },
    loud: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    sizes: { type: 'array', items: { type: 'integer' } },
    place: { $ref: '#/$defs/place' },
    color: { enum: ['red', 'green'] },
    maybe: { type: ['integer', 'null'] },
    anything: {},
  },
  required: ['name'],
  $defs: { place: { type: 'object', properties: { city: { type: 'string' }, zip: { type: 'string' } } } },
}

let server: ServerWithoutCors
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-over-fetch-command-'))
  server = await startWithoutCors({
    tools: {
      show: { description: 'Shows its arguments', input, run: (args: unknown) => JSON.stringify(args) },
      hostile: { description: HOSTILE, run: () => HOSTILE },
      fail: { run: () => ({ isError: true, content: [{ type: 'text', text: 'out of ink' }] }) },
      draw: { run: () => ({ content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] }) },
      wait: {
        run: async (
          _: unknown,
          { wait, progress }: { wait(ms: number): Promise<void>; progress(n: number): unknown },
        ) => {
          await progress(1)
          await wait(60_000)
          return 'done'
        },
      },
    },
    resources: { 'file:///notes.txt': 'Buy milk' },
    prompts: {
      greet: {
        arguments: { name: { required: true } },
        get: ({ name }: Record<string, string>) => `Greet ${name}`,
      },
    },
  } as never)
})

afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the command', () => {
  test('loads nothing of the package before a verb is used', async () => {
    const seen = new Set(['main.mjs'])
    for (const file of seen) {
      const code = await readFile(join(dist, 'bin', file), 'utf8')
      const lazy = [...code.matchAll(/import\("\.\/([^"]+)"\)/g)].map(([, name]) => name)
      for (const name of importsOf(code).filter((one) => one.startsWith('./') && !lazy.includes(one.slice(2))))
        seen.add(name.slice(2))
      expect(
        importsOf(code).filter((name) => name.startsWith('mcp-over-fetch')),
        file,
      ).toEqual([])
    }
  })

  test('has a help for each verb, and suggests the nearest one', async () => {
    const { out, code } = await runProgram(['--help'])
    expect(code).toBe(0)
    for (const { name, about } of verbs) expect(out).toContain(`${name.padEnd(9)}  ${about}`)
    const helps = await Promise.all(verbs.map(({ name }) => runProgram([name, '--help'])))
    for (const [index, help] of helps.entries()) {
      expect(help).toMatchObject({ code: 0, err: '' })
      expect(help.out).toMatch(new RegExp(`^Usage: mcp-over-fetch ${verbs[index]!.name}`))
      expect(Math.max(...help.out.split('\n').map((line) => line.length))).toBeLessThan(140)
    }
    expect(await runProgram(['exmaine', server.url])).toEqual({
      code: 2,
      out: '',
      err: 'mcp-over-fetch: unknown verb exmaine. Did you mean examine?\nTry mcp-over-fetch --help\n',
    })
  })

  test.each<[string, string[], string]>([
    ['no URL', ['tools'], "expected the server's URL, got nothing"],
    [
      'no scheme',
      ['tools', 'localhost:3000/mcp'],
      "the server's URL has no scheme. Add https:// (or http:// for localhost)",
    ],
    ['a stdio command', ['tools', 'npx some-server'], 'stdio servers are not supported'],
    ['a stdio program', ['call', 'node', 'server.js'], 'stdio servers are not supported'],
    [
      'a user in the URL',
      ['tools', `https://user:${SECRET}@a.example/mcp`],
      'credentials in the URL are not supported',
    ],
    [
      'an unknown option',
      ['tools', 'https://a.example', '--tokne', SECRET],
      'unknown option --tokne. Did you mean --token?',
    ],
    [
      'an option without its value',
      ['tools', 'https://a.example', '--token', '--json'],
      '--token: expected <token>, got nothing',
    ],
    [
      'a header without a colon',
      ['tools', 'https://a.example', '--header', SECRET],
      '--header: expected a name, a colon and a value',
    ],
    [
      'an unknown version',
      ['tools', 'https://a.example', '--protocol', '2025'],
      '--protocol: expected one of 2026-07-28',
    ],
    ['broken JSON', ['call', 'https://a.example', 'x', '--args', '{'], '--args: not valid JSON'],
    [
      'a missing file',
      ['call', 'https://a.example', 'x', '--args', '@none.json'],
      '--args: none.json cannot be read (ENOENT)',
    ],
    ['an unknown fault', ['mock', '--fault', 'ends-erly'], 'ends-early'],
    [
      'an unknown framework',
      ['examine', 'https://a.example', '--fix', 'expres'],
      '--fix: there is no expres. Did you mean express?',
    ],
    ['an unknown check', ['examine', 'https://a.example', '--only', 'cors'], '--only: there is no check cors'],
  ])('refuses %s in one line, with exit code 2', async (_, args, message) => {
    const { code, out, err } = await runProgram(args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(message)
    expect(err.trimEnd().split('\n')).toHaveLength(2)
    expect(err).not.toContain(SECRET)
  })

  test('says in one line why a server cannot be used, and shows where only with --verbose', async () => {
    const silent = await startHttpServer(() => {})
    const locked = await startHttpServer((_, response) => response.writeHead(401).end())
    try {
      const hangs = await runProgram(['tools', `${silent.origin}/mcp`, '--timeout', '0.2'])
      expect(hangs).toMatchObject({ code: 1, out: '' })
      expect(hangs.err).toMatch(/^mcp-over-fetch: .*\n$/)
      const asks = await runProgram(['tools', `${locked.origin}/mcp`])
      expect(asks.code).toBe(1)
      expect(asks.err).toMatch(/401[^\n]*\nSign in with mcp-over-fetch login <url>, or pass --token or --header\n$/)
      silent.close()
      const gone = await runProgram(['tools', `${silent.origin}/mcp`])
      expect(gone.err).toMatch(/^mcp-over-fetch: .*\n$/)
      const verbose = await runProgram(['tools', `${silent.origin}/mcp`, '--verbose'])
      expect(verbose.err).toMatch(/\n {4}at /)
    } finally {
      silent.close()
      locked.close()
    }
  })

  test('lists tools, resources and prompts, for people and as JSON', async () => {
    const [tools, resources, prompts] = await Promise.all(
      ['tools', 'resources', 'prompts'].map((verb) => runProgram([verb, server.url])),
    )
    expect(tools!.out).toMatch(/^show\n {2}Shows its arguments\n {2}name {6}string\n {2}count {5}integer, optional$/m)
    expect(resources!.out).toContain('file:///notes.txt')
    expect(prompts!.out).toBe('greet\n  name\n')
    const json = JSON.parse((await runProgram(['tools', server.url, '--json'])).out) as { name: string }[]
    expect(json.map(({ name }) => name)).toEqual(['show', 'hostile', 'fail', 'draw', 'wait'])
  })

  test('gives arguments the types of the schema', async () => {
    const { out, err, code } = await runProgram([
      ...[
        'call',
        server.url,
        'show',
        'name=007',
        'count=3',
        'ratio=.5',
        'loud=true',
        'tags=a,b',
        'tags=c',
        'sizes=[1,2]',
      ],
      ...['place.city=Berlin', 'place.zip=01234', 'color=green', 'maybe=null', 'anything=1=2'],
    ])
    expect(err).toBe('')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual({
      ...{ name: '007', count: 3, ratio: 0.5, loud: true, tags: ['a', 'b', 'c'], sizes: [1, 2] },
      ...{ place: { city: 'Berlin', zip: '01234' }, color: 'green', maybe: null, anything: '1=2' },
    })
    await writeFile(join(folder, 'args.json'), '{ "name": "file", "count": 1 }')
    const fromFile = await runProgram([
      'call',
      server.url,
      'show',
      '--args',
      `@${join(folder, 'args.json')}`,
      'count=2',
    ])
    expect(JSON.parse(fromFile.out)).toEqual({ name: 'file', count: 2 })
    const fromInput = await runProgram(['call', server.url, 'show', '--args', '-'], { input: '{ "name": "stdin" }' })
    expect(JSON.parse(fromInput.out)).toEqual({ name: 'stdin' })
  })

  test.each<[string[], number, string]>([
    [['show'], 2, 'name: is required'],
    [['show', 'name=x', 'count=many'], 2, 'count: expected integer, got "many"'],
    [['show', 'name=x', 'count=12'], 2, 'count: expected at most 9'],
    [['show', 'name=x', 'count=9007199254740993'], 2, 'count: 9007199254740993 is too large'],
    [['show', 'name=x', 'sizes=1,two'], 2, 'sizes: expected integer, got "two"'],
    [['show', 'name=x', 'color=blue'], 2, 'color: expected one of "red", "green"'],
    [['show', 'naem=x'], 2, 'there is no argument naem. Did you mean name?'],
    [['show', 'name'], 2, 'expected key=value, got "name"'],
    [['shwo'], 1, 'the server has no tool shwo. Did you mean show?'],
  ])('refuses %j before the tool is called', async (args, expected, message) => {
    const { code, out, err } = await runProgram(['call', server.url, ...args])
    expect({ code, out }).toEqual({ code: expected, out: '' })
    expect(err).toContain(`mcp-over-fetch: ${message}`)
  })

  test('has exit code 1 for a tool that reports an error', async () => {
    expect(await runProgram(['call', server.url, 'fail'])).toEqual({
      code: 1,
      out: 'out of ink\n',
      err: 'The tool reported an error:\n',
    })
  })

  test('prints all of a long result, however slowly it is read', async () => {
    const text = 'x'.repeat(300_000)
    const { out } = await runProgram(['call', server.url, 'show', '--args', '-', '--json'], {
      input: JSON.stringify({ name: text }),
    })
    expect((JSON.parse(out) as { content: { text: string }[] }).content[0]!.text).toHaveLength(text.length + 11)
  })

  test('saves images, and shows resources and prompts', async () => {
    const hint = await runProgram(['call', server.url, 'draw'])
    expect(hint.out).toBe('(image, image/png, 70 bytes; --out <path> saves it)\n')
    const path = join(folder, 'pixel.png')
    expect((await runProgram(['call', server.url, 'draw', '--out', path])).out).toBe(
      `image, image/png, 70 bytes: ${path}\n`,
    )
    expect((await readFile(path)).toString('base64')).toBe(PIXEL)
    const below = await runProgram(['call', server.url, 'draw', '--out', join(folder, 'images/')])
    expect(below.out).toContain(join(folder, 'images/content-1.png'))
    expect((await runProgram(['read', server.url, 'file:///notes.txt'])).out).toBe('Buy milk\n')
    expect((await runProgram(['prompt', server.url, 'greet', 'name=Ada'])).out).toBe('user:\nGreet Ada\n')
    expect(await runProgram(['prompt', server.url, 'greet'])).toMatchObject({ code: 2 })
  })

  test('shows text of a server without what a terminal would obey', async () => {
    const results = await Promise.all([
      runProgram(['tools', server.url]),
      runProgram(['tools', server.url, '--json']),
      runProgram(['call', server.url, 'hostile']),
      runProgram(['call', server.url, 'hostile', '--json']),
      runProgram(['call', server.url, 'hostile', '--verbose']),
      runProgram(['call', server.url, '\u001b[2J']),
    ])
    for (const { out, err } of results) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
      expect(out + err).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
      expect(out + err).not.toBe('')
    }
    expect(results[2]!.out).toContain('\\u{1b}]0;owned')
    const { content } = JSON.parse(results[3]!.out) as { content: { text: string }[] }
    expect(content[0]!.text).toBe(HOSTILE)
  })

  test('cancels the call with Ctrl-C, and says so', async () => {
    const { until, stop } = startProgram(['call', server.url, 'wait', '--verbose'])
    await until(/notifications\/progress/)
    const { code, err, out } = await stop('SIGINT')
    expect({ code, out }).toEqual({ code: 130, out: '' })
    expect(err).toContain('mcp-over-fetch: Canceled; the server was told\n')
    await expect.poll(server.open).toBe(0)
  })

  test('never shows a token or a header, whatever the server repeats', async () => {
    const echoing = await startHttpServer((request, response) => {
      response.writeHead(400, { 'content-type': 'application/json' })
      const message = `bad ${request.headers.authorization} ${request.headers['x-api-key']}`
      response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }))
    })
    try {
      const url = `${echoing.origin}/mcp?token=${SECRET}`
      const given = ['--token', SECRET, '--header', `X-Api-Key: ${SECRET}-key`]
      const saved = ['--junit', join(folder, 'j.xml'), '--sarif', join(folder, 's.sarif')]
      const results = await Promise.all([
        runProgram(['tools', url, ...given]),
        runProgram(['tools', url, ...given, '--verbose']),
        runProgram(['examine', url, ...given, '--idle', '0', ...saved]),
        runProgram(['examine', url, ...given, '--idle', '0', '--json']),
      ])
      const files = await Promise.all(['j.xml', 's.sarif'].map((name) => readFile(join(folder, name), 'utf8')))
      for (const text of [...results.flatMap(({ out, err }) => [out, err]), ...files])
        expect(text).not.toContain(SECRET)
      for (const { code } of results) expect(code).toBe(1)
    } finally {
      echoing.close()
    }
  })
})

describe.runIf(process.platform === 'linux')('the command on a terminal', () => {
  const commandOf = (...args: string[]) => [userNode, program, ...args].map((arg) => `'${arg}'`).join(' ')

  test('has colors, unless NO_COLOR is set', async () => {
    const command = commandOf('tools', server.url)
    expect((await runOnTerminal(command)).text).toContain('\u001b[1mshow\u001b[0m')
    expect((await runOnTerminal(command, { env: { NO_COLOR: '1' } })).text).not.toContain('\u001b[')
  })

  test('asks what a server asks for, checks the answers, and sends them', async () => {
    const asking = await startWithoutCors({
      tools: {
        order: {
          run: async (_: unknown, { elicit }: { elicit(text: string, ...more: unknown[]): Promise<object> }) =>
            JSON.stringify(
              await elicit(
                'Which pizza?',
                {
                  size: { type: 'integer', minimum: 20, maximum: 40, description: 'In cm' },
                  kind: { type: 'string', enum: ['margherita', 'funghi'] },
                  spicy: { type: 'boolean', default: false },
                },
                ['size', 'kind'],
              ),
            ),
        },
      },
    } as never)
    try {
      const command = commandOf('call', asking.url, 'order')
      const { text, code } = await runOnTerminal(command, {
        answers: [
          [/Answer\? \[Y\/n\] /, 'y'],
          [/size \(required\): /, '12'],
          [/at least 20[\s\S]*size \(required\): /, '30'],
          [/kind \(required\): /, '2'],
          [/spicy \[false\]: /, ''],
        ],
      })
      expect(text).toContain('{"action":"accept","content":{"spicy":false,"size":30,"kind":"funghi"}}')
      expect(code).toBe(0)
    } finally {
      asking.close()
    }
  })
})

describe('record, mock and login', () => {
  test('a recorded session is played by mock --tape, without secrets', async () => {
    const tape = join(folder, 'session.json')
    const recording = startProgram(['record', server.url, '-o', tape, '--token', SECRET])
    const [, address] = await recording.until(/Connect to +(\S+)/)
    await recording.until(/Ctrl-C/)
    expect((await runProgram(['call', address!, 'show', 'name=Ada'])).out).toBe('{"name":"Ada"}\n')
    // A page elsewhere would use the token that is added here.
    const strange = await fetch(address!, { method: 'POST', body: '{}', headers: { origin: 'https://evil.example' } })
    expect(strange.status).toBe(403)
    const { err, code } = await recording.stop()
    expect(code).toBe(0)
    expect(err).toMatch(/^\d+ requests saved\. Read the tape before you share it\.\n$/)
    expect(await readFile(tape, 'utf8')).not.toContain(SECRET)
    const mock = startProgram(['mock', '--tape', tape])
    const [url] = await mock.until(/http:\/\/127\.0\.0\.1:\d+\/mcp/)
    expect((await runProgram(['call', url, 'show', 'name=Ada'])).out).toBe('{"name":"Ada"}\n')
    await mock.stop()
    await writeFile(tape, '{"version":')
    expect(await runProgram(['mock', '--tape', tape])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is not a tape/),
    })
  })

  test('mock speaks the version and has the faults that are asked for', async () => {
    const mock = startProgram([
      'mock',
      '--version',
      '2025-06-18',
      '--fault',
      'http-status:status=503,times=1,on=tools/call',
      '--json',
    ])
    const { url } = JSON.parse((await mock.until(/\{[^}]*\}/))[0]) as { url: string }
    const failed = await runProgram(['call', url, 'add', 'a=1', 'b=2', '--verbose'])
    expect(failed.code).toBe(1)
    expect(failed.err).toContain('"protocolVersion":"2025-06-18"')
    expect(failed.err).toMatch(/^mcp-over-fetch: .*503/m)
    expect((await runProgram(['call', url, 'add', 'a=1', 'b=2'])).out).toBe('{"sum":3}\n')
    const port = new URL(url).port
    expect(await runProgram(['mock', '--port', port])).toMatchObject({
      code: 1,
      err: `mcp-over-fetch: port ${port} is in use; choose another with --port\n`,
    })
    await mock.stop()
  })

  test('mock --example offers the tools of the documentation', async () => {
    const mock = startProgram(['mock', '--example', '--json'])
    const { url } = JSON.parse((await mock.until(/\{[^}]*\}/))[0]) as { url: string }
    expect((await runProgram(['call', url, 'render', 'scene=teapot'])).out).toBe('a picture of the teapot\n')
    await mock.stop()
  })

  test('login signs in by the browser, other verbs use the tokens, and logout ends it', async () => {
    const locked = await startWithoutCors({ auth: authorizationServer() })
    const browser = join(folder, 'browser.mjs')
    // It follows redirects as a browser does; the mock's page of consent says yes.
    await writeFile(browser, `#!${userNode}\nawait fetch(process.argv[2])\n`)
    await chmod(browser, 0o755)
    const home = join(folder, 'home')
    const env = { MCP_OVER_FETCH_HOME: home, BROWSER: browser }
    try {
      expect((await runProgram(['tools', locked.url], { env })).code).toBe(1)
      const login = await runProgram(['login', locked.url, '--json'], { env })
      expect(login).toMatchObject({ code: 0 })
      const { file } = JSON.parse(login.out) as { file: string }
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      expect((await stat(home)).mode & 0o777).toBe(0o700)
      const stored = await readFile(file, 'utf8')
      const [, token] = /"accessToken":"([^"]+)"/.exec(stored) ?? []
      expect(token).toBeDefined()
      const used = await runProgram(['call', locked.url, 'echo', 'text=hello', '--verbose'], { env })
      expect(used.out).toBe('hello\n')
      const examined = await runProgram(['examine', locked.url, '--idle', '0', '--json'], { env })
      const { counts } = JSON.parse(examined.out) as { counts: Record<string, number> }
      expect(counts.good).toBeGreaterThan(30)
      expect(login.out + login.err + used.err + examined.out + examined.err).not.toContain(token)
      expect((await runProgram(['logout', locked.url], { env })).out).toBe(`Signed out of ${locked.url}.\n`)
      await expect(stat(file)).rejects.toThrow()
      expect((await runProgram(['tools', locked.url], { env })).err).toContain('Sign in with mcp-over-fetch login')
    } finally {
      locked.close()
    }
  })
})
