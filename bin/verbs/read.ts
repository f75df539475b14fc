/** `read <url> <uri>`: reads a resource. */

import { showProgress } from '../calls/progress.ts'
import { createQuestionHandlers } from '../calls/questions.ts'
import { countBinaries, createContentSink } from '../calls/show-content.ts'
import { UsageError } from '../command/errors.ts'
import { jsonOption, textOf, type Verb } from '../command/verb.ts'
import { withClient } from '../connection/connect.ts'
import { connectionOptions } from '../connection/options.ts'
import { parseServerUrl } from '../connection/server-url.ts'

export const verb: Verb = {
  usage: '<url> <uri>',
  about: 'Reads a resource by its URI. Variables of a template are filled in by you.',
  options: {
    out: { type: 'text', value: '<path>', about: 'Save binary content here' },
    ...jsonOption,
    ...connectionOptions,
  },
  examples: ['read http://localhost:3000/mcp file:///notes.txt'],
  async run(invocation) {
    const { positionals, values, output, signal, env } = invocation
    const [url, uri, ...others] = positionals
    parseServerUrl(url)
    if (uri === undefined)
      throw new UsageError("expected the resource's URI, got nothing; the verb resources lists them")
    if (others.length > 0) throw new UsageError(`expected one URI, got ${others.length + 1}`)
    const handlers = createQuestionHandlers(output, env)
    const result = await withClient(
      invocation,
      (client) => client.readResource(uri, { signal, ...showProgress(output) }),
      handlers ? { handlers } : {},
    )
    if (values.json) return output.printJson(result)
    const binaries = countBinaries(result.contents)
    const sink = createContentSink({ output, out: textOf(values, 'out'), binaries })
    for (const contents of result.contents) await sink.resource(contents)
  },
}
