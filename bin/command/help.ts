/** The help of the command and of each verb. */
import { verbs } from '../verbs.ts'
import { commonOptions, type Verb } from './verb.ts'

const GENERAL = [
  ['--help', 'Show this text; after a verb, its options'],
  ['--version', 'Print the version'],
] as const

export function formatHelp(): string {
  const width = Math.max(...verbs.map(({ name }) => name.length), ...GENERAL.map(([name]) => name.length))
  return [
    'Usage: mcp-over-fetch [url]',
    '       mcp-over-fetch <verb> [arguments] [options]',
    '',
    'An inspector for MCP servers over HTTP, an examiner for CI, and curl for MCP.',
    'Without a verb it opens the inspector, as inspect does.',
    '',
    'Verbs:',
    ...verbs.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`),
    '',
    'Options:',
    ...GENERAL.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`),
    '',
    'Exit codes: 0 success, 1 failure or finding, 2 wrong arguments, 130 interrupted',
  ].join('\n')
}

export function formatVerbHelp(name: string, { usage, about, options, examples = [] }: Verb): string {
  const rows = Object.entries({ ...options, ...commonOptions }).map(([option, { value, short, about: text }]) => {
    const names = `${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`
    return [names, text] as const
  })
  const width = Math.max(...rows.map(([names]) => names.length))
  return [
    `Usage: mcp-over-fetch ${name} ${usage}`.trimEnd(),
    '',
    about,
    '',
    'Options:',
    ...rows.map(([names, text]) => `  ${names.padEnd(width)}  ${wrap(text, width + 4)}`),
    ...(examples.length > 0 ? ['', 'Examples:', ...examples.map((line) => `  mcp-over-fetch ${line}`)] : []),
  ].join('\n')
}

const LINE = 120

/** Breaks a text at blanks; further lines begin below the first one. */
function wrap(text: string, indent: number): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1)!
    if (last !== '' && indent + last.length + word.length >= LINE) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.join(`\n${' '.repeat(indent)}`)
}
