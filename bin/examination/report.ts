/** The outcome of an examination as a document, and its counts. */
import type { Finding, Verdict } from './outcome.ts'

export const verdicts: readonly Verdict[] = ['problem', 'warning', 'could not tell', 'good', 'not applicable']

export type Counts = Record<Verdict, number>

export interface Report {
  /** What this document is. */
  format: 'mcp-over-fetch examination'
  formatVersion: 1
  /** The address, without its query, which may hold secrets. */
  server: string
  /** When it was made. */
  date: string
  counts: Counts
  findings: readonly Finding[]
}

export function createReport(url: string, findings: readonly Finding[], date: Date): Report {
  return {
    format: 'mcp-over-fetch examination',
    formatVersion: 1,
    server: publicAddress(url),
    date: date.toISOString(),
    counts: countVerdicts(findings.map(({ verdict }) => verdict)),
    findings: sortFindings(findings).map(({ ms, ...finding }) => ({ ...finding, ms: Math.round(ms) })),
  }
}

export function countVerdicts(all: readonly Verdict[]): Counts {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Counts
  for (const verdict of all) counts[verdict]++
  return counts
}

/** Problems first; within a verdict in the order of the checks. */
export function sortFindings<T extends { verdict: Verdict }>(findings: readonly T[]): T[] {
  return verdicts.flatMap((verdict) => findings.filter((finding) => finding.verdict === verdict))
}

/** "41 good, 2 problems, 1 warning"; what there is none of is left out, but not problems. */
export function describeCounts({ good, problem, warning, ...rest }: Counts): string {
  const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`
  return [
    `${good} good`,
    plural(problem, 'problem'),
    ...(warning > 0 ? [plural(warning, 'warning')] : []),
    ...(rest['could not tell'] > 0 ? [`${rest['could not tell']} could not be told`] : []),
    ...(rest['not applicable'] > 0 ? [`${rest['not applicable']} not applicable`] : []),
  ].join(', ')
}

/** An address without what may be secret in it. */
export function publicAddress(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}
