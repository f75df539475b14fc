/** The code that does what was just done on the page. */
import type { Action } from '../state/calls.ts'
import type { Target } from '../state/target.ts'

export interface Done {
  target: Pick<Target, 'url' | 'transport' | 'version' | 'auth' | 'headers' | 'scope' | 'oauthWay'>
  actions: readonly Action[]
  /** What the person answered meanwhile. */
  answers?: readonly { kind: string; answer: unknown }[]
}

export function writeSnippet({ target, actions, answers = [] }: Done): string {
  const lines = [
    ...imports(target),
    '',
    ...preparation(target),
    `const client = await connect(${text(target.url)}${options(target, answers)})`,
    ...(actions.length === 0 ? ['console.log(client.server.info, client.connection)'] : []),
    ...actions.flatMap((action, index) => perform(action, index === 0 ? '' : String(index + 1))),
    'await client.close()',
  ]
  return `${lines.join('\n')}\n`
}

function imports({ auth, oauthWay }: Done['target']): string[] {
  const core = `import { connect } from 'mcp-over-fetch'`
  if (auth !== 'oauth') return [core]
  return [
    core,
    `import { oauth } from 'mcp-over-fetch/oauth'`,
    `import { ${oauthWay} } from 'mcp-over-fetch/oauth/browser'`,
  ]
}

/** Secrets stay out: what is copied from here may be pasted anywhere. */
function preparation({ auth, url, scope, oauthWay }: Done['target']): string[] {
  if (auth === 'bearer') return [`const token = 'your token'`]
  if (auth !== 'oauth') return []
  const given = [
    `server: ${text(url)}`,
    `redirectUri: new URL('/callback.html', location.href).href`,
    `clientMetadata: { client_name: 'My application' }`,
    ...(scope ? [`scope: ${text(scope)}`] : []),
  ]
  return [`const auth = oauth(${block(given)})`, `await auth.signIn(${oauthWay}()) // inside a click`]
}

function options({ transport, version, auth, headers }: Done['target'], answers: Done['answers']): string {
  const given: string[] = []
  if (transport !== 'auto') given.push(`transport: ${text(transport)}`)
  if (version !== 'auto') given.push(`versions: [${text(version)}]`)
  if (auth === 'bearer') given.push(`headers: { authorization: 'Bearer ' + token }`)
  if (auth === 'headers')
    given.push(`headers: ${object(Object.fromEntries(headerNames(headers).map((name) => [name, 'your value'])))}`)
  if (auth === 'oauth') given.push('fetch: auth.fetch')
  const handlers = Object.entries(Object.fromEntries((answers ?? []).map(({ kind, answer }) => [kind, answer])))
  if (handlers.length > 0)
    given.push(`handlers: ${block(handlers.map(([kind, answer]) => `${kind}: () => (${object(answer)})`))}`)
  return given.length === 0 ? '' : `, ${block(given)}`
}

function perform(action: Action, suffix: string): string[] {
  const name = `result${suffix}`
  return [`const ${name} = await ${call(action)}`, `console.log(${name})`]
}

function call(action: Action): string {
  switch (action.kind) {
    case 'tool': {
      const watch = ['onProgress: ({ progress, total, message }) => console.log(progress, total, message)']
      return `client.callTool(${text(action.name)}, ${object(action.args)}, ${block(watch)})`
    }
    case 'resource':
      return `client.readResource(${text(action.uri)})`
    case 'prompt':
      return `client.getPrompt(${text(action.name)}, ${object(action.args)})`
  }
}

function headerNames(lines: string): string[] {
  return lines.split('\n').flatMap((line) => /^\s*([^:\s]+)\s*:/.exec(line)?.[1] ?? [])
}

function block(entries: readonly string[]): string {
  return `{\n${entries.map((entry) => `${indent(entry)},`).join('\n')}\n}`
}

function indent(lines: string): string {
  return lines.replaceAll(/^/gm, '  ')
}

/** As a program writes it: names without quotes where they need none, and quotes that no text can leave. */
function object(value: unknown): string {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return `[${value.map(object).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(JSON.stringify(value))
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  if (entries.length === 0) return '{}'
  const written = entries.map(([key, entry]) => `${name(key)}: ${object(entry)}`)
  const line = `{ ${written.join(', ')} }`
  return line.length <= 80 && !line.includes('\n') ? line : block(written)
}

/** `__proto__: …` would set the prototype; in brackets it is a name like any other. */
function name(key: string): string {
  if (key === '__proto__') return `['__proto__']`
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : text(key)
}

function text(value: string): string {
  const body = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  // Line separators end a line in old engines, and directions can make code look like other code.
  return `'${body.replaceAll(/[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, escapeCharacter)}'`
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
