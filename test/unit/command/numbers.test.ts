/** Numbers that JSON.parse would change silently are refused, with the field that has them. */
import { describe, expect, test } from 'vitest'
import { addPairs } from '../../../bin/calls/arguments.ts'
import { parseExactJson, toNumber } from '../../../bin/calls/numbers.ts'

describe('numbers', () => {
  test.each<[string, string]>([
    ['{"n":9007199254740993}', '--args: n: 9007199254740993 is too large'],
    ['{"a":{"b":[1,{"c":1e999}]}}', '--args: a.b[1].c: 1e999 is too large'],
    ['[[1,2],[3,-9007199254740993]]', '--args: [1][1]: -9007199254740993 is too large'],
    ['{"s":"9007199254740993","x":"}","y":{},"z":1e400}', '--args: z: 1e400 is too large'],
    ['1152921504606846976', '--args: 1152921504606846976 is too large'],
  ])('in %s are refused', (text, message) => {
    expect(() => parseExactJson('--args', text)).toThrow(message)
  })

  test('that keep their value pass', () => {
    const text = '{"a":9007199254740991,"b":-0.5,"c":[1e21,1E-7,0],"d":"1e999","e\\"":{"f":1}}'
    expect(parseExactJson('--args', text)).toEqual(JSON.parse(text))
    expect(toNumber('x', '0x10')).toBeUndefined()
  })

  test('are refused in every kind of argument', () => {
    const schema = {
      properties: {
        x: { type: 'number' },
        l: { type: 'array', items: { type: 'integer' } },
        o: { type: 'object' },
        either: { type: ['object', 'string'] },
      },
    }
    expect(() => addPairs({}, ['x=1e999'], schema)).toThrow('x: 1e999 is too large')
    expect(() => addPairs({}, ['l=[9007199254740993]'], schema)).toThrow('l[0]: 9007199254740993 is too large')
    expect(() => addPairs({}, ['o={"a":9007199254740993}'], schema)).toThrow('o.a: 9007199254740993 is too large')
    expect(() => addPairs({}, ['o={'], schema)).toThrow('o: not valid JSON')
    expect(addPairs({}, ['either={'], schema)).toEqual({ either: '{' })
  })
})
