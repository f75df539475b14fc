/** RESULTS.md: every row of a run, with machine, versions and date. */
import { type ClientName, clientNames, type ProgramName } from '../compared-clients.ts'
import type { Row } from '../series.ts'
import { cell } from './format.ts'
import type { Verdict } from './verdicts.ts'

export interface Measured {
  section: string
  row: Row
}

export interface Run {
  measured: readonly Measured[]
  verdicts: readonly Verdict[]
  description: readonly string[]
  date: Date
  seconds: number
  isFull: boolean
}

export function formatResults({ measured, verdicts, description, date, seconds, isFull }: Run): string {
  const sections = [...new Set(measured.map(({ section }) => section))]
  const kind = isFull ? 'a full run' : 'a run of fewer rounds than a full one'
  return [
    '# What it costs',
    `Written by \`npm run bench\` on ${date.toISOString().slice(0, 10)}: ${kind}, all clients interleaved, ${Math.round(seconds / 60)} min.`,
    '<picture><source media="(prefers-color-scheme: dark)" srcset="results-dark.svg"><img alt="Our client beside its peers: size, start, calls per second, CPU per call" src="results-light.svg"></picture>',
    description.map((line) => `- ${line}`).join('\n'),
    `A cell is the median; after the dot, how it compares with the baseline of the row round by round (× is a ratio, + a difference), with the quartiles in brackets. More calls/s is better; of everything else, less is better. \`agents\` has no calls of its own: its client runs only inside a Durable Object (\`MCPClientManager must be installed with Lifecycle.use()\`) and calls \`official\` there. \`sdk-v1\` does not speak 2026-07-28, \`ai-sdk\` has no callback for progress, and where a cell is empty nothing was measured.`,
    ...sections.flatMap((section) => {
      const rows = measured.filter((one) => one.section === section).map(({ row }) => row)
      return [`## ${section}`, formatTable(rows)]
    }),
    ...(verdicts.length ? ['## Goals', formatVerdicts(verdicts)] : []),
    '',
  ].join('\n\n')
}

function formatTable(rows: readonly Row[]): string {
  const names = clientNames.filter((name) => rows.some((row) => cell(row, name)))
  const hasBaseline = rows.some((row) => !('cells' in row))
  const head = ['', 'unit', ...(hasBaseline ? ['baseline'] : []), ...names]
  const lines = rows.map((row) => [
    row.title,
    row.unit,
    ...(hasBaseline ? [baselineOf(row)] : []),
    ...cells(row, names),
  ])
  return [head, head.map(() => '---'), ...lines].map((columns) => `| ${columns.join(' | ')} |`).join('\n')
}

function cells(row: Row, names: readonly ClientName[]): string[] {
  const bold = (name: ProgramName, text: string) => (name === 'ours' && text && names.length > 1 ? `**${text}**` : text)
  return names.map((name) => bold(name, cell(row, name)))
}

function baselineOf(row: Row): string {
  if ('cells' in row) return ''
  return clientNames.includes(row.baseline as ClientName) ? row.baseline : `${row.baseline} ${cell(row, row.baseline)}`
}

function formatVerdicts(verdicts: readonly Verdict[]): string {
  const list = (reached: boolean) => verdicts.filter((verdict) => verdict.reached === reached)
  const lines = [...list(false), ...list(true)].map(
    ({ reached, text }) => `- ${reached ? 'reached' : '**missed**'}: ${text}`,
  )
  return lines.join('\n')
}
