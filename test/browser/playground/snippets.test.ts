/** The code that the playground generates compiles, repeats what was done, and as a test reproduces it without the server. */
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RpcError } from 'mcp-over-fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../../playground/server/miniflare.ts'
import { createScratch, type Scratch } from '../../../playground/server/scratch.ts'
import { writeReact } from '../../../playground/src/code/react.ts'
import { type SnippetSource, writeSnippet } from '../../../playground/src/code/snippet.ts'
import { writeTest } from '../../../playground/src/code/test-code.ts'
import { emptyTarget } from '../../../playground/src/state/target.ts'
import { installed, root } from '../../support/paths.ts'
import { runProcess } from '../../support/processes.ts'
import { compilerOptions } from './compiler-options.ts'

let server: RunningServer
let scratch: Scratch

const awkward = { text: `it's "quoted"\n\u202e \${name} \`tick\` \\ </script>`, ['__proto__']: 1 }

/** What was done on the page, and what the generated code must print. */
const cases: Record<string, { source(url: string): SnippetSource; prints: RegExp | undefined }> = {
  connected: { source: (url) => ({ target: { ...emptyTarget, url }, actions: [] }), prints: /name: 'mock'/ },
  called: {
    source: (url) => ({
      target: { ...emptyTarget, url, transport: 'streamable-http', version: '2025-11-25' },
      actions: [{ kind: 'tool', name: 'count', args: { to: 3 } }],
    }),
    prints: /1 3 step 1[\s\S]*3 3 step 3[\s\S]*counted to 3/,
  },
  awkward: {
    source: (url) => ({
      target: { ...emptyTarget, url, auth: 'bearer', token: 'secret', headers: 'x-key: secret' },
      actions: [{ kind: 'tool', name: 'echo', args: awkward }],
    }),
    prints: /"quoted"\\n.* \$\{name\} `tick` /,
  },
  read: {
    source: (url) => ({
      target: { ...emptyTarget, url, auth: 'bearer', token: 'secret' },
      actions: [
        { kind: 'resource', uri: 'test://static-text' },
        { kind: 'prompt', name: 'test_prompt_with_arguments', args: { arg1: 'a', arg2: 'b' } },
      ],
    }),
    prints: /static text resource[\s\S]*messages/,
  },
  answered: {
    source: (url) => ({
      target: { ...emptyTarget, url },
      actions: [{ kind: 'tool', name: 'ask', args: { what: 'form' } }],
      answers: [{ kind: 'elicit', result: { action: 'accept', content: { name: 'Ada' } } }],
    }),
    prints: /Ada/,
  },
  listed: {
    source: (url) => ({
      target: { ...emptyTarget, url },
      actions: [{ kind: 'list', list: 'tools', names: ['echo', 'add'] }],
    }),
    prints: /name: 'echo'/,
  },
  listened: {
    source: (url) => ({
      target: { ...emptyTarget, url, version: '2026-07-28' },
      actions: [{ kind: 'listen', watched: [] }],
    }),
    // Waits for a change that nobody makes here; its test makes one.
    prints: undefined,
  },
  failed: {
    source: (url) => ({
      target: { ...emptyTarget, url },
      actions: [
        { kind: 'tool', name: 'broken', args: {} },
        { kind: 'tool', name: 'sorry', args: { why: 'x' } },
        { kind: 'resource', uri: 'file:///picture' },
        { kind: 'prompt', name: 'review', args: { code: 'a' } },
      ],
      outcomes: [
        { error: new RpcError('tools/call', { code: -32_050, message: 'it is broken' }) },
        { result: { content: [{ type: 'text', text: 'sorry' }], structuredContent: { a: 1 }, isError: true } },
        { result: { contents: [{ uri: 'file:///picture', mimeType: 'image/png', blob: 'AAEC' }] } },
        { result: { messages: [{ role: 'user', content: { type: 'text', text: 'look' } }] } },
      ],
    }),
    // There is no such server; its test makes one.
    prints: undefined,
  },
  // Only compiled: signing in needs a page.
  signedIn: {
    source: (url) => ({
      target: { ...emptyTarget, url, auth: 'oauth', scope: 'tools' },
      actions: [{ kind: 'tool', name: 'echo', args: { text: 'a' } }],
    }),
    prints: undefined,
  },
}

beforeAll(async () => {
  ;[server, scratch] = await Promise.all([startServer(), createScratch()])
  const paths = {
    'mcp-over-fetch': [join(root, 'src/core/index.ts')],
    'mcp-over-fetch/testing': [join(root, 'src/testing/index.ts')],
    'mcp-over-fetch/oauth': [join(root, 'src/oauth/index.ts')],
    'mcp-over-fetch/oauth/browser': [join(root, 'src/oauth/browser/index.ts')],
  }
  await writeFile(
    join(scratch.path, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, paths }, include: ['code'] }),
  )
  await writeFile(join(scratch.path, 'package.json'), '{ "type": "module" }')
  await symlink(join(root, 'node_modules'), join(scratch.path, 'node_modules'))
  await mkdir(join(scratch.path, 'code'))
  for (const [name, { source }] of Object.entries(cases)) {
    const done = source(`${server.url}/r/${name}/mcp`)
    await writeFile(join(scratch.path, 'code', `${name}.ts`), writeSnippet(done))
    await writeFile(join(scratch.path, 'code', `${name}.test.ts`), writeTest(done))
  }
  const all = Object.keys(cases).map((name) => `import './${name}.test.ts'\n`)
  await writeFile(join(scratch.path, 'code', 'all-tests.ts'), all.join(''))
}, 60_000)

afterAll(() => Promise.all([server?.dispose(), scratch?.dispose()]))

test('every snippet compiles', async () => {
  await runProcess(installed('tsc'), ['-p', scratch.path])
})

test.each(Object.entries(cases).filter(([, { prints }]) => prints))('the snippet %s runs', async (name, { prints }) => {
  const args = ['--import', 'tsx', join('code', `${name}.ts`)]
  const output = await runProcess(process.execPath, args, { cwd: scratch.path, limit: 30_000 })
  expect(output).toMatch(prints!)
})

test('every test reproduces what was done, without the server', async () => {
  const args = ['--import', 'tsx', join('code', 'all-tests.ts')]
  const output = await runProcess(process.execPath, args, { cwd: scratch.path, limit: 30_000 })
  expect(output).toMatch(new RegExp(`pass ${Object.keys(cases).length}\\b[\\s\\S]*fail 0\\b`))
})

test('no code holds a secret', () => {
  const all = Object.values(cases).flatMap(({ source }) =>
    [writeSnippet, writeReact, writeTest].map((write) => write(source('https://tools.example.com/mcp'))),
  )
  expect(all.join('\n')).not.toMatch(/secret/)
})
