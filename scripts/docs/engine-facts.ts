/** The table of docs/engines.md: what the probes observed, with the engines that have it. */
import { columns } from '../../test/runtimes/columns.ts'
import type { ColumnOutcome } from '../../test/runtimes/run-column.ts'

export async function formatFacts(steps: readonly object[]): Promise<string[]> {
  const seen = (steps as (Partial<ColumnOutcome> & { name: string })[]).flatMap(({ name, results }) => {
    return results ? [{ runtime: name.split(' ').at(-1)!, results }] : []
  })
  const questions = new Map<string, Map<string, string[]>>()
  for (const { runtime, results } of seen) {
    for (const [question, answer] of results.flatMap(({ notes }) => Object.entries(notes ?? {}))) {
      const answers = questions.get(question) ?? new Map<string, string[]>()
      questions.set(question, answers.set(answer, [...(answers.get(answer) ?? []), runtime]))
    }
  }
  const rows = [...questions].flatMap(([question, answers]) =>
    [...answers].map(([answer, runtimes], index) => {
      const who = runtimes.length === seen.length ? 'all' : runtimes.join(', ')
      return `| ${index === 0 ? question : ''} | ${answer.replaceAll('|', '\\|')} | ${who} |`
    }),
  )
  const versions: string[] = []
  for (const { runtime } of seen) {
    versions.push(`${runtime} ${await columns.find(({ name }) => name === runtime)!.version()}`)
  }
  return ['', versions.join(', '), '', '| Observation | Value | Engines |', '| --- | --- | --- |', ...rows]
}
