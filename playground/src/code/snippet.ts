/** Generates a program that repeats what was done on the page. */
import type { Action } from '../state/calls.ts'
import type { GivenAnswer } from '../state/server-requests.ts'
import { parseHeaders, type Target } from '../state/target.ts'

export interface SnippetSource {
  target: Pick<Target, 'url' | 'transport' | 'version' | 'auth' | 'headers' | 'scope' | 'oauthDriver'>
  actions: readonly Action[]
  /** Answers to server requests, which become handlers. */
  answers?: readonly GivenAnswer[]
}

export function writeSnippet({ target, actions, answers = [] }: SnippetSource): string {
  const lines = [
    ...writeImports(target),
    '',
    ...writeSetup(target),
    ...writeAnswers(answers),
    `const client = await connect(${stringLiteral(target.url)}${writeOptions(target, answers)})`,
    ...(actions.length === 0 ? ['console.log(client.server.info, client.connection)'] : []),
    ...actions.flatMap((action, index) => writeAction(action, index === 0 ? '' : String(index + 1))),
    'await client.close()',
  ]
  return `${lines.join('\n')}\n`
}

function writeImports({ auth, oauthDriver }: SnippetSource['target']): string[] {
  const core = `import { connect } from 'mcp-over-fetch'`
  if (auth !== 'oauth') return [core]
  return [
    core,
    `import { oauth } from 'mcp-over-fetch/oauth'`,
    `import { ${oauthDriver} } from 'mcp-over-fetch/oauth/browser'`,
  ]
}

/** Placeholders instead of secrets, because code gets pasted anywhere. */
function writeSetup({ auth, url, scope, oauthDriver }: SnippetSource['target']): string[] {
  if (auth === 'bearer') return [`const token = 'your token'`]
  if (auth !== 'oauth') return []
  const options = [
    `server: ${stringLiteral(url)}`,
    `redirectUri: new URL('/callback.html', location.href).href`,
    `clientMetadata: { client_name: 'My application' }`,
    ...(scope ? [`scope: ${stringLiteral(scope)}`] : []),
  ]
  return [`const auth = oauth(${block(options)})`, `await auth.signIn(${oauthDriver}()) // inside a click`]
}

function writeOptions(
  { transport, version, auth, headers }: SnippetSource['target'],
  answers: SnippetSource['answers'],
): string {
  const options: string[] = []
  if (transport !== 'auto') options.push(`transport: ${stringLiteral(transport)}`)
  if (version !== 'auto') options.push(`versions: [${stringLiteral(version)}]`)
  const headerLines = [
    ...(auth === 'bearer' ? [`authorization: 'Bearer ' + token`] : []),
    ...Object.keys(parseHeaders(headers)).map((name) => `${propertyName(name)}: 'your value'`),
  ]
  if (headerLines.length > 0) options.push(`headers: { ${headerLines.join(', ')} }`)
  if (auth === 'oauth') options.push('fetch: auth.fetch')
  const handlers = Object.entries(answersByKind(answers ?? [])).map(([kind, results]) =>
    results.length === 1 ? `${kind}: () => (${literal(results[0])})` : `${kind}: () => ${kind}Answers.shift()`,
  )
  if (handlers.length > 0) options.push(`handlers: ${block(handlers)}`)
  return options.length === 0 ? '' : `, ${block(options)}`
}

/** Several answers of one kind are given one after the other, as they were here. */
function writeAnswers(answers: readonly GivenAnswer[]): string[] {
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

function writeAction(action: Action, suffix: string): string[] {
  const name = `result${suffix}`
  return [`const ${name} = await ${writeCall(action)}`, `console.log(${name})`]
}

function writeCall(action: Action): string {
  switch (action.kind) {
    case 'tool': {
      const callOptions = ['onProgress: ({ progress, total, message }) => console.log(progress, total, message)']
      return `client.callTool(${stringLiteral(action.name)}, ${literal(action.args)}, ${block(callOptions)})`
    }
    case 'resource':
      return `client.readResource(${stringLiteral(action.uri)})`
    case 'prompt':
      return `client.getPrompt(${stringLiteral(action.name)}, ${literal(action.args)})`
  }
}

function block(entries: readonly string[]): string {
  return `{\n${entries.map((entry) => `${indent(entry)},`).join('\n')}\n}`
}

function indent(lines: string): string {
  return lines.replaceAll(/^/gm, '  ')
}

/** A value as a literal: property names without quotes where possible, strings escaped. */
function literal(value: unknown): string {
  if (typeof value === 'string') return stringLiteral(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(JSON.stringify(value))
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  if (entries.length === 0) return '{}'
  const properties = entries.map(([key, entry]) => `${propertyName(key)}: ${literal(entry)}`)
  const line = `{ ${properties.join(', ')} }`
  return line.length <= 80 && !line.includes('\n') ? line : block(properties)
}

/** `__proto__: …` would set the prototype; a computed name defines a property. */
function propertyName(key: string): string {
  if (key === '__proto__') return `['__proto__']`
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : stringLiteral(key)
}

function stringLiteral(value: string): string {
  const body = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  // Line separators end a line in old engines; bidirectional marks make code look different from what it is.
  return `'${body.replaceAll(/[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, escapeCharacter)}'`
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
