/** What is shared of an examination: a report without secrets, a link that is checked, and a badge. */
import { expect, test } from 'vitest'
import { checks } from '../../../../bin/examination/examine.ts'
import { schemaProblems } from '../../../../bin/examination/json-schema.ts'
import type { Verdict } from '../../../../bin/examination/outcome.ts'
import { countVerdicts, createReport, describeCounts } from '../../../../bin/examination/report.ts'
import { createBadge } from '../../../../playground/src/examine/badge.ts'
import { readShared, writeShared } from '../../../../playground/src/examine/link.ts'
import { runChecks } from './examined.ts'

const verdicts: Verdict[] = ['good', 'problem', 'warning', 'could not tell', 'not applicable', 'good']

test('a link brings back the verdicts that it was written with', () => {
  const shared = { server: 'https://tools.example/mcp', date: '2026-07-28', verdicts }
  expect(readShared(writeShared(shared))).toEqual(shared)
  const all = { ...shared, verdicts: checks.map(() => 'good' as const) }
  expect(writeShared(all).length).toBeLessThan(200)
})

test.each([
  ['another address', '#server=javascript:alert(1)&date=2026-07-28&verdicts=g'],
  ['letters that are no verdicts', '#server=https://a.example&date=2026-07-28&verdicts=gx'],
  ['no date', '#server=https://a.example&verdicts=g'],
  ['a text instead of a date', '#server=https://a.example&date=today&verdicts=g'],
  ['too many verdicts', `#server=https://a.example&date=2026-07-28&verdicts=${'g'.repeat(501)}`],
  ['no verdicts', '#server=https://a.example&view=examine'],
])('a link with %s holds no examination', (_, hash) => {
  expect(readShared(hash)).toBeUndefined()
})

test('a report has problems first, counts, and no query of the address', async () => {
  const { findings } = await runChecks(['ping', 'session-end'], {
    options: { versions: ['2025-11-25'], wire: { delete: { status: 500 } } },
  })
  const report = createReport('https://a.example/mcp?key=secret', findings, new Date(0))
  expect(report).toMatchObject({ server: 'https://a.example/mcp', date: '1970-01-01T00:00:00.000Z' })
  expect(report.findings.map(({ id }) => id)).toEqual(['session-end', 'ping'])
  expect(report.counts).toMatchObject({ good: 1, problem: 1 })
  expect(describeCounts(report.counts)).toBe('1 good, 1 problem')
  expect(JSON.stringify(report)).not.toContain('secret')
})

test('what a server repeats of the authorization is not in a finding', async () => {
  const { findings } = await runChecks(['unknown-method'], {
    options: { versions: ['2025-11-25'] },
    headers: { authorization: 'Bearer top-secret-token' },
    misbehave: () => (sent) =>
      sent.method === 'mcp-over-fetch/unknown'
        ? new Response(
            JSON.stringify({
              jsonrpc: '2.0',
              id: sent.id,
              error: {
                code: -32601,
                message: `no: ${sent.headers.get('authorization')} ${'x'.repeat(40)} ${sent.headers.get('authorization')}`,
              },
            }),
            {
              headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
            },
          )
        : undefined,
  })
  expect(findings[0]!.seen).toContain('no: [redacted]')
  expect(JSON.stringify(findings)).not.toMatch(/top-sec/)
})

test.each([
  [['good', 'problem', 'problem'], '2 problems'],
  [['good', 'good', 'warning'], '2 good, 1 warning'],
  [['good', 'not applicable'], '1 good'],
  [['could not tell'], 'not examined'],
] as const)('the badge of %s says "%s"', (some, text) => {
  const badge = createBadge(countVerdicts(some))
  expect(badge).toContain(`<title>MCP in browsers: ${text}</title>`)
  expect(badge).not.toMatch(/script|href|style=/)
})

test.each([
  [{ type: 'object', properties: { a: { type: ['string', 'null'] } }, required: ['a'] }, []],
  [
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      definitions: { a: true },
      $ref: '#/definitions/a',
    },
    [],
  ],
  [{ $schema: 'https://example.com/mine' }, ['$schema names no known draft']],
  [{ properties: [] }, ['properties is not an object']],
  [{ required: 'a' }, ['required is not a list of names']],
  [{ items: { enum: 'a' } }, ['items.enum is not a list']],
  [{ anyOf: [] }, ['anyOf is not a list of schemas']],
  [{ properties: { a: { pattern: '(' } } }, ['properties.a.pattern is not a regular expression']],
  [{ properties: { a: { maxLength: -1 } } }, ['properties.a.maxLength is not a count']],
  [{ properties: { a: 5 } }, ['properties.a is neither an object nor a boolean']],
  [null, ['the schema is not an object']],
])('the problems of the JSON Schema %j are %j', (schema, problems) => {
  expect(schemaProblems(schema)).toEqual(problems)
})
