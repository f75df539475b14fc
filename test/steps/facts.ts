/** Formats what the probes observed in the engines as the table of docs/engines.md. */
import type { Result } from '../runtimes/runtime.ts'

export interface Seen {
  runtime: string
  version: string
  results: readonly Result[]
}

/** One row per observation and value, with the engines that have it. */
export function formatFacts(seen: readonly Seen[]): string[] {
  const questions = new Map<string, Map<string, string[]>>()
  for (const { runtime, results } of seen) {
    for (const [question, answer] of results.flatMap((result) => Object.entries(result.notes ?? {}))) {
      const answers = questions.get(question) ?? new Map<string, string[]>()
      answers.set(answer, [...(answers.get(answer) ?? []), runtime])
      questions.set(question, answers)
    }
  }
  const rows = [...questions].flatMap(([question, answers]) =>
    [...answers].map(([answer, runtimes], index) => {
      const who = runtimes.length === seen.length ? 'all' : runtimes.join(', ')
      return `| ${index === 0 ? question : ''} | ${answer.replaceAll('|', '\\|')} | ${who} |`
    }),
  )
  const versions = seen.map(({ runtime, version }) => `${runtime} ${version}`)
  return [versions.join(', '), '', '| what | seen | where |', '| --- | --- | --- |', ...rows]
}
