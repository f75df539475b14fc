/** The names of tools for models: which texts give which, and that no two give the same. */
import { describe, expect, test } from 'vitest'
import { createSeededRandom } from '../../../src/testing/clock/seeded-random.ts'
import { modelTools } from '../../../src/tools/index.ts'
import { safeName } from '../../../src/tools/tool-name.ts'
import { createFakeSource, tool } from './fake-source.ts'

const VALID = /^[A-Za-z0-9_-]{1,64}$/

const seed = 20_261_118

describe('the name of a tool for models', () => {
  test.for(['add', 'get-weather_2', 'A', 'x'.repeat(64), '-', 'docs__search'])(
    'is its own if all providers take it: %s',
    (name) => {
      expect(safeName(name)).toBe(name)
    },
  )

  test.for(['a.b', 'a/b', 'größe', '', ' ', '工具', 'x'.repeat(65), 'a\nb', '__proto__ '])(
    'is made valid if not: %j',
    (name) => {
      expect(safeName(name)).toMatch(VALID)
      expect(safeName(name)).not.toBe(name)
      expect(safeName(name)).toBe(safeName(name))
    },
  )

  test('begins as the own name, so that it can be recognised', () => {
    expect(safeName('files/read.text')).toMatch(/^files_read_text_[0-9a-z]{14}$/)
    expect(safeName(`search_${'x'.repeat(90)}`)).toMatch(/^search_x{42}_[0-9a-z]{14}$/)
  })

  test('differs for names that differ only where providers take nothing, or behind the limit', () => {
    const names = ['a.b', 'a/b', 'a b', 'a_b', `${'x'.repeat(80)}1`, `${'x'.repeat(80)}2`]
    expect(new Set(names.map((name) => safeName(name))).size).toBe(names.length)
  })

  test('of a tool that is called like the made name of another is another one', () => {
    const made = safeName('a.b')
    expect(safeName(made)).not.toBe(made)
    expect(safeName(made)).toMatch(VALID)
  })

  test('is valid, injective, and stable when tools come, go and change places, for random names', async () => {
    const random = createSeededRandom(seed)
    const letters = ['a', 'b', '_', '-', '.', '/', ' ', 'ä', '工', '\u0000', '😀', '0', 'Z']
    const text = () =>
      Array.from({ length: random() * 90 }, () => letters[Math.trunc(random() * letters.length)]).join('')
    const names = [...new Set(Array.from({ length: 5_000 }, text))]
    const all = await namesOf(names)
    expect(
      [...all.values()].filter((name) => !VALID.test(name)),
      `seed ${seed}`,
    ).toEqual([])
    expect(new Set(all.values()).size, `seed ${seed}`).toBe(names.length)
    const some = names.filter(() => random() < 0.3).reverse()
    const again = await namesOf(some)
    expect(
      [...again].filter(([own, name]) => all.get(own) !== name),
      `seed ${seed}`,
    ).toEqual([])
  })

  test('leads back to the tool, whatever it is called', async () => {
    const source = createFakeSource([tool('a.b'), tool('constructor'), tool('__proto__')])
    const tools = await modelTools(source)
    for (const { name, definition } of tools.list) {
      expect(tools.find(name)?.definition).toBe(definition)
      await tools.find(name)?.call({})
    }
    expect(source.calls.map(({ name }) => name)).toEqual(['a.b', 'constructor', '__proto__'])
    expect(tools.find('toString')).toBeUndefined()
  })

  test('begins with the prefix, so that tools of several sources do not clash', async () => {
    const [docs, crm] = await Promise.all(
      ['docs_', 'crm_'].map((prefix) => modelTools(createFakeSource([tool('search')]), { prefix })),
    )
    expect([docs!.list[0]!.name, crm!.list[0]!.name]).toEqual(['docs_search', 'crm_search'])
  })

  test('that a server lists twice is one tool', async () => {
    const tools = await modelTools(createFakeSource([tool('a'), tool('a', { description: 'another' })]))
    expect(tools.list.map(({ description }) => description)).toEqual(['Does a'])
  })
})

async function namesOf(names: readonly string[]): Promise<Map<string, string>> {
  const { list } = await modelTools(createFakeSource(names.map((name) => tool(name))))
  return new Map(list.map(({ name, definition }) => [definition.name, name]))
}
