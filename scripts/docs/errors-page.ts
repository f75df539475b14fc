/** docs/errors.md: the mistakes of the scenarios, with the errors that they cause. */
import { mistakes } from '../../test/scenarios/errors/mistakes/index.ts'
import type { Message, Mistake } from '../../test/scenarios/errors/mistakes/mistake.ts'
import { remedies } from './error-remedies.ts'

export const ERRORS_PAGE = 'docs/errors.md'

const START = '<!-- The tables of messages, written by `npm run docs:errors` -->'

/** The page with the tables after its mark; throws if that is missing. */
export function withErrors(page: string): string {
  const start = page.indexOf(START)
  if (start < 0) throw new Error(`${ERRORS_PAGE} needs the line ${START}`)
  return `${page.slice(0, start + START.length)}\n\n${formatErrors()}`
}

export function formatErrors(): string {
  const sections = Object.entries(mistakes).map(([title, rows]) => [`## ${title}`, '', ...toTable(rows)].join('\n'))
  return `${sections.join('\n\n')}\n`
}

/** Where the messages themselves say what to do, as those about arguments, there is no column for it. */
function toTable(rows: readonly Mistake[]): string[] {
  const hasRemedies = rows.some(({ mistake }) => mistake in remedies)
  const head = ['Mistake', 'Message', '`code`', '`delivery`', ...(hasRemedies ? ['Fix'] : [])]
  const lines = rows.flatMap((row) => toRows(row, hasRemedies))
  return [`| ${head.join(' | ')} |`, `|${head.map(() => '---|').join('')}`, ...lines]
}

function toRows({ mistake, message, code, delivery }: Mistake, hasRemedies: boolean): string[] {
  const remedy = hasRemedies ? ` ${remedies[mistake] ?? ''} |` : ''
  const none = hasRemedies ? '  |' : ''
  const facts = [code, delivery].map((fact) => (fact ? `\`${fact}\`` : '')).join(' | ')
  const [first, ...others] = messagesOf(message)
  return [
    `| ${mistake} | ${cell(first!.text)} | ${facts} |${remedy}`,
    ...others.map(({ text, runtimes }) => `| … in ${runtimes.join(', ')} | ${cell(text)} | ${facts} |${none}`),
  ]
}

/** The distinct messages, that of Node first, with the runtimes that differ from it. */
function messagesOf(message: Message): { text: string; runtimes: string[] }[] {
  const byRuntime = typeof message === 'string' ? { node: message } : message
  const found = new Map<string, string[]>()
  for (const [runtime, text] of Object.entries(byRuntime)) found.set(text, [...(found.get(text) ?? []), runtime])
  return [...found].map(([text, runtimes]) => ({ text, runtimes }))
}

const cell = (text: string) => `\`${text.replaceAll('|', '\\|')}\``
