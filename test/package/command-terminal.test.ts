/** The command on a terminal: progress, and what a server asks the user. */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServerWithoutCors, startWithoutCors } from '../browser/relay/servers.ts'
import { program, userNode } from '../support/command.ts'
import { runOnTerminal } from '../support/terminal.ts'

interface Context {
  elicit(text: string, ...more: unknown[]): Promise<object>
  elicitUrl(text: string, url: string): Promise<object>
  progress(done: number, total?: number, message?: string): Promise<void>
}

let server: ServerWithoutCors
let folder: string

const name = { name: { type: 'string' } }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-over-fetch-terminal-'))
  const tool = (run: (context: Context) => Promise<unknown>) => ({
    run: async (_: unknown, context: Context) => JSON.stringify(await run(context)),
  })
  server = await startWithoutCors({
    tools: {
      ask: tool(({ elicit }) => elicit('Your name?', name, ['name'])),
      count: tool(({ elicit }) => elicit('How many?', { n: { type: 'integer' } }, ['n'])),
      both: tool(({ elicit }) => Promise.all([elicit('First?', name, ['name']), elicit('Second?', name, ['name'])])),
      visit: tool(({ elicitUrl }) => elicitUrl('Sign the form', 'https://forms.example/sign?id=1')),
      work: tool(async ({ progress }) => {
        await progress(1, 4, 'warming up')
        await progress(3, 4, 'baking')
        return 'done'
      }),
      busy: tool(async ({ progress, elicit }) => {
        const answer = elicit('Your name?', name, ['name'])
        for (let done = 1; done <= 5; done++) await progress(done, 10, 'in between')
        return answer
      }),
    },
  } as never)
})
afterAll(async () => {
  server?.close()
  await rm(folder, { recursive: true, force: true })
})

const commandOf = (...args: string[]) => [userNode, program, ...args].map((arg) => `'${arg}'`).join(' ')
const call = (tool: string, options?: Parameters<typeof runOnTerminal>[1]) =>
  runOnTerminal(commandOf('call', server.url, tool), options)

describe.runIf(process.platform === 'linux')('a call on a terminal', () => {
  test('shows its progress as a bar, and clears it before the result', async () => {
    const { text, code } = await call('work')
    expect(text).toContain(`${'█'.repeat(6)}${'░'.repeat(18)} 25% warming up`)
    expect(text).toContain(`${'█'.repeat(18)}${'░'.repeat(6)} 75% baking`)
    expect(text.endsWith('\r\u001b[K"done"\r\n')).toBe(true)
    expect(code).toBe(0)
  })

  test('asks one question after the other', async () => {
    const { text } = await call('both', {
      answers: [
        [/Answer\? \[Y\/n\] /, 'y'],
        [/name \(required\): /, 'Ada'],
        [/Answer\? \[Y\/n\] /, 'y'],
        [/name \(required\): /, 'Grace'],
      ],
    })
    expect(text).toContain(
      '[{"action":"accept","content":{"name":"Ada"}},{"action":"accept","content":{"name":"Grace"}}]',
    )
    expect(text.indexOf('Ada')).toBeLessThan(text.indexOf('Second?'))
  })

  test('does not erase a question with progress', async () => {
    const { text } = await call('busy', {
      answers: [
        [/Answer\? \[Y\/n\] /, 'y'],
        [/name \(required\): /, 'Ada'],
      ],
    })
    const asked = text.slice(text.indexOf('Your name?'), text.indexOf('Ada'))
    expect(asked).not.toContain('in between')
    expect(text).toContain('{"action":"accept","content":{"name":"Ada"}}')
  })

  test('refuses a number that would be sent as another one', async () => {
    const { text } = await call('count', {
      answers: [
        [/Answer\? \[Y\/n\] /, ''],
        [/n \(required\): /, '9007199254740993'],
        [/n: 9007199254740993 is too large[\s\S]*n \(required\): /, '0x10'],
        [/expected integer[\s\S]*n \(required\): /, '12'],
      ],
    })
    expect(text).toContain('{"action":"accept","content":{"n":12}}')
  })

  test('tells the server that the user declined', async () => {
    const { text, code } = await call('ask', { answers: [[/Answer\? \[Y\/n\] /, 'n']] })
    expect(text).toContain('{"action":"decline"}')
    expect(code).toBe(0)
  })

  test('is canceled by Ctrl-C in a question', async () => {
    const { text, code } = await call('ask', {
      answers: [
        [/Answer\? \[Y\/n\] /, 'y'],
        [/name \(required\): /, '\u0003'],
      ],
    })
    expect(text).toContain('mcp-over-fetch: Canceled; the server was told')
    expect(code).toBe(130)
    await expect.poll(server.open).toBe(0)
  })

  test('opens a page that the server names, after it was asked', async () => {
    const browser = join(folder, 'browser.sh')
    await writeFile(browser, `#!/bin/sh\necho "$1" > '${folder}/opened'\n`)
    await chmod(browser, 0o755)
    const { text } = await call('visit', {
      env: { BROWSER: browser },
      answers: [
        [/The page is on forms\.example\.[\s\S]*Open it\? \[Y\/n\] /, 'y'],
        [/Press Enter/, ''],
      ],
    })
    expect(text).toContain('{"action":"accept"}')
    expect(await readFile(join(folder, 'opened'), 'utf8')).toBe('https://forms.example/sign?id=1\n')
    const declined = await call('visit', { answers: [[/Open it\? \[Y\/n\] /, 'n']] })
    expect(declined.text).toContain('{"action":"decline"}')
  })
})
