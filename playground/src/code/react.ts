/** Generates a React component that does what was done on the page. */
import { connectOptions, handlerOptions, writeAnswers, writeAuth, writeFilter, writeRequest } from './connect-code.ts'
import { block, indent, literal, stringLiteral } from './literal.ts'
import type { CodeAction, CodeSource } from './source.ts'

interface Component {
  /** Imports from React. */
  hooks?: string
  imports?: string[]
  /** Of `mcp-over-fetch/react`. */
  hook: 'useMcp' | 'useTool'
  body(source: string): string[]
  markup: string[]
}

/** One component for the first action; without one, it shows the state of the connection. */
export function writeReact({ target, actions, answers = [] }: CodeSource): string {
  const { url, auth, oauthDriver } = target
  const component = componentFor(actions[0])
  const options = [...connectOptions(target), ...(auth === 'oauth' ? ['auth'] : []), ...handlerOptions(answers)]
  const source = `${stringLiteral(url)}${options.length > 0 ? `, ${block(options)}` : ''}`
  const isSigningIn = auth === 'oauth'
  const lines = [
    ...(isSigningIn
      ? [
          `import { oauth } from 'mcp-over-fetch/oauth'`,
          `import { ${oauthDriver} } from 'mcp-over-fetch/oauth/browser'`,
        ]
      : []),
    `import { ${isSigningIn && component.hook !== 'useMcp' ? `useMcp, ${component.hook}` : component.hook} } from 'mcp-over-fetch/react'`,
    ...(component.imports ?? []),
    ...(component.hooks ? [`import { ${component.hooks} } from 'react'`] : []),
    '',
    ...writeAuth(target),
    ...writeAnswers(answers),
    'export function Example() {',
    ...indentAll(isSigningIn ? signInBody(component, source, oauthDriver) : component.body(source)),
    '  return (',
    '    <section>',
    ...component.markup.map((line) => `      ${line}`),
    '    </section>',
    '  )',
    '}',
  ]
  return `${lines.join('\n')}\n`
}

const indentAll = (lines: readonly string[]) => lines.map((line) => indent(line))

/** Both hooks use one store, so that signing in is for both. */
function signInBody({ hook, body }: Component, source: string, driver: string): string[] {
  const button = `if (status === 'needs-user') return <button onClick={() => signIn(${driver}())}>Sign in</button>`
  if (hook === 'useTool')
    return [`const store = useMcp(${source})`, 'const { status, signIn } = store', ...body('store'), button]
  return [...body(source), `const { signIn } = mcp`, button]
}

function componentFor(action: CodeAction | undefined): Component {
  if (!action) {
    return {
      hook: 'useMcp',
      body: (source) => [`const mcp = useMcp(${source})`, 'const { status, error } = mcp'],
      markup: ['<p>{status}</p>', ERROR],
    }
  }
  switch (action.kind) {
    case 'tool':
      return {
        hook: 'useTool',
        body: (source) => [
          `const { call, cancel, pending, progress, result, error } = useTool(${stringLiteral(action.name)}, ${source})`,
        ],
        markup: [
          `<button disabled={pending} onClick={() => call(${oneLine(action.args)})}>`,
          '  Call',
          '</button>',
          '{pending && <button onClick={cancel}>Stop</button>}',
          '{progress && <progress value={progress.progress} max={progress.total} />}',
          ERROR,
          '{result && <pre>{JSON.stringify(result, undefined, 2)}</pre>}',
        ],
      }
    case 'list':
      return {
        hook: 'useMcp',
        body: (source) => [`const mcp = useMcp(${source})`, `const { status, error, ${action.list} } = mcp`],
        markup: [
          `{status !== 'ready' && <p>{status}</p>}`,
          ERROR,
          '<ul>',
          `  {${action.list}.map(({ name, title }) => (`,
          '    <li key={name}>{title ?? name}</li>',
          '  ))}',
          '</ul>',
        ],
      }
    case 'listen':
      return listenComponent(action.watched)
    default:
      return requestComponent(action)
  }
}

const ERROR = '{error !== undefined && <p role="alert">{String(error)}</p>}'

function requestComponent(action: Extract<CodeAction, { kind: 'resource' | 'prompt' }>): Component {
  const [verb, type] = action.kind === 'resource' ? ['Read', 'ReadResourceResult'] : ['Get', 'GetPromptResult']
  return {
    hook: 'useMcp',
    hooks: 'useState',
    imports: [`import type { ${type} } from 'mcp-over-fetch'`],
    body: (source) => [
      `const mcp = useMcp(${source})`,
      'const { status, withClient } = mcp',
      `const [result, setResult] = useState<${type}>()`,
      'const [error, setError] = useState<unknown>()',
      `const load = () => withClient((client) => ${writeRequest(action)}).then(setResult, setError)`,
    ],
    markup: [
      `<button disabled={status !== 'ready'} onClick={load}>`,
      `  ${verb}`,
      '</button>',
      ERROR,
      '{result && <pre>{JSON.stringify(result, undefined, 2)}</pre>}',
    ],
  }
}

function listenComponent(watched: readonly string[]): Component {
  return {
    hook: 'useMcp',
    hooks: 'useEffect, useState',
    imports: [`import type { Change, Subscription } from 'mcp-over-fetch'`],
    body: (source) => [
      `const mcp = useMcp(${source})`,
      'const { client, error } = mcp',
      'const [changes, setChanges] = useState<readonly Change[]>([])',
      'useEffect(() => {',
      '  if (!client) return',
      `  const subscription: Subscription = client.listen(${writeFilter(watched)})`,
      '  const follow = async () => {',
      '    for await (const change of subscription) setChanges((before) => [...before, change])',
      '  }',
      '  follow().catch(() => {}) // the view has the error of the connection',
      '  return () => subscription.close()',
      '}, [client])',
    ],
    markup: [
      ERROR,
      '<ol>',
      '  {changes.map((change, index) => (',
      '    <li key={index}>{change.type}</li>',
      '  ))}',
      '</ol>',
    ],
  }
}

/** In an attribute of JSX, where lines are indented by who formats the file. */
function oneLine(value: unknown): string {
  return literal(value)
    .replaceAll(/\n\s*/g, ' ')
    .replaceAll(/,( [}\]])/g, '$1')
}
