/** The checker of shapes: what it refuses, how it says so, and what it removes. */
import { describe, expect, test } from 'vitest'
import { check, findProblem } from '../../../../src/core/validation/shape.ts'
import {
  callToolResult,
  getPromptResult,
  initializeResult,
  prompt,
  tool,
} from '../../../../src/core/validation/shapes.ts'

describe('findProblem', () => {
  test.each([
    [tool, null, 'object at the top, got null'],
    [tool, [], 'object at the top, got array'],
    [tool, { inputSchema: {} }, 'string at name, got undefined'],
    [tool, { name: 'a', inputSchema: [] }, 'object at inputSchema, got array'],
    [callToolResult, {}, 'array at content, got undefined'],
    [callToolResult, { content: { 0: { type: 'text' } } }, 'array at content, got object'],
    [callToolResult, { content: [{ type: 'text' }, { type: 5 }] }, 'string at content.1.type, got number'],
    [callToolResult, { content: [], isError: 'no' }, 'boolean at isError, got string'],
    [getPromptResult, { messages: [{ content: [] }] }, 'object at messages.0.content, got array'],
    [getPromptResult, { messages: [{}] }, 'object at messages.0.content, got undefined'],
    [initializeResult, { protocolVersion: 7 }, 'string at protocolVersion, got number'],
  ])('names the member and its type: %#', (shape, value, problem) => {
    expect(findProblem(shape, value)).toBe(problem)
  })

  test('removes null from optional members that it knows, and nothing else', () => {
    const value = {
      name: 'a',
      title: null,
      arguments: [{ name: 'b', required: null, vendor: null }],
      icons: [{ src: 'x', sizes: null, vendor: { sizes: null } }],
      _meta: { title: null },
      'x-title': null,
      vendor: { title: null },
    }
    expect(findProblem(prompt, value)).toBeUndefined()
    expect(value).toEqual({
      name: 'a',
      arguments: [{ name: 'b', vendor: null }],
      icons: [{ src: 'x', vendor: { sizes: null } }],
      _meta: { title: null },
      'x-title': null,
      vendor: { title: null },
    })
  })

  test('a member called __proto__ or constructor is data like any other', () => {
    const value = JSON.parse('{"content":[{"type":"constructor","__proto__":null}],"constructor":null}')
    expect(findProblem(callToolResult, value)).toBeUndefined()
    expect(JSON.stringify(value)).toBe('{"content":[{"type":"constructor","__proto__":null}],"constructor":null}')
  })
})

test('check() returns the same object, or throws an error with the path and the result', () => {
  const good = { content: [] }
  expect(check(callToolResult, good, 'the result of the tool a')).toBe(good)
  const bad = { content: [{}] }
  expect(() => check(callToolResult, bad, 'the result of the tool a')).toThrow(
    expect.objectContaining({
      code: 'invalid-message',
      delivery: 'answered',
      result: bad,
      message: 'Expected the result of the tool a with string at content.0.type, got undefined',
    }),
  )
})
