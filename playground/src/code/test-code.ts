/** Generates a test with `mcp-over-fetch/testing` that reproduces what was done on the page, without the server. */
import { type AnyMcpError, isMcpError, type RpcError } from 'mcp-over-fetch'
import type { CallOutcome } from '../state/calls.ts'
import { handlerOptions, writeAnswers, writeFilter, writeRequest } from './connect-code.ts'
import { block, indent, literal, propertyName, stringLiteral } from './literal.ts'
import type { CodeAction, CodeSource } from './source.ts'

/** Larger results are not written into the code. */
const MAX_RESULT = 20_000

/** The mock server offers exactly what was used, with the results that came. */
export function writeTest({ target, actions, answers = [], outcomes = [] }: CodeSource): string {
  const { auth, version, transport } = target
  const isSignedIn = auth === 'oauth'
  const server = [
    ...(version === 'auto' ? [] : [`versions: [${stringLiteral(version)}]`]),
    ...(transport === 'sse' ? [`transport: 'http+sse'`] : []),
    ...(isSignedIn ? ['auth: authorizationServer()'] : []),
    ...contentOf(actions, outcomes),
  ]
  const options = [isSignedIn ? 'fetch: auth.fetch' : 'fetch: server.fetch', ...handlerOptions(answers)]
  const body = [
    `const server = createMockServer(${server.length > 0 ? block(server) : ''})`,
    ...(isSignedIn ? SIGN_IN : []),
    ...writeAnswers(answers),
    `const client = await connect(server.url, ${options.length === 1 ? `{ ${options[0]} }` : block(options)})`,
    ...(actions.length === 0 ? [`assert.equal(client.connection.status, 'connected')`] : []),
    ...actions.flatMap((action, index) => writeStep(action, outcomes[index], index === 0 ? '' : String(index + 1))),
    'await client.close()',
  ]
  const lines = [
    `import assert from 'node:assert/strict'`,
    `import { test } from 'node:test'`,
    `import { connect } from 'mcp-over-fetch'`,
    ...(isSignedIn ? [`import { oauth } from 'mcp-over-fetch/oauth'`] : []),
    `import { ${isSignedIn ? 'authorizationServer, ' : ''}createMockServer } from 'mcp-over-fetch/testing'`,
    '',
    `test(${stringLiteral(titleOf(actions))}, async () => {`,
    ...body.map((line) => indent(line)),
    '})',
  ]
  return `${lines.join('\n')}\n`
}

const SIGN_IN = [
  `const auth = oauth({ server: server.url, redirectUri: 'https://app.example/callback', fetch: server.fetch })`,
  '// Signs in as a browser would, without a person.',
  'await auth.signIn(async (url) => {',
  `  const { headers } = await server.fetch(url, { redirect: 'manual' })`,
  `  return new URL(headers.get('location')!).searchParams`,
  '})',
]

export function titleOf(actions: readonly CodeAction[]): string {
  const names = actions.map((action) => {
    if (action.kind === 'tool') return `calls ${action.name}`
    if (action.kind === 'resource') return `reads ${action.uri}`
    if (action.kind === 'prompt') return `gets ${action.name}`
    return action.kind === 'list' ? `lists ${action.list}` : 'listens to changes'
  })
  return (names.join(', ') || 'connects').slice(0, 100)
}

function contentOf(actions: readonly CodeAction[], outcomes: CodeSource['outcomes'] = []): string[] {
  const tools = new Map<string, string>()
  const resources = new Map<string, string>()
  const prompts = new Map<string, string>()
  for (const [index, action] of actions.entries()) {
    const result = resultOf(outcomes[index])
    if (action.kind === 'tool') tools.set(action.name, toolCode(outcomes[index]))
    if (action.kind === 'resource') resources.set(action.uri, resourceCode(result))
    if (action.kind === 'prompt') prompts.set(action.name, `{ get: ${literal(result?.messages ?? 'a message')} }`)
    if (action.kind === 'list') {
      for (const name of (action.names ?? []).slice(0, 20)) {
        if (action.list === 'tools') tools.set(name, `{ run: () => 'a result' }`)
        if (action.list === 'resources') resources.set(name, `{ read: 'a text' }`)
        if (action.list === 'prompts') prompts.set(name, `{ get: 'a message' }`)
      }
    }
  }
  const write = (name: string, entries: Map<string, string>) =>
    entries.size === 0 ? [] : [`${name}: ${block([...entries].map(([key, code]) => `${propertyName(key)}: ${code}`))}`]
  return [...write('tools', tools), ...write('resources', resources), ...write('prompts', prompts)]
}

export function resultOf(outcome: CallOutcome | undefined): Record<string, unknown> | undefined {
  const result = outcome !== undefined && outcome !== 'stopped' && 'result' in outcome ? outcome.result : undefined
  return result && JSON.stringify(result).length <= MAX_RESULT ? ({ ...result } as Record<string, unknown>) : undefined
}

export function errorOf(outcome: CallOutcome | undefined): AnyMcpError | undefined {
  const error = outcome !== undefined && outcome !== 'stopped' && 'error' in outcome ? outcome.error : undefined
  return isMcpError(error) ? error : undefined
}

function rpcErrorOf(outcome: CallOutcome | undefined): RpcError | undefined {
  const error = errorOf(outcome)
  return error?.code === 'rpc' ? error : undefined
}

function toolCode(outcome: CallOutcome | undefined): string {
  const error = rpcErrorOf(outcome)
  if (error) {
    const { rpcCode, message } = error
    return `{\n  run: () => {\n    throw Object.assign(new Error(${stringLiteral(message)}), { code: ${rpcCode} })\n  },\n}`
  }
  const { content, structuredContent, isError } = resultOf(outcome) ?? { content: [{ type: 'text', text: 'a result' }] }
  return `{ run: () => (${literal({ content, structuredContent, isError })}) }`
}

function resourceCode(result: Record<string, unknown> | undefined): string {
  const [first] = (result?.contents ?? []) as { text?: string; blob?: string; mimeType?: string }[]
  const mimeType = first?.mimeType ? `mimeType: ${stringLiteral(first.mimeType)}, ` : ''
  if (first?.blob !== undefined)
    return `{ ${mimeType}read: Uint8Array.from(atob(${stringLiteral(first.blob)}), (byte) => byte.charCodeAt(0)) }`
  return `{ ${mimeType}read: ${stringLiteral(first?.text ?? 'a text')} }`
}

function writeStep(action: CodeAction, outcome: CallOutcome | undefined, suffix: string): string[] {
  const name = `result${suffix}`
  if (action.kind === 'listen') {
    return [
      `const changes = client.listen(${writeFilter(action.watched)})[Symbol.asyncIterator]()`,
      `assert.equal((await changes.next()).value?.type, 'subscribed')`,
      `server.configure({ tools: { another: { run: () => 'a result' } } })`,
      `assert.equal((await changes.next()).value?.type, 'tools')`,
      'await changes.return?.()',
    ]
  }
  const error = rpcErrorOf(outcome)
  if (error) return [`await assert.rejects(${writeRequest(action)}, { rpcCode: ${error.rpcCode} })`]
  return [`const ${name} = await ${writeRequest(action)}`, ...writeAssertion(action, resultOf(outcome), name)]
}

/** The parts of a result that are compared: all but `_meta`, which each server fills differently. */
export function writeAssertion(
  action: Exclude<CodeAction, { kind: 'listen' }>,
  result: Record<string, unknown> | undefined,
  name: string,
): string[] {
  if (action.kind === 'list') {
    const key = action.list === 'resources' ? 'uri' : 'name'
    const names = (action.names ?? []).slice(0, 20)
    return [`assert.deepEqual(${name}.map((item) => item.${key}), ${literal(names)})`]
  }
  if (!result) return [`assert.ok(${name})`]
  const member = { tool: 'content', resource: 'contents', prompt: 'messages' }[action.kind]
  const lines = [`assert.deepEqual(${name}.${member}, ${literal(assertable(action.kind, result[member]))})`]
  if (result.structuredContent !== undefined)
    lines.push(`assert.deepEqual(${name}.structuredContent, ${literal(result.structuredContent)})`)
  if (result.isError === true) lines.push(`assert.equal(${name}.isError, true)`)
  return lines
}

/** Of the parts of a resource, the first: a mock has one for each address. */
function assertable(kind: 'tool' | 'resource' | 'prompt', value: unknown): unknown {
  return kind === 'resource' && Array.isArray(value) ? value.slice(0, 1) : value
}
