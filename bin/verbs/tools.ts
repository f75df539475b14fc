/** `tools <url>`: lists the tools of a server. */
import { describeArguments, showRows } from '../calls/show-list.ts'
import { jsonOption, type Verb } from '../command/verb.ts'
import { withClient } from '../connection/connect.ts'
import { connectionOptions } from '../connection/options.ts'
import { onlyUrl } from './only-url.ts'

export const verb: Verb = {
  usage: '<url>',
  about: 'Lists the tools of a server with their arguments.',
  options: { ...jsonOption, ...connectionOptions },
  examples: ['tools https://tools.example.com/mcp', 'tools http://localhost:3000/mcp --json'],
  async run(invocation) {
    onlyUrl(invocation)
    const tools = await withClient(invocation, (client) => client.listTools({ signal: invocation.signal }))
    const { output, values } = invocation
    if (values.json) return output.printJson(tools)
    const rows = tools.map(({ name, title, description, annotations, inputSchema }) => ({
      name,
      title: title ?? annotations?.title,
      description,
      details: describeArguments(inputSchema),
    }))
    showRows(output, rows, 'The server has no tools.')
  },
}
