/** What a test run prints: a line for each step as it ends, and at the end everything on one screen. */
import type { FinishedStep, FlakyTest } from './run-steps.ts'
import type { Outcome } from './step.ts'

const MAX_FAILURES = 20

export function describeEnd(step: FinishedStep): string {
  const counts = `${step.passed} passed, ${step.failed} failed`
  const head = `${step.failed > 0 ? '✗' : '✓'} ${step.name}: ${counts} in ${format(step.seconds)}`
  return [head, ...describeFailures(step)].join('\n')
}

export function summarize(
  finished: readonly FinishedStep[],
  flaky: readonly FlakyTest[],
  skipped: readonly string[],
  seconds: number,
): string[] {
  const width = Math.max(...finished.map(({ name }) => name.length), 0)
  const row = (name: string, ...cells: (string | number)[]) =>
    [name.padEnd(width), ...cells.map((cell) => `${cell}`.padStart(10))].join(' ')
  const rows = [...finished]
    .sort((one, other) => other.seconds - one.seconds)
    .map(({ name, passed, failed, seconds, notApplicable }) => {
      const note = notApplicable ? `  ${notApplicable} not applicable` : ''
      return row(name, passed, failed, format(seconds)) + note
    })
  const failures = finished.filter(({ failed }) => failed > 0)
  return [
    '',
    row('step', 'passed', 'failed', 'time'),
    ...rows,
    row('all', '', '', format(seconds)),
    ...section(`Skipped ${skipped.length - 1} steps`, skipped),
    ...section(
      'Flaky: failed, then passed when run alone',
      flaky.flatMap(({ name, text }) => [`~ ${name}`, ...indent(text, 30)]),
    ),
    ...section(
      'Failed',
      failures.flatMap((step) => [`${step.name}:`, ...describeFailures(step)]),
    ),
    '',
  ]
}

function describeFailures({ failed, failures = [], lines }: Outcome): string[] {
  if (failed === 0) return []
  const shown = failures.slice(0, MAX_FAILURES).flatMap(({ name, text }) => [`✗ ${name}`, ...indent(text, 60)])
  const more = failures.length > MAX_FAILURES ? [`… and ${failures.length - MAX_FAILURES} more`] : []
  return [...shown, ...more, ...lines].map((line) => `  ${line}`)
}

function indent(text: string, most: number): string[] {
  const lines = text.split('\n').slice(0, most)
  return lines.map((line) => `    ${line}`)
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? ['', title, ...lines.map((line) => `  ${line}`)] : []
}

function format(seconds: number): string {
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
