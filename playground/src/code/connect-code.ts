/** The parts that all generated programs share: imports, sign-in, and the options of the connection. */
import type { GivenAnswer } from '../state/server-requests.ts'
import { parseHeaders } from '../state/target.ts'
import { block, indent, literal, propertyName, stringLiteral } from './literal.ts'
import type { CodeAction, CodeSource } from './source.ts'

type CodeTarget = CodeSource['target']

export function writeAuthImports({ auth, oauthDriver }: CodeTarget): string[] {
  if (auth !== 'oauth') return []
  return [
    `import { oauth } from 'mcp-over-fetch/oauth'`,
    `import { ${oauthDriver} } from 'mcp-over-fetch/oauth/browser'`,
  ]
}

/** Placeholders instead of secrets, because code gets pasted anywhere. */
export function writeAuth({ auth, url, scope }: CodeTarget): string[] {
  if (auth === 'bearer') return [`const token = 'your token'`]
  if (auth !== 'oauth') return []
  const options = [
    `server: ${stringLiteral(url)}`,
    `redirectUri: new URL('/callback.html', location.href).href`,
    `clientMetadata: { client_name: 'My application' }`,
    ...(scope ? [`scope: ${stringLiteral(scope)}`] : []),
  ]
  return [`const auth = oauth(${block(options)})`]
}

/** The options of `connect()`, one entry each. */
export function connectOptions({ transport, version, auth, headers }: CodeTarget): string[] {
  const options: string[] = []
  if (transport !== 'auto') options.push(`transport: ${stringLiteral(transport)}`)
  if (version !== 'auto') options.push(`versions: [${stringLiteral(version)}]`)
  const headerLines = [
    ...(auth === 'bearer' ? [`authorization: 'Bearer ' + token`] : []),
    ...Object.keys(parseHeaders(headers)).map((name) => `${propertyName(name)}: 'your value'`),
  ]
  if (headerLines.length > 0) options.push(`headers: { ${headerLines.join(', ')} }`)
  return options
}

/** The handlers that answer as the person did. */
export function handlerOptions(answers: readonly GivenAnswer[] = []): string[] {
  const handlers = Object.entries(answersByKind(answers)).map(([kind, results]) =>
    results.length === 1 ? `${kind}: () => (${literal(results[0])})` : `${kind}: () => ${kind}Answers.shift()`,
  )
  return handlers.length > 0 ? [`handlers: ${block(handlers)}`] : []
}

/** Several answers of one kind are given one after the other, as they were here. */
export function writeAnswers(answers: readonly GivenAnswer[] = []): string[] {
  return Object.entries(answersByKind(answers)).flatMap(([kind, results]) =>
    results.length === 1
      ? []
      : [`const ${kind}Answers = [\n${results.map((result) => `${indent(literal(result))},`).join('\n')}\n]`],
  )
}

function answersByKind(answers: readonly GivenAnswer[]): Record<string, unknown[]> {
  const byKind: Record<string, unknown[]> = {}
  for (const { kind, result } of answers) {
    byKind[kind] ??= []
    byKind[kind].push(result)
  }
  return byKind
}

export const listMethods = { tools: 'listTools', resources: 'listResources', prompts: 'listPrompts' } as const

/** The call of a client's method. `callOptions` are those of a tool call. */
export function writeRequest(
  action: Exclude<CodeAction, { kind: 'listen' }>,
  client = 'client',
  callOptions: readonly string[] = [],
): string {
  switch (action.kind) {
    case 'tool': {
      const options = callOptions.length > 0 ? `, ${block(callOptions)}` : ''
      return `${client}.callTool(${stringLiteral(action.name)}, ${literal(action.args)}${options})`
    }
    case 'resource':
      return `${client}.readResource(${stringLiteral(action.uri)})`
    case 'prompt':
      return `${client}.getPrompt(${stringLiteral(action.name)}, ${literal(action.args)})`
    case 'list':
      return `${client}.${listMethods[action.list]}()`
  }
}

/** What `listen()` takes. */
export function writeFilter(watched: readonly string[]): string {
  return literal({
    toolsListChanged: true,
    promptsListChanged: true,
    resourcesListChanged: true,
    ...(watched.length > 0 && { resourceSubscriptions: [...watched] }),
  })
}
