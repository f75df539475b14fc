/** Of `test/` the playground imports only the scenarios and their suite, for its self-test. */
import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { root } from '../support/paths.ts'
import { isNode, type Node, walk } from './syntax.ts'

/** The scenarios, the suite that runs them, and the type of its results. */
const allowed = ['test/scenarios/index.ts', 'test/runtimes/suite.ts', 'test/runtimes/runtime.ts']

describe('the playground', () => {
  test('imports nothing else from test/', async () => {
    const files = await readSourceFiles('playground')
    expect(files.size).toBeGreaterThan(50)
    expect([...files].flatMap(([file, code]) => findTestImports(file, code))).toEqual([])
  })
})

describe('the import check', () => {
  test.for([
    `import { root } from '../../../test/runtimes/paths.ts'`,
    `import type { Scenario } from '../../../test/scenarios/scenario.ts'`,
    `export * from '../../../test/runtimes/scratch.ts'`,
    `const { run } = await import('../../../test/run.ts')`,
    `export type Settings = import('../../../test/browser/sign-in/app/settings.ts').Settings`,
  ])('finds %s', (code) => {
    expect(findTestImports('playground/src/view/app.tsx', code)).toHaveLength(1)
  })

  test('allows the suite, other folders, and JSX', () => {
    const code = `import { createSuite } from '../../../test/runtimes/suite.ts'
      import { connect } from 'mcp-over-fetch'
      import { testing } from './test/index.ts'
      export const view = <p>{connect}</p>`
    expect(findTestImports('playground/src/view/app.tsx', code)).toEqual([])
  })
})

/** The imports of a source file, also of types, that point into `test/` and are not allowed. */
function findTestImports(file: string, code: string): string[] {
  const tree = parseAst(code, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }) as unknown as Node
  const imported: string[] = []
  for (const { node } of walk(tree)) {
    const imports = /^(Import|ExportNamed|ExportAll)(Declaration|Expression)$|^TSImportType$/.test(node.type)
    if (!imports || !isNode(node.source) || typeof node.source.value !== 'string') continue
    if (node.source.value.startsWith('.')) imported.push(posix.join(posix.dirname(file), node.source.value))
  }
  return imported
    .filter((target) => target.startsWith('test/') && !allowed.includes(target))
    .map((target) => `${file} imports ${target}`)
}

/** The TypeScript files of a folder, as paths below the root, with their text. */
async function readSourceFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => posix.relative(root, posix.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('playground/dist/'))
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(root, file), 'utf8')] as const)),
  )
}
