/** The report of an examination in a terminal: by area, what is wrong in full, what is good as a count. */
import { bold, dim, green, type Output, type Part, red, yellow } from '../command/output.ts'
import type { Finding, Group, Verdict } from '../examination/outcome.ts'
import { describeCounts, type Report } from '../examination/report.ts'
import { describeProof, type Proof } from './proof.ts'

const marks: Readonly<Record<Verdict, Part>> = {
  problem: red('✗ problem:'),
  warning: yellow('! warning:'),
  'could not tell': dim('? could not tell:'),
  good: green('✓'),
  'not applicable': dim('- not applicable:'),
}

/** In the order of the checks; the last one of them belongs to an early area. */
const AREAS: readonly Group[] = [
  'Browsers',
  'Revisions',
  'Sessions',
  'Streams',
  'Errors',
  'Lists and tools',
  '2026-07-28',
  'Authorization',
  'Server card',
]

/** Requests that are listed for one finding. */
const MAX_PROOFS = 6

interface Options {
  isVerbose: boolean
  /** Whether `--fix` would print something. */
  canFix: boolean
}

export function printReport(
  output: Output,
  report: Report,
  requests: readonly Proof[],
  { isVerbose, canFix }: Options,
): void {
  const byNumber = new Map(requests.map((proof) => [proof.number, proof]))
  const groups = AREAS.filter((area) => report.findings.some(({ group }) => group === area))
  for (const group of groups) {
    const findings = report.findings.filter((finding) => finding.group === group)
    output.print(bold(group))
    for (const finding of findings) if (isVerbose || needsAttention(finding)) printFinding(finding)
    if (!isVerbose) printRest(findings)
    output.print()
  }
  output.print(bold(`${report.server}: ${describeCounts(report.counts)}`))
  if (canFix)
    output.note(
      dim('The lines that mend it: the same command with --fix express, hono, fastify, node, cloudflare, nginx …'),
    )

  function printFinding({ id, verdict, title, seen, advice, section, requests: numbers }: Finding): void {
    output.print('  ', marks[verdict], ` ${title} `, dim(`(${id})`))
    if (verdict === 'good' && !isVerbose) return
    output.print('      ', seen)
    if (advice !== undefined) output.print(verdict === 'could not tell' ? '      Advice: ' : '      Fix: ', advice)
    if (verdict !== 'problem' && verdict !== 'warning' && !isVerbose) return
    const proofs = numbers.flatMap((number) => byNumber.get(number) ?? [])
    for (const proof of proofs.slice(0, MAX_PROOFS)) output.print(dim(`      ${describeProof(proof)}`))
    if (proofs.length > MAX_PROOFS) output.print(dim(`      and ${proofs.length - MAX_PROOFS} more`))
    output.print(dim(`      ${section.document}: ${section.title}, ${section.url}`))
  }

  function printRest(findings: readonly Finding[]): void {
    const count = (verdict: Verdict) => findings.filter((finding) => finding.verdict === verdict).length
    const good = count('good')
    const none = count('not applicable')
    const unclear = findings.filter(
      ({ verdict, advice }) => verdict === 'could not tell' && advice === undefined,
    ).length
    if (good > 0) output.print('  ', marks.good, ` ${good} good`)
    if (unclear > 0) output.print(dim(`  ? ${unclear} could not tell`))
    if (none > 0) output.print(dim(`  - ${none} not applicable`))
  }
}

const needsAttention = ({ verdict, advice }: Finding): boolean =>
  verdict === 'problem' || verdict === 'warning' || (verdict === 'could not tell' && advice !== undefined)
