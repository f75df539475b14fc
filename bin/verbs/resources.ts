/** `resources <url>`: lists the resources and resource templates of a server. */
import { showRows } from '../calls/show-list.ts'
import { cleanLine } from '../command/clean.ts'
import { dim } from '../command/output.ts'
import { jsonOption, type Verb } from '../command/verb.ts'
import { withClient } from '../connection/connect.ts'
import { connectionOptions } from '../connection/options.ts'
import { onlyUrl } from './only-url.ts'

export const verb: Verb = {
  usage: '<url>',
  about: 'Lists the resources and resource templates of a server.',
  options: { ...jsonOption, ...connectionOptions },
  examples: ['resources https://tools.example.com/mcp'],
  async run(invocation) {
    onlyUrl(invocation)
    const { output, values, signal } = invocation
    const [resources, resourceTemplates] = await withClient(invocation, (client) =>
      Promise.all([client.listResources({ signal }), client.listResourceTemplates({ signal })]),
    )
    if (values.json) return output.printJson({ resources, resourceTemplates })
    const row = (
      address: string,
      { name, title, description, mimeType }: (typeof resources)[number] | (typeof resourceTemplates)[number],
    ) => ({
      name: address,
      title: title ?? name,
      description,
      details: mimeType ? [[dim(cleanLine(mimeType, 100))]] : [],
    })
    const rows = [
      ...resources.map((resource) => row(resource.uri, resource)),
      ...resourceTemplates.map((template) => row(template.uriTemplate, template)),
    ]
    showRows(output, rows, 'The server has no resources.')
  },
}
