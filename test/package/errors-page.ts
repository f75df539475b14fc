/** docs/errors.md: the mistakes of the scenarios, with the errors that they cause. */
import { mistakes } from '../scenarios/errors/mistakes/index.ts'
import type { Message, Mistake } from '../scenarios/errors/mistakes/mistake.ts'

export const ERRORS_PAGE = 'docs/errors.md'

const introduction = `# Errors

The mistakes that people make and the situations that they meet, each with the message of the error, its \`code\` and its
\`delivery\`: whether the server may have executed the request. A row without a code is a \`TypeError\` for a wrong argument,
or an error of the application itself, which passes unchanged. Where the words of the runtime are part of a message, they
are those of Node; other runtimes follow.

Every row is a scenario in \`test/scenarios/errors/mistakes\`, and \`npm run docs:errors\` writes this page again.`

export function formatErrors(): string {
  const sections = Object.entries(mistakes).map(([title, rows]) =>
    [
      `## ${title}`,
      '',
      '| mistake | message | `code` | `delivery` |',
      '|---|---|---|---|',
      ...rows.flatMap(toRows),
    ].join('\n'),
  )
  return `${[introduction, ...sections].join('\n\n')}\n`
}

function toRows({ mistake, message, code, delivery }: Mistake): string[] {
  const facts = [code, delivery].map((fact) => (fact ? `\`${fact}\`` : '')).join(' | ')
  const [first, ...others] = messagesOf(message)
  return [
    `| ${mistake} | ${cell(first!.text)} | ${facts} |`,
    ...others.map(({ text, runtimes }) => `| … in ${runtimes.join(', ')} | ${cell(text)} | ${facts} |`),
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
