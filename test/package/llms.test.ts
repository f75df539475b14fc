/** What is written for language models names only what exists, and every entry: llms.txt, llms-full.txt, SKILL.md. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SKILL } from '../../scripts/build/documents.ts'
import { manifest } from '../../scripts/build/entries.ts'
import { formatLlmsFull } from '../../scripts/build/llms.ts'
import { createConsumer } from './consumer.ts'
import { addRunner, checkOutput, runExample } from './examples/run-example.ts'
import { findExamples } from './markdown-examples.ts'
import { dist } from './modules.ts'
import { exportedNames } from './public-types.ts'

const specifiers = Object.keys(manifest.exports)
  .filter((path) => path !== './package.json')
  .map((path) => manifest.name + path.slice(1))

const texts = new Map<string, string>()
for (const file of ['llms.txt', 'llms-full.txt', SKILL]) texts.set(file, await readFile(join(dist, file), 'utf8'))

/** The names that each entry exports. */
const names = new Map<string, readonly string[]>()
for (const [path, target] of Object.entries(manifest.exports)) {
  if (typeof target === 'string') continue
  const declaration = await readFile(join(dist, target.types.replace('./dist/', '')), 'utf8')
  names.set(manifest.name + path.slice(1), exportedNames(declaration))
}

describe('what is written for language models', () => {
  test.for([...texts.keys()])('%s names every entry, and none that does not exist', (file) => {
    const text = texts.get(file)!
    const named = new Set(text.match(/\bmcp-over-fetch(\/[a-z][a-z-]*)+\b(?![\w/]*[.@])/g))
    expect(specifiers.filter((specifier) => !text.includes(specifier))).toEqual([])
    const paths = [...named].filter((name) => !specifiers.includes(name))
    // Addresses and paths of this repository also have its name.
    expect(paths.filter((path) => !/\/(HEAD|docs|examples|releases|issues|blob|tree)\b/.test(path))).toEqual([])
  })

  test.for([...texts.keys()])('%s imports only names that are exported', (file) => {
    for (const [, list, specifier] of texts
      .get(file)!
      .matchAll(/import (?:type )?\{([^}]*)\} from '(mcp-over-fetch[^']*)'/g)) {
      const imported = list!.split(',').map((name) =>
        name
          .replace(/^\s*type /, '')
          .replace(/ as .*/, '')
          .trim(),
      )
      for (const name of imported.filter(Boolean))
        expect(names.get(specifier!), `${name} of ${specifier}`).toContain(name)
    }
  })

  test('llms.txt lists the values of each entry', () => {
    const lines = texts.get('llms.txt')!.split('\n')
    for (const [specifier, known] of names) {
      if (specifier.endsWith('/bundle')) continue
      const line = lines.find((text) => text.startsWith(`- [${specifier}](`))!
      const listed = [...(/ Exports (.*)\.$/.exec(line)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name!)
      expect(known, specifier).toEqual(expect.arrayContaining(listed))
    }
    expect(lines.join('\n')).toMatch(/mcp-over-fetch\].*`connect`/)
  })

  test('llms.txt describes each page in whole sentences', () => {
    for (const [, about] of texts.get('llms.txt')!.matchAll(/^- \[[^\]]*\]\([^)]*\): (.*)$/gm)) {
      expect(about).toMatch(/^(`|[A-Z]).{19,}\.$/)
      expect(about!.split('`').length % 2, about).toBe(1)
    }
  })

  test('SKILL.md is short, has the head that agents read, and its names exist where it says', () => {
    const text = texts.get(SKILL)!
    expect(text).toMatch(/^---\nname: mcp-over-fetch\ndescription: .{50,1024}\n---\n/)
    expect(text.split('\n').length).toBeLessThanOrEqual(100)
    for (const [, what, where] of text.matchAll(/^\| ([^|]*) \| ([^|]*) \|$/gm)) {
      const known = [...where!.matchAll(/`([^`]*)`/g)].flatMap(([, specifier]) => names.get(specifier!) ?? [])
      const used = [...what!.matchAll(/`(\w+)`/g)].map(([, name]) => name!)
      expect(known, where).toEqual(expect.arrayContaining(used))
    }
  })

  test('SKILL.md has an example that prints what it says', async () => {
    const consumer = await createConsumer()
    try {
      await addRunner(consumer, 'runner')
      const examples = findExamples(texts.get(SKILL)!)
      expect(examples).toHaveLength(1)
      for (const example of examples) checkOutput(await runExample(consumer, example), SKILL, example)
    } finally {
      await consumer.dispose()
    }
  })

  test('llms-full.txt has every guide, with addresses instead of relative links', async () => {
    const text = await formatLlmsFull('ada/mcp-over-fetch')
    const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '')
    expect(prose.match(/\]\((?!https?:|#)[^)]*\)/g) ?? []).toEqual([])
    for (const page of ['README.md', 'docs/errors.md', 'docs/oauth.md']) expect(text).toContain(`<!-- ${page} -->`)
  })
})
