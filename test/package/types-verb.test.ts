/** The verb `types`, and its diff. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diffLines } from '../../bin/reports/diff-lines.ts'
import { runTypes } from '../../bin/verbs/types.ts'
import { connect } from '../../src/core/index.ts'
import { createMockServer } from '../../src/testing/index.ts'
import { startHttpServer } from '../browser/playground/http-server.ts'
import { runProgram } from '../support/command.ts'

test('writes a file, finds it up to date, and prints what differs when the server has changed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'types-'))
  const server = createMockServer({ name: 'my docs', tools: { search: { description: 'Searches', run: () => 'a' } } })
  const client = await connect(server.url, { fetch: server.fetch, cache: false })
  const url = `${server.url}?key=secret`
  const out = join(folder, 'docs.ts')
  let printed = ''
  const output = (text: string) => {
    printed += `${text}\n`
  }
  try {
    expect(await runTypes(client, { url }, output)).toBe(0)
    const text = printed
    expect(text).toMatch(
      /^\/\*\* Written by: npx mcp-over-fetch types https:\/\/mock\.example\/mcp \*\/\n[\s\S]*interface MyDocs \{/,
    )
    expect(await runTypes(client, { url, out }, output)).toBe(0)
    expect(await readFile(out, 'utf8')).toBe(text)
    await writeFile(out, text.replaceAll('\n', '\r\n'))
    expect(await runTypes(client, { url, out, check: true }, output)).toBe(0)
    server.configure({ tools: { search: { description: 'Searches pages', run: () => 'a' } } })
    printed = ''
    expect(await runTypes(client, { url, out, check: true }, output)).toBe(1)
    expect(printed.replaceAll(/'[0-9a-f]{32}'/g, "'digest'")).toBe(`${out} is out of date:
  /** For connect<MyDocs>() */
  export interface MyDocs {
    tools: {
-     /** Searches */
+     /** Searches pages */
      search: {
        input: { [key: string]: unknown }
      }
  …

  /** For watchDrift() */
  export const myDocsDigests = {
-   search: 'digest',
+   search: 'digest',
  } as const

`)
    await expect(runTypes(client, { url, check: true }, output)).rejects.toThrow('pass it with -o')
    const missing = join(folder, 'missing.ts')
    await expect(runTypes(client, { url, out: missing, check: true }, output)).rejects.toThrow('Write it first')
    expect(await runTypes(client, { url, out, name: 'Docs' }, output)).toBe(0)
    expect(await readFile(out, 'utf8')).toMatch(
      /^\/\*\* .* https:\/\/mock\.example\/mcp --name Docs \*\/\n[\s\S]*interface Docs \{/,
    )
    expect(await runTypes(client, { url, out, check: true }, output), 'the name is in the file').toBe(0)
    expect(await runTypes(client, { url, out, check: true, name: 'Other' }, output)).toBe(1)
    expect(await runTypes(client, { url, out, name: 'my "docs"' }, output)).toBe(0)
    expect(await readFile(out, 'utf8')).toContain(' --name "my \\"docs\\"" */')
    expect(await runTypes(client, { url, out, check: true }, output)).toBe(0)
  } finally {
    await client.close()
    await rm(folder, { recursive: true })
  }
})

test('credentials reach the server, and neither the file nor what is printed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'types-'))
  const mock = createMockServer({ tools: { search: { run: () => 'a' } } })
  const listener = await startHttpServer(async (incoming, outgoing) => {
    const { method = '', headers: sent } = incoming
    if (sent.authorization !== 'Bearer my-secret-token') return void outgoing.writeHead(401).end()
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = method === 'POST' ? Buffer.concat(chunks) : null
    const response = await mock.handle(new Request(mock.url, { method, headers: sent as Record<string, string>, body }))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  })
  const out = join(folder, 'docs.ts')
  const run = (...options: string[]) => {
    return runProgram(['types', `${listener.origin}/mcp?key=my-hidden-key`, '-o', out, ...options])
  }
  try {
    const denied = await run()
    expect(denied.code).not.toBe(0)
    await expect(readFile(out)).rejects.toThrow('ENOENT')
    const written = await run('--token', 'my-secret-token')
    expect(written).toMatchObject({ code: 0, out: `${out}: written\n` })
    const checked = await run('--header', 'Authorization: Bearer my-secret-token', '--check')
    expect(checked).toMatchObject({ code: 0, out: `${out} is up to date\n` })
    const texts = [await readFile(out, 'utf8'), ...[denied, written, checked].flatMap(({ out, err }) => [out, err])]
    for (const text of texts) expect(text).not.toMatch(/my-secret|my-hidden/)
  } finally {
    listener.close()
    await rm(folder, { recursive: true })
  }
})

test.for([
  ['', '', []],
  ['a b', 'a b', []],
  ['a', 'b', ['- a', '+ b']],
  ['a b c', 'a c', ['  a', '- b', '  c']],
  ['a c', 'a b c', ['  a', '+ b', '  c']],
  ['1 2 3 4 5 6 7 8 9', '1 x 3 4 5 6 7 8 9', ['  1', '- 2', '+ x', '  3', '  4', '  5', '  …']],
] as const)('the diff of "%s" and "%s"', ([before, after, lines]) => {
  expect(diffLines(before.split(' '), after.split(' '))).toEqual(lines)
})

test('one changed tool of a hundred is a few lines, far apart as they are', () => {
  const file = (changed: string) =>
    [
      ...Array.from({ length: 300 }, (_, index) => [
        `    /** ${index === 7 ? changed : `Does ${index}`} */`,
        `    tool_${index}: {`,
        ...Array.from({ length: 15 }, (_, member) => `        member_${member}?: string | undefined`),
        '    }',
      ]),
      ...Array.from(
        { length: 300 },
        (_, index) => `  tool_${index}: '${index === 7 ? `digest of ${changed}` : index}',`,
      ),
    ].flat()
  const lines = diffLines(file('Searches'), file('Finds'))
  expect(lines.filter((line) => /^[-+]/.test(line))).toEqual([
    '-     /** Searches */',
    '+     /** Finds */',
    "-   tool_7: 'digest of Searches',",
    "+   tool_7: 'digest of Finds',",
  ])
  expect(lines.length).toBeLessThan(25)
})

test('long texts without a common line are replaced as a whole', () => {
  const [before, after] = ['a', 'b'].map((letter) => Array.from({ length: 2_000 }, (_, index) => `${letter}${index}`))
  const lines = diffLines(['same', ...before!], ['same', ...after!])
  expect(lines).toEqual(['  same', ...before!.map((line) => `- ${line}`), ...after!.map((line) => `+ ${line}`)])
})

test('a diff turns one text into the other, whatever moved', () => {
  // No randomness: the lines of one text are those of the other in an order that a multiplication makes.
  const before = Array.from({ length: 1_200 }, (_, index) => (index % 3 ? `line ${index}` : 'end'))
  const after = before.map((_, index) => before[(index * 7) % 1_200]!)
  const lines = diffLines(before, after)
  const rest = (sign: string) => lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(2))
  const moved = rest('- ').sort()
  expect(moved).toEqual(rest('+ ').sort())
})
