/** The command `mcp-over-fetch`: finds the verb, runs it, and turns every failure into one line and an exit code. */
import { readFileSync } from 'node:fs'
import { cleanLine } from './command/clean.ts'
import { EXIT, InterruptedError, UsageError } from './command/errors.ts'
import { formatHelp, formatVerbHelp } from './command/help.ts'
import { didYouMean } from './command/nearest.ts'
import { createOutput } from './command/output.ts'
import { parseArguments } from './command/parse.ts'
import { isProgram, STDIO } from './connection/server-url.ts'
import { type VerbRow, verbs } from './verbs.ts'

const { argv, stdout, stderr, env } = process
const output = createOutput({ stdout, stderr, env })
const interrupted = new AbortController()
let used: VerbRow | undefined

// A reader such as `head` may leave early; that is no failure.
for (const stream of [stdout, stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failed))

process.exitCode = await run(argv.slice(2)).catch(report)
// What is still open, such as a stream of the server, must not keep the process; a slow reader of its output does.
stdout.write('', () => stderr.write('', () => process.exit()))

async function run(args: string[]): Promise<number> {
  const [first] = args
  if (first === '--version') return print(readVersion())
  if (first === '--help' || first === '-h' || (first === 'help' && args.length === 1)) return print(formatHelp())
  const [row, rest] = first === 'help' ? [findVerb(args[1]!), ['--help']] : chooseVerb(args)
  used = row
  const { verb } = await row.load()
  const { values, positionals } = parseArguments(rest, verb.options)
  if (values.help) return print(formatVerbHelp(row.name, verb))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // The second one ends the process, whatever it is doing.
      if (interrupted.signal.aborted) process.exit(EXIT.interrupted)
      interrupted.abort(new InterruptedError('Canceled'))
    })
  }
  return (await verb.run({ values, positionals, output, signal: interrupted.signal, env })) ?? EXIT.ok
}

/** A URL, an option or nothing at the place of the verb: the inspector. */
function chooseVerb(args: string[]): [VerbRow, string[]] {
  const [first] = args
  // Its own options, such as -y, are none of ours.
  if (first !== undefined && isProgram(first)) throw new UsageError(STDIO)
  if (first === undefined || first.startsWith('-') || /[:/.]/.test(first)) return [findVerb('inspect'), args]
  return [findVerb(first), args.slice(1)]
}

function findVerb(name: string): VerbRow {
  const row = verbs.find((known) => known.name === name)
  if (row) return row
  const names = verbs.map((known) => known.name)
  throw new UsageError(`unknown verb ${cleanLine(name, 40)}${didYouMean(name, names)}`)
}

function print(text: string): number {
  output.print(text)
  return EXIT.ok
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

async function report(error: unknown): Promise<number> {
  const { describeFailure } = await import('./command/describe-failure.ts')
  const { line, advice, code } = describeFailure(error, used?.name)
  output.note(`mcp-over-fetch: ${line}`)
  if (advice !== undefined) output.note(advice)
  if (argv.includes('--verbose') && error instanceof Error && code !== EXIT.usage) output.note(error.stack ?? '')
  return code
}
