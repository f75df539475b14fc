/** CONTRIBUTING.md: its commands exist, and what it quotes is in our files. The workflows run what `.ci/run` runs. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { manifest } from '../../scripts/build/entries.ts'
import { columns } from '../runtimes/columns.ts'
import { root } from '../support/paths.ts'

const read = (file: string) => readFile(join(root, file), 'utf8')
const text = await read('CONTRIBUTING.md')
const scripts = manifest.scripts as Record<string, string>
const npmCommands = ['ci']

/** The lines of all shell blocks, without comments, and the commands in the text. */
const commands = [
  ...[...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block]) => block!.trim().split('\n')),
  ...[...text.matchAll(/`((?:npm|npx) [^`]*)`/g)].map(([, command]) => command!),
].map((line) => line.replace(/\s+#.*$/, '').trim())

describe('CONTRIBUTING.md', () => {
  test.for([...new Set(commands)])('names a command that exists: %s', async (line) => {
    const { environment, words } = split(line)
    const program = programOf(words)
    if (program === undefined) return
    expect(existsSync(join(root, program)), program).toBe(true)
    const source = await read(program)
    const flags = words.filter((word) => word.startsWith('--') && word !== '--').map((word) => word.slice(2))
    for (const flag of flags.filter(() => !program.endsWith('vitest.mjs'))) {
      expect(source, `--${flag} of ${program}`).toMatch(
        new RegExp(`^\\s*'?${flag}'?: \\{ type:|\\b'?${flag}'?: \\{ type`, 'm'),
      )
    }
    for (const name of environment) expect(source, name).toContain(name)
    for (const file of words.filter((word) => /\.(test\.)?ts$/.test(word)))
      expect(existsSync(join(root, file)), file).toBe(true)
  })

  test('names files and folders that exist', () => {
    const paths = [...text.matchAll(/`((?:src|test|docs|examples|\.ci)\/[\w./-]+|[\w-]+\.(?:json|md))`/g)].map(
      ([, path]) => path!,
    )
    expect(paths.length).toBeGreaterThan(15)
    const unknown = paths.filter((path) => !existsSync(join(root, path)))
    expect(unknown).toEqual([])
  })

  test('quotes five places of our own sources as they are', async () => {
    const style = text.slice(text.indexOf('## House style'), text.indexOf('## Commits'))
    const quotes = [...style.matchAll(/From `([^`]+)`:\n\n((?:```ts\n[\s\S]*?^```\n\n?)+)/gm)]
    expect(quotes).toHaveLength(5)
    for (const [, file, blocks] of quotes) {
      const source = await read(file!)
      for (const [, code] of blocks!.matchAll(/^```ts\n([\s\S]*?)^```/gm)) expect(source, file).toContain(code)
    }
  })

  test('explains the parts of its title', () => {
    for (const part of ['A scenario', 'A revision', 'A method', 'A fault']) expect(text).toContain(`**${part}`)
    for (const heading of ['One scenario in one runtime', 'Replay a seed', 'House style'])
      expect(text).toContain(`## ${heading}`)
  })
})

/** `A=1 npm test -- --filter "a b"` as words, without the variables. */
function split(line: string): { environment: string[]; words: string[] } {
  const words = [...line.matchAll(/"[^"]*"|\S+/g)].map(([word]) => word)
  const isVariable = (word: string) => /^[A-Z_]+=/.test(word)
  return {
    environment: words.filter(isVariable).map((word) => word.split('=')[0]!),
    words: words.filter((word) => !isVariable(word)),
  }
}

/** The file that a command runs; undefined if npm or a tool that is installed does it. */
function programOf([command, first = '', second = '']: string[]): string | undefined {
  if (command === '.ci/run') return command
  if (command === 'npx') return first === 'vitest' ? 'node_modules/vitest/vitest.mjs' : second
  expect(command).toBe('npm')
  if (npmCommands.includes(first)) return undefined
  const name = first === 'run' ? second : first
  const script = scripts[name]
  expect(script, `package.json has the script ${name}`).toBeDefined()
  return /\btsx (\S+\.ts)/.exec(script!)?.[1]
}

describe('the workflows', async () => {
  const folder = '.github/workflows'
  const workflows = new Map<string, string>()
  for (const file of await readdir(join(root, folder))) workflows.set(file, await read(join(folder, file)))

  test('run every step of .ci/run, each runtime in its own job', async () => {
    const runs = runsOf(workflows.get('test.yml')!).filter((line) => /^npm (test|run)/.test(line))
    expect(runs).toEqual([
      'npm test',
      'npm run test:all -- --runtimes $' + '{{ matrix.runtime }}',
      'npm run test:all -- --without scenarios',
    ])
    const [, runtimes] = /runtime: \[(.*)\]/.exec(workflows.get('test.yml')!)!
    expect(runtimes!.split(', ').sort()).toEqual(columns.map(({ name }) => name).sort())
    expect(runsOf(workflows.get('release.yml')!)).toContain('.ci/run')
    expect((await read('.ci/run')).split('\n').slice(-3, -1)).toEqual(['npm ci', 'CI=1 npm run test:all'])
  })

  test('use actions by the hash of a commit, and no more permissions than they need', () => {
    for (const [file, workflow] of workflows) {
      const used = [...workflow.matchAll(/uses: (\S+)(.*)$/gm)]
      for (const [, action, version] of used) {
        expect(action, file).toMatch(/@[0-9a-f]{40}$/)
        expect(version, file).toMatch(/^ # v\d/)
      }
      expect(workflow, file).toMatch(/^permissions:/m)
      expect(workflow, file).not.toMatch(/: write-all|NPM_TOKEN|NODE_AUTH_TOKEN/)
    }
  })

  test('publish only after the tests', () => {
    expect(workflows.get('release.yml')).toMatch(/publish:\n {4}needs: test\n/)
  })
})

const runsOf = (workflow: string): string[] =>
  [...workflow.matchAll(/^\s*- run: (.*)$/gm)].map(([, command]) => command!)
