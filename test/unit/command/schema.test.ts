/** Arguments of the command line: types, limits, and schemas that servers made to be expensive. */
import { describe, expect, test } from 'vitest'
import { addPairs } from '../../../bin/calls/arguments.ts'
import { formatProgress } from '../../../bin/calls/progress.ts'
import { findProblems } from '../../../bin/calls/schema.ts'
import { cleanJson, cleanLine, cleanLines } from '../../../bin/command/clean.ts'
import { nearest } from '../../../bin/command/nearest.ts'

describe('arguments', () => {
  test('a list that is named twice, an empty one, and JSON in a list', () => {
    const schema = { properties: { tags: { type: 'array', items: { type: 'string' } } } }
    expect(addPairs({ tags: ['a'] }, ['tags=b,c'], schema)).toEqual({ tags: ['a', 'b', 'c'] })
    expect(addPairs({}, ['tags='], schema)).toEqual({ tags: [] })
    expect(addPairs({}, ['tags=["a,b"]'], schema)).toEqual({ tags: ['a,b'] })
  })

  test('names such as __proto__ are ordinary names', () => {
    const args = addPairs({}, ['__proto__=x', 'constructor.prototype.y=1'], {})
    expect(Object.keys(args)).toEqual(['__proto__', 'constructor'])
    expect(({} as { y?: unknown }).y).toBeUndefined()
  })

  test('a schema without types takes texts; one with several types takes the narrowest', () => {
    expect(addPairs({}, ['x=1'], {})).toEqual({ x: '1' })
    const schema = { properties: { x: { anyOf: [{ type: 'string' }, { type: 'number' }] } } }
    expect(addPairs({}, ['x=1'], schema)).toEqual({ x: 1 })
    expect(addPairs({}, ['x=one'], schema)).toEqual({ x: 'one' })
  })
})

describe('checks', () => {
  test.each<[unknown, object, string[]]>([
    [5, { multipleOf: 2 }, ['expected a multiple of 2']],
    [0.3, { multipleOf: 0.1 }, []],
    [4, { multipleOf: 0 }, []],
    [[1, 2, 1], { uniqueItems: true }, ['expected items that differ from each other']],
    [[{ a: 1 }, { a: 2 }], { uniqueItems: true }, []],
    [['x', 'y'], { prefixItems: [{ type: 'string' }, { type: 'integer' }] }, ['expected integer, got string']],
    [['x', 1, 2], { prefixItems: [{}, {}], items: false }, ['expected at most 2 items']],
    [['x', 'y', 3], { prefixItems: [{}], items: { type: 'string' } }, ['expected string, got number']],
  ])('%j with %j', (value, schema, reasons) => {
    expect(findProblems(value, schema as never).map(({ reason }) => reason)).toEqual(reasons)
  })

  test('the path and the reason are named', () => {
    const schema = {
      type: 'object',
      properties: {
        list: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer', maximum: 3 } } } },
      },
      additionalProperties: false,
    }
    expect(findProblems({ list: [{ n: 1 }, { n: 4 }], more: 1 }, schema)).toEqual([
      { path: 'list[1].n', reason: 'expected at most 3' },
      { path: 'more', reason: 'is not an argument' },
    ])
  })

  test('references in rings, patterns and branches without end cost nothing', () => {
    const ring: Record<string, unknown> = {
      $ref: '#/$defs/a',
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
    }
    expect(findProblems({}, ring)).toEqual([])
    const evil = { properties: { x: { pattern: '^(a+)+$' } } }
    expect(findProblems({ x: `${'a'.repeat(40)}!` }, evil)).toEqual([])
    const deep = { $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }] } }, $ref: '#/$defs/a' }
    expect(findProblems({}, deep)).toEqual([])
    expect(addPairs({}, ['x=1'], { ...deep, properties: { x: { $ref: '#/$defs/a' } } })).toEqual({ x: '1' })
    const names = Array.from({ length: 29 }, (_, index) => `n${index}`)
    const tree = names.map((name, index) => [name, { anyOf: [1, 2].map(() => ({ $ref: `#/$defs/n${index + 1}` })) }])
    const bushy = { $defs: { ...Object.fromEntries(tree), n29: { const: 1 } }, $ref: '#/$defs/n0' }
    expect(findProblems(2, bushy).length).toBeLessThan(5)
  })
})

describe('text of others', () => {
  test('keeps lines and tabs only where lines are shown', () => {
    expect(cleanLines('a\r\nb\tc\u001b[31m\u009b')).toBe('a\nb\tc\\u{1b}[31m\\u{9b}')
    expect(cleanLine('a\r\nb\tc\u202e')).toBe('a b c\\u{202e}')
    expect(cleanLine('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`)
    expect(JSON.parse(cleanJson({ text: '\u001b\u009b\u202e\u{e0041}\ud800' }))).toEqual({
      text: '\u001b\u009b\u202e\u{e0041}\ud800',
    })
    expect(cleanJson({ text: '\u009b\u202e\u007f' })).not.toMatch(/[\u007f-\u009f\u202e]/)
  })
})

test('a progress bar needs a total, and never leaves its line', () => {
  expect(formatProgress({ progress: 1, total: 4, message: 'rendering' })).toBe('██████░░░░░░░░░░░░░░░░░░ 25% rendering')
  expect(formatProgress({ progress: 9, total: 4 })).toMatch(/^█{24} 100% $/)
  expect(formatProgress({ progress: 3, message: 'of many' })).toBe('3 of many')
})

describe('the nearest name', () => {
  test.each([
    ['tols', 'tools'],
    ['shwo', 'show'],
    ['EXAMINE', 'examine'],
    ['x', undefined],
    ['something', undefined],
  ])('of %s is %s', (name, expected) => {
    expect(nearest(name, ['tools', 'show', 'examine', 'y'])).toBe(expected)
  })
})
