/** `prompt <url> <name> [key=value …]`: gets a prompt. */
import { splitPair } from '../calls/arguments.ts'
import { showProgress } from '../calls/progress.ts'
import { createQuestionHandlers } from '../calls/questions.ts'
import { countBinaries, createContentSink } from '../calls/show-content.ts'
import { cleanLine } from '../command/clean.ts'
import { CommandError, UsageError } from '../command/errors.ts'
import { didYouMean } from '../command/nearest.ts'
import { bold } from '../command/output.ts'
import { jsonOption, textOf, type Verb } from '../command/verb.ts'
import { withClient } from '../connection/connect.ts'
import { connectionOptions } from '../connection/options.ts'
import { parseServerUrl } from '../connection/server-url.ts'

export const verb: Verb = {
  usage: '<url> <name> [key=value …]',
  about: 'Gets a prompt and shows its messages.',
  options: {
    out: { type: 'text', value: '<path>', about: 'Save images, sounds and other binary content here' },
    ...jsonOption,
    ...connectionOptions,
  },
  examples: ['prompt http://localhost:3000/mcp review language=rust'],
  async run(invocation) {
    const { positionals, values, output, signal, env } = invocation
    const [url, name, ...pairs] = positionals
    parseServerUrl(url)
    if (name === undefined)
      throw new UsageError('expected the name of a prompt, got nothing; the verb prompts lists them')
    const args = Object.fromEntries(pairs.map(splitPair))
    const handlers = createQuestionHandlers(output, env)
    const result = await withClient(
      invocation,
      async (client) => {
        const prompts = await client.listPrompts({ signal })
        const prompt = prompts.find((known) => known.name === name)
        if (!prompt) {
          const names = prompts.map((known) => known.name)
          throw new CommandError(`the server has no prompt ${cleanLine(name, 80)}${didYouMean(name, names)}`)
        }
        const known = prompt.arguments?.map((argument) => argument.name) ?? []
        const unknown = Object.keys(args).find((key) => !known.includes(key))
        if (unknown !== undefined) {
          const taken =
            known.length === 0 ? '. The prompt takes none' : `. The prompt takes ${known.slice(0, 12).join(', ')}`
          throw new UsageError(`there is no argument ${cleanLine(unknown, 80)}${didYouMean(unknown, known) || taken}`)
        }
        const missing = prompt.arguments?.find((argument) => argument.required && !Object.hasOwn(args, argument.name))
        if (missing) throw new UsageError(`${cleanLine(missing.name, 80)}: is required`)
        return client.getPrompt(name, args, { signal, ...showProgress(output) })
      },
      handlers ? { handlers } : {},
    )
    if (values.json) return output.printJson(result)
    const blocks = result.messages.map(({ content }) => content)
    const sink = createContentSink({ output, out: textOf(values, 'out'), binaries: countBinaries(blocks) })
    for (const { role, content } of result.messages) {
      output.print(bold(`${cleanLine(role, 40)}:`))
      await sink.block(content)
    }
  },
}
