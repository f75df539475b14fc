/** The verb `types`, and its diff. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diffLines } from '../../bin/reports/diff-lines.ts'
import { runTypes } from '../../bin/verbs/types.ts'
import { connect } from '../../src/core/index.ts'
import { createMockServer } from '../../src/testing/index.ts'

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
    expect(await readFile(out, 'utf8')).toContain('interface Docs {')
  } finally {
    await client.close()
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
