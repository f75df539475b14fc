/** The report of an examination as JUnit XML, which CI systems show as tests. */
import type { Finding } from '../examination/outcome.ts'
import type { Report } from '../examination/report.ts'
import { describeProof, type Proof } from './proof.ts'

export function toJunit({ server, date, findings }: Report, requests: readonly Proof[], failOn: string): string {
  const groups = [...new Set(findings.map(({ group }) => group))]
  const suites = groups.map((group) => {
    const own = findings.filter((finding) => finding.group === group)
    const failed = own.filter((finding) => fails(finding, failOn)).length
    const skipped = own.filter(isSkipped).length
    return [
      `  <testsuite name="${toXml(group)}" tests="${own.length}" failures="${failed}" skipped="${skipped}" errors="0" time="${seconds(own)}" timestamp="${date.replace(/\.\d+Z$/, '')}">`,
      ...own.map((finding) => toCase(finding, requests, failOn)),
      '  </testsuite>',
    ].join('\n')
  })
  const failures = findings.filter((finding) => fails(finding, failOn)).length
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${toXml(`mcp-over-fetch examine ${server}`)}" tests="${findings.length}" failures="${failures}" time="${seconds(findings)}">
${suites.join('\n')}
</testsuites>
`
}

function toCase(finding: Finding, requests: readonly Proof[], failOn: string): string {
  const { id, title, group, verdict, seen, advice, section, ms } = finding
  const proofs = requests.filter(({ number }) => finding.requests.includes(number)).map(describeProof)
  const text = [seen, ...(advice === undefined ? [] : [`Fix: ${advice}`]), ...proofs, section.url].join('\n')
  const head = `    <testcase name="${toXml(`${title} (${id})`)}" classname="${toXml(group)}" time="${(ms / 1_000).toFixed(3)}"`
  if (fails(finding, failOn))
    return `${head}>\n      <failure type="${verdict}" message="${toXml(seen)}">${toXml(text)}</failure>\n    </testcase>`
  if (isSkipped(finding)) return `${head}>\n      <skipped message="${toXml(`${verdict}: ${seen}`)}"/>\n    </testcase>`
  if (verdict === 'good') return `${head}/>`
  return `${head}>\n      <system-out>${toXml(`${verdict}: ${text}`)}</system-out>\n    </testcase>`
}

function fails({ verdict }: Finding, failOn: string): boolean {
  return verdict === 'problem' || (verdict === 'warning' && failOn === 'warning')
}

const isSkipped = ({ verdict }: Finding): boolean => verdict === 'not applicable' || verdict === 'could not tell'

const seconds = (findings: readonly Finding[]): string =>
  (findings.reduce((sum, { ms }) => sum + ms, 0) / 1_000).toFixed(3)

/** XML 1.0 has no way to write most control characters. */
function toXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\u202a-\u202e\u2066-\u2069]/gu, '�')
    .replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
