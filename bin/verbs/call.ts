/** `call <url> <tool> [key=value …]`: calls a tool and shows its result. */
import { addPairs, readJsonArguments } from '../calls/arguments.ts'
import { showProgress } from '../calls/progress.ts'
import { createQuestionHandlers } from '../calls/questions.ts'
import { findProblems, type Schema } from '../calls/schema.ts'
import { countBinaries, createContentSink } from '../calls/show-content.ts'
import { cleanLine } from '../command/clean.ts'
import { CommandError, EXIT, InterruptedError, UsageError } from '../command/errors.ts'
import { didYouMean } from '../command/nearest.ts'
import { red } from '../command/output.ts'
import { jsonOption, textOf, type Verb } from '../command/verb.ts'
import { withClient } from '../connection/connect.ts'
import { connectionOptions } from '../connection/options.ts'
import { parseServerUrl } from '../connection/server-url.ts'

export const verb: Verb = {
  usage: '<url> <tool> [key=value …]',
  about:
    'Calls a tool. Values get the types that the input schema has: numbers, booleans, lists (a,b or repeated keys),\n' +
    'JSON, and paths into objects (address.city=Berlin). A tool that reports an error has exit code 1.',
  options: {
    args: { type: 'text', value: '<json>', about: "Arguments as JSON: '{…}', @file, or - for stdin" },
    out: { type: 'text', value: '<path>', about: 'Save images, sounds and other binary content here' },
    'no-check': { type: 'flag', about: 'Send arguments that do not fit the input schema' },
    ...jsonOption,
    ...connectionOptions,
  },
  examples: [
    'call http://localhost:3000/mcp add a=1 b=2',
    'call http://localhost:3000/mcp search --args \'{"query":"cats"}\'',
    'call http://localhost:3000/mcp screenshot --out page.png',
  ],
  async run(invocation) {
    const { positionals, values, output, signal, env } = invocation
    const [url, name, ...pairs] = positionals
    parseServerUrl(url)
    if (name === undefined) throw new UsageError('expected the name of a tool, got nothing; the verb tools lists them')
    const given = await readJsonArguments(textOf(values, 'args'))
    const handlers = createQuestionHandlers(output, env)
    const result = await withClient(
      invocation,
      async (client) => {
        const tools = await client.listTools({ signal })
        const tool = tools.find((known) => known.name === name)
        if (!tool) {
          const names = tools.map((known) => known.name)
          throw new CommandError(`the server has no tool ${cleanLine(name, 80)}${didYouMean(name, names)}`)
        }
        const schema = (tool.inputSchema ?? {}) as Schema
        const args = addPairs(given, pairs, schema)
        const [problem] = values['no-check'] ? [] : findProblems(args, schema)
        if (problem) throw new UsageError(`${problem.path || 'the arguments'}: ${problem.reason}`)
        return client.callTool(name, args, { signal, ...showProgress(output) }).catch((reason: unknown) => {
          if (signal.aborted) throw new InterruptedError('Canceled; the server was told')
          throw reason
        })
      },
      handlers ? { handlers } : {},
    )
    if (values.json) output.printJson(result)
    else {
      const content = Array.isArray(result.content) ? result.content : []
      const sink = createContentSink({ output, out: textOf(values, 'out'), binaries: countBinaries(content) })
      if (result.isError) output.note(red('The tool reported an error:'))
      for (const block of content) await sink.block(block)
      if (content.length === 0 && result.structuredContent !== undefined)
        output.print(JSON.stringify(result.structuredContent, undefined, 2))
      if (content.length === 0 && result.structuredContent === undefined) output.note('The result is empty.')
    }
    return result.isError ? EXIT.failed : EXIT.ok
  },
}
