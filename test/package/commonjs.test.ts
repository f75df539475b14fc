/** The package, which is made of ES modules, in CommonJS programs and in Jest. */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scratch } from '../../playground/server/scratch.ts'
import { manifest } from '../../scripts/build/entries.ts'
import { root } from '../support/paths.ts'
import { runProcess } from '../support/processes.ts'
import { findExamples } from './markdown-examples.ts'
import { createInstalled } from './pack.ts'
import { newerNode, ownNode, peer } from './peers.ts'

const documentation = await readFile(join(root, 'docs/commonjs.md'), 'utf8')

/** The example of docs/commonjs.md that has this text. */
function exampleWith(text: string): string {
  const [example, ...others] = findExamples(documentation, ['js']).filter(({ code }) => code.includes(text))
  if (!example || others.length > 0) throw new Error(`docs/commonjs.md has ${text} in other than one example`)
  return example.code
}

describe('CommonJS', () => {
  let project: Scratch
  beforeAll(async () => {
    project = await createInstalled()
    // The callback page's script needs a page, and the hooks need React.
    const specifiers = Object.keys(manifest.exports)
      .filter((path) => !['./package.json', './oauth/callback', './react'].includes(path))
      .map((path) => manifest.name + path.slice(1))
    await add({
      'package.json': '{}',
      'program.cjs': `for (const name of ${JSON.stringify(specifiers)}) require(name)
        ${exampleWith("require('mcp-over-fetch')")}
        console.log(typeof connect)`,
      'jest-config.cjs': exampleWith('transformIgnorePatterns'),
      'required.test.cjs': `test('a client', () => expect(typeof require('mcp-over-fetch').connect).toBe('function'))`,
      'imported.test.mjs': `import { connect } from 'mcp-over-fetch'
        import { oauth } from 'mcp-over-fetch/oauth'
        test('a client', () => expect([typeof connect, typeof oauth]).toEqual(['function', 'function']))`,
    })
  }, 60_000)
  afterAll(() => project.dispose())

  async function add(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(files)) await writeFile(join(project.path, name), text)
  }

  test.for([
    ['the oldest supported Node', () => ownNode],
    ['Node 24', newerNode],
  ] as const)('every entry can be required in %s, without a word on the console', async ([, program]) => {
    const output = await runProcess('sh', ['-c', `'${program()}' program.cjs 2>&1`], { cwd: project.path })
    expect(output).toBe('function\n')
  })

  /** Runs the tests of one file in Jest; resolves with all its output. */
  async function jest(file: string, config: object, flags: readonly string[] = []): Promise<string> {
    const settings = { testMatch: [`**/${file}`], moduleFileExtensions: ['js', 'cjs', 'mjs'], ...config }
    const args = [...flags, peer('jest/bin/jest.js'), '--config', JSON.stringify(settings), '--no-cache']
    const line = [ownNode, ...args].map((part) => `'${part}'`).join(' ')
    return runProcess('sh', ['-c', `${line} 2>&1`], { cwd: project.path })
  }

  test('Jest without settings says that it cannot require ES modules, as docs/commonjs.md quotes', async () => {
    const message = 'Must use import to load ES Module'
    await expect(jest('required.test.cjs', {})).rejects.toThrow(message)
    expect(documentation).toContain(message)
  })

  test('Jest runs the package as it is with ES modules enabled', async () => {
    expect(await jest('imported.test.mjs', {}, ['--experimental-vm-modules'])).toContain('1 passed')
  })

  test('Jest with Babel runs the package after the one line of docs/commonjs.md', async () => {
    const plugins = [peer('@babel/plugin-transform-modules-commonjs')]
    const transform = { '\\.[cm]?js$': [peer('babel-jest'), { plugins }] }
    await expect(jest('imported.test.mjs', { transform })).rejects.toThrow('ES Module')
    const remedy = createRequire(import.meta.url)(join(project.path, 'jest-config.cjs'))
    expect(await jest('imported.test.mjs', { transform, ...remedy })).toContain('1 passed')
  })
})
