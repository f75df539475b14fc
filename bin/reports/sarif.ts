/** The report of an examination as SARIF 2.1.0, which code scanning shows. */
import { cleanJson } from '../command/clean.ts'
import type { Finding } from '../examination/outcome.ts'
import type { Report } from '../examination/report.ts'

export function toSarif({ server, date, findings }: Report): string {
  const found = findings.filter(({ verdict }) => verdict === 'problem' || verdict === 'warning')
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'mcp-over-fetch examine', rules: findings.map(toRule) } },
        invocations: [{ executionSuccessful: true, endTimeUtc: date }],
        results: found.map(({ id, verdict, seen, advice }) => ({
          ruleId: id,
          ruleIndex: findings.findIndex((finding) => finding.id === id),
          level: verdict === 'problem' ? 'error' : 'warning',
          message: { text: [seen, advice].filter(Boolean).join(' ') },
          locations: [
            {
              physicalLocation: { artifactLocation: { uri: toPath(server) }, region: { startLine: 1 } },
              logicalLocations: [{ fullyQualifiedName: server, kind: 'resource' }],
            },
          ],
          partialFingerprints: { 'check/v1': `${id} ${server}` },
        })),
      },
    ],
  }
  return `${cleanJson(log)}\n`
}

/** Code scanning accepts only paths of files, so the server has one that stands for it: `mcp-server/tools.example.com/mcp`. */
function toPath(server: string): string {
  const { host, pathname } = new URL(server)
  return `mcp-server/${encodeURIComponent(host)}${pathname}`.replace(/\/+$/, '')
}

function toRule({ id, title, group, section }: Finding): object {
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: `${title}. ${section.document}: ${section.title}` },
    help: { text: `${section.document}: ${section.title}, ${section.url}` },
    helpUri: section.url,
    properties: { tags: [group] },
  }
}
