/** `prompts <url>`: lists the prompts of a server. */
import { showRows } from '../calls/show-list.ts'
import { cleanLine } from '../command/clean.ts'
import { cyan, dim } from '../command/output.ts'
import { jsonOption, type Verb } from '../command/verb.ts'
import { withClient } from '../connection/connect.ts'
import { connectionOptions } from '../connection/options.ts'
import { onlyUrl } from './only-url.ts'

export const verb: Verb = {
  usage: '<url>',
  about: 'Lists the prompts of a server with their arguments.',
  options: { ...jsonOption, ...connectionOptions },
  examples: ['prompts https://tools.example.com/mcp'],
  async run(invocation) {
    onlyUrl(invocation)
    const { output, values, signal } = invocation
    const prompts = await withClient(invocation, (client) => client.listPrompts({ signal }))
    if (values.json) return output.printJson(prompts)
    const rows = prompts.map(({ name, title, description, arguments: args = [] }) => ({
      name,
      title,
      description,
      details: args.map((argument) => [
        cyan(cleanLine(argument.name, 60)),
        argument.required ? '' : '  optional',
        dim(argument.description ? `  ${cleanLine(argument.description, 160)}` : ''),
      ]),
    }))
    showRows(output, rows, 'The server has no prompts.')
  },
}
