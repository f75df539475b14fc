/** Which YAML the front matter parser supports, and that the rest is an error. */
import { expect, test } from 'vitest'
import { parseFrontmatter } from '../../../src/skills/frontmatter.ts'

const parse = (yaml: string) => parseFrontmatter(`---\n${yaml}\n---\nbody`)

test.each<[string, string, unknown]>([
  ['plain texts', 'name: a-b\ndescription: Say it, then do it', { name: 'a-b', description: 'Say it, then do it' }],
  ['colons and signs inside', 'a: http://x.y/#z\nb: 10:30', { a: 'http://x.y/#z', b: '10:30' }],
  ['quoted texts', `a: "x: \\"y\\" \\u00e9"\nb: 'it''s'`, { a: 'x: "y" é', b: "it's" }],
  ['comments', '# first\na: x # why\nb: "y" # why\n  # last', { a: 'x', b: 'y' }],
  ['numbers', 'a: 1\nb: -2.5\nc: 1e3\nd: "1"\ne: 1.2.3', { a: 1, b: -2.5, c: 1000, d: '1', e: '1.2.3' }],
  [
    'booleans and null',
    'a: true\nb: False\nc: yes\nd: null\ne: ~\nf:',
    { a: true, b: false, c: 'yes', d: null, e: null, f: null },
  ],
  ['maps in maps', 'm:\n  a: x\n  n:\n    b: y\nz: 1', { m: { a: 'x', n: { b: 'y' } }, z: 1 }],
  ['lists', 'l:\n  - x\n  - 2\nm:\n- "y: z"', { l: ['x', 2], m: ['y: z'] }],
  ['lists in one line', `l: [a, 'b, c', "d", 1]\nm: []`, { l: ['a', 'b, c', 'd', 1], m: [] }],
  ['texts over several lines', 'a: one\n  two\n  three\nb: x', { a: 'one two three', b: 'x' }],
  ['literal blocks', 'a: |\n  one\n    two\n\n  three\nb: |-\n  x', { a: 'one\n  two\n\nthree\n', b: 'x' }],
  ['lists with quotes, blanks and a last comma', `l: [ "a\\"b, c" , 'it''s' , ]`, { l: ['a"b, c', "it's"] }],
  ['number signs in quotes', `a: "x # y"\nb: 'x # y' # why\nc: "x #\n  y"`, { a: 'x # y', b: 'x # y', c: 'x # y' }],
  ['folded blocks with empty lines', 'a: >-\n\n  one\n\n\n\n  two\n\n', { a: '\none\n\n\ntwo' }],
  ['folded blocks', 'a: >\n  one\n  two\n\n  three\nb: >-\n  x\n  y', { a: 'one two\nthree\n', b: 'x y' }],
  ['odd keys', '"a b": 1\nallowed-tools: x\n__proto__: y', JSON.parse('{"a b":1,"allowed-tools":"x","__proto__":"y"}')],
  ['empty front matters', '', {}],
])('%s are parsed', (_, yaml, expected) => {
  expect(parse(yaml)).toEqual(expected)
})

test('CRLF line ends are parsed like LF', () => {
  expect(parseFrontmatter('---\r\na: x\r\nb:\r\n  c: y\r\n---\r\nbody')).toEqual({ a: 'x', b: { c: 'y' } })
})

test.each([
  ['a key twice', 'a: 1\na: 2'],
  ['an anchor', 'a: &x 1'],
  ['an alias', 'a: *x'],
  ['a tag', 'a: !!str 1'],
  ['a map in one line', 'a: {b: c}'],
  ['a map in a list', 'a:\n  - b: c'],
  ['a list in a list', 'a: [[b]]'],
  ['an open quote', 'a: "b'],
  ['an open quote in a list', 'a: [b, "c]'],
  ['a quote inside of a plain item', `a: [b'c']`],
  ['a missing item in a list', 'a: [b, , c]'],
  ['text without a key', 'a'],
  ['a block that keeps its end', 'a: |+\n  x\n'],
  ['a folded block with deeper lines', 'a: >\n  x\n    y\n  z'],
  ['a colon in a plain text', 'a: b: c'],
  ['other indentation', 'a: 1\n  b: 2\nc:\n    d: 1\n   e: 2'],
])('%s is a SyntaxError', (_, yaml) => {
  expect(() => parse(yaml)).toThrow(SyntaxError)
})

test.each([['no dashes'], ['---\na: x'], ['\n---\na: x\n---\n']])('%j has no front matter', (text) => {
  expect(() => parseFrontmatter(text)).toThrow('no front matter')
})

test('front matter of more than a million characters is refused', () => {
  expect(() => parse(`a: ${'x'.repeat(2_000_000)}`)).toThrow('no front matter')
})
