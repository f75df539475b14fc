/** Generates a program that repeats what was done on the page. */
import {
  connectOptions,
  handlerOptions,
  writeAnswers,
  writeAuth,
  writeAuthImports,
  writeFilter,
  writeRequest,
} from './connect-code.ts'
import { block, stringLiteral } from './literal.ts'
import type { CodeAction, CodeSource } from './source.ts'

export type SnippetSource = CodeSource

export function writeSnippet({ target, actions, answers = [], types }: CodeSource): string {
  const { auth, url, oauthDriver } = target
  const options = [
    ...connectOptions(target),
    ...(auth === 'oauth' ? ['fetch: auth.fetch'] : []),
    ...handlerOptions(answers),
  ]
  const lines = [
    `import { connect } from 'mcp-over-fetch'`,
    ...writeAuthImports(target),
    ...(types ? [`import type { ${types.name} } from './${types.file}'`] : []),
    '',
    ...writeAuth(target),
    ...(auth === 'oauth' ? [`await auth.signIn(${oauthDriver}()) // inside a click`] : []),
    ...writeAnswers(answers),
    `const client = await connect${types ? `<${types.name}>` : ''}(${stringLiteral(url)}${options.length > 0 ? `, ${block(options)}` : ''})`,
    ...(actions.length === 0 ? ['console.log(client.server.info, client.connection)'] : []),
    ...actions.flatMap((action, index) => writeAction(action, index === 0 ? '' : String(index + 1))),
    'await client.close()',
  ]
  return `${lines.join('\n')}\n`
}

function writeAction(action: CodeAction, suffix: string): string[] {
  if (action.kind === 'listen') {
    return [
      `for await (const change of client.listen(${writeFilter(action.watched)})) {`,
      '  console.log(change)',
      `  if (change.type !== 'subscribed') break`,
      '}',
    ]
  }
  const name = `result${suffix}`
  const callOptions = ['onProgress: ({ progress, total, message }) => console.log(progress, total, message)']
  return [`const ${name} = await ${writeRequest(action, 'client', callOptions)}`, `console.log(${name})`]
}
