/** The results as a table of servers and faults: what passed, and in brackets what failed (F) and is declared (D). */
import type { Combination } from './combinations.ts'
import type { Result } from './run.ts'

export function table(results: readonly Result[]): string[] {
  const servers = [...new Set(results.map(({ combination }) => rowOf(combination)))].sort()
  const faults = [...new Set(results.map(({ combination }) => combination.fault.name))].sort()
  const rows = servers.map((server) => [server, ...faults.map((fault) => cell(results, server, fault))])
  const all = [['', ...faults], ...rows]
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  return all.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

function cell(results: readonly Result[], server: string, fault: string): string {
  const own = results.filter(({ combination }) => rowOf(combination) === server && combination.fault.name === fault)
  const count = (verdict: Result['verdict']) => own.filter((result) => result.verdict === verdict).length
  const remarks = [count('failed') && `${count('failed')} F`, count('declared') && `${count('declared')} D`]
  const shown = remarks.filter(Boolean).join(', ')
  return own.length === 0 ? '-' : `${count('passed')}${shown && ` (${shown})`}`
}

/** The server, and where the client runs. */
export const rowOf = ({ mode, runtime }: Combination): string =>
  runtime === 'node' ? mode.name : `in ${runtime}: ${mode.name}`
