/** Reports for CI systems: what JUnit readers and code scanning require of them. */
import { describe, expect, test } from 'vitest'
import type { Finding, Verdict } from '../../../bin/examination/outcome.ts'
import { createReport } from '../../../bin/examination/report.ts'
import { toJunit } from '../../../bin/reports/junit.ts'
import { toSarif } from '../../../bin/reports/sarif.ts'

const finding = (id: string, verdict: Verdict, more: object = {}): Finding => ({
  id,
  title: `Check <${id}>`,
  group: 'Browsers',
  section: { document: 'Fetch', title: 'CORS & more', url: 'https://fetch.spec.whatwg.org/#cors' },
  verdict,
  seen: `It said "${id}" & <b>\u0007`,
  requests: [1],
  ms: 12.3,
  ...more,
})
const report = createReport(
  'http://localhost:3000/mcp?key=secret',
  [
    finding('one', 'problem', { advice: 'Mend it.' }),
    finding('two', 'warning', { advice: 'Look at it.' }),
    finding('three', 'good'),
    finding('four', 'not applicable'),
    finding('five', 'could not tell'),
  ],
  new Date(0),
)

describe('SARIF 2.1.0', () => {
  const log = JSON.parse(toSarif(report))

  test('has the required properties of the schema', () => {
    expect(log.version).toBe('2.1.0')
    expect(log.$schema).toMatch(/sarif-2\.1\.0\.json$/)
    const [run] = log.runs
    expect(typeof run.tool.driver.name).toBe('string')
    for (const rule of run.tool.driver.rules) {
      expect(typeof rule.id).toBe('string')
      for (const text of [rule.shortDescription, rule.fullDescription, rule.help])
        expect(typeof text.text).toBe('string')
      expect(URL.canParse(rule.helpUri)).toBe(true)
    }
    expect(new Set(run.tool.driver.rules.map(({ id }: { id: string }) => id)).size).toBe(5)
    for (const { executionSuccessful, endTimeUtc } of run.invocations) {
      expect(executionSuccessful).toBe(true)
      expect(endTimeUtc).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    }
    expect(run.results).toHaveLength(2)
    for (const result of run.results) {
      expect(['none', 'note', 'warning', 'error']).toContain(result.level)
      expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId)
      expect(result.message.text).not.toBe('')
    }
  })

  test('names a relative path, which code scanning wants, and the server', () => {
    for (const { locations } of log.runs[0].results) {
      const [{ physicalLocation, logicalLocations }] = locations
      expect(physicalLocation.artifactLocation.uri).toBe('mcp-server/localhost%3A3000/mcp')
      expect(physicalLocation.region.startLine).toBe(1)
      expect(logicalLocations[0].fullyQualifiedName).toBe('http://localhost:3000/mcp')
    }
    expect(JSON.stringify(log)).not.toContain('secret')
  })
})

describe('JUnit', () => {
  const xml = toJunit(report, [{ number: 1, method: 'POST', url: 'http://localhost:3000/mcp', status: 200 }], 'problem')

  test('counts what it has', () => {
    expect(xml.match(/<testcase /g)).toHaveLength(5)
    expect(xml.match(/<failure /g)).toHaveLength(1)
    expect(xml.match(/<skipped /g)).toHaveLength(2)
    expect(xml).toMatch(/<testsuites [^>]*tests="5" failures="1"/)
    expect(xml).toMatch(
      /<testsuite [^>]*tests="5" failures="1" skipped="2" errors="0" time="[\d.]+" timestamp="1970-01-01T00:00:00"/,
    )
    expect(toJunit(report, [], 'warning').match(/<failure /g)).toHaveLength(2)
  })

  test('is well formed: every element ends, and text is escaped', () => {
    const open: string[] = []
    for (const [, end, name, rest] of xml
      .replace(/^<\?xml[^>]*>/, '')
      .matchAll(/<(\/?)(\w+)((?:\s+\w+="[^"<&]*(?:&#?\w+;[^"<&]*)*")*\s*\/?)>/g)) {
      if (end) expect(open.pop()).toBe(name)
      else if (!rest!.endsWith('/')) open.push(name!)
    }
    expect(open).toEqual([])
    expect(xml.match(/</g)!.length).toBe(xml.match(/<[?/\w]/g)!.length)
    expect(xml).not.toContain('\u0007')
    expect(xml).not.toContain('<b>')
  })
})
