/** The tool definitions that the client remembers: little of each, and not without limit. */
import { expect, test } from 'vitest'
import type { Tool } from '../../../../src/core/index.ts'
import { KnownTools } from '../../../../src/core/modern/known-tools.ts'
import { findParamHeaders, paramHeaders } from '../../../../src/core/modern/request-headers.ts'

const long = 'x'.repeat(10_000)

const marked: Tool = {
  name: 'marked',
  description: long,
  inputSchema: {
    type: 'object',
    description: long,
    properties: {
      region: { type: 'string', description: long, 'x-mcp-header': 'Region' },
      inner: { type: 'object', properties: { ['__proto__']: { type: 'integer', 'x-mcp-header': 'Count' } } },
      free: { type: 'string', description: long },
    },
  },
  outputSchema: { type: 'object', description: long },
  annotations: { title: long, readOnlyHint: true },
}

test('only what later calls need is kept', () => {
  const tools = new KnownTools(false)
  tools.remember(marked)
  const kept = tools.get('marked')!
  expect(JSON.stringify(kept).length).toBeLessThan(400)
  expect(kept.annotations?.readOnlyHint).toBe(true)
  const args = JSON.parse('{"region":"eu","inner":{"__proto__":5},"free":"x"}')
  expect(paramHeaders(kept.inputSchema, args)).toEqual(paramHeaders(marked.inputSchema, args))
  expect(paramHeaders(JSON.parse(JSON.stringify(kept.inputSchema)), args)).toEqual({
    'mcp-param-region': 'eu',
    'mcp-param-count': '5',
  })
})

test('output schemas are kept for a validator', () => {
  const tools = new KnownTools(true)
  tools.remember(marked)
  expect(tools.get('marked')?.outputSchema).toEqual(marked.outputSchema)
})

test('why a definition is invalid is kept', () => {
  const tools = new KnownTools(false)
  const inputSchema = { type: 'object', properties: { a: { type: 'number', 'x-mcp-header': 'A' } } } as const
  tools.remember({ name: 'invalid', inputSchema })
  expect(findParamHeaders(tools.get('invalid')!.inputSchema).problem).toMatch(/another type/)
})

test('when many are known, those that were listed first are forgotten', () => {
  const tools = new KnownTools(false)
  for (let index = 0; index < 5_000; index++) {
    tools.remember({ name: `${index} ${'n'.repeat(10_000)}`, inputSchema: { type: 'object' } })
    tools.remember({ name: 'again', inputSchema: { type: 'object' } })
  }
  expect(tools.names.length).toBeLessThan(2_000)
  expect(tools.get(`4999 ${'n'.repeat(10_000)}`)).toBeDefined()
  expect(tools.get('again')).toBeDefined()
})
