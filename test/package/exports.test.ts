/** The contents of the published package, and its exports. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installed, root } from '../runtimes/paths.ts'
import { runProcess } from '../runtimes/processes.ts'
import { dist, readBuilt, readSources } from './modules.ts'
import { type Packed, pack } from './pack.ts'
import { exportedTypes } from './public-types.ts'

const values = [
  'CapabilityError',
  'ClosedError',
  'ConnectError',
  'ConnectionError',
  'HttpError',
  'InvalidMessageError',
  'McpError',
  'NotMcpEndpointError',
  'RpcError',
  'SessionLostError',
  'TimeoutError',
  'VersionError',
  'connect',
  'detectTransport',
  'isMcpError',
]

const types = [
  'CacheEntry',
  'Change',
  'CompleteRequestParams',
  'Completion',
  'CompletionReference',
  'Continuation',
  'ElicitHandler',
  'EraName',
  'EraCache',
  'GetPromptResult',
  'InputRequest',
  'InputRequests',
  'InputRequired',
  'InputResponses',
  'JsonSchema',
  'ListenOptions',
  'Subscription',
  'LoggingLevel',
  'Outcome',
  'Prompt',
  'ReadResourceResult',
  'Resource',
  'ResourceTemplate',
  'ResponseCache',
  'SampleHandler',
  'StandardResult',
  'StreamToken',
  'StandardSchema',
  'SubscriptionFilter',
  'TaskToken',
  'ToolOutcome',
  'TransportKind',
  'KnownServer',
  'ReconnectAttempt',
  'ResumeToken',
  'Snapshot',
  'TransportOption',
  'AnyMcpError',
  'CallOptions',
  'CallToolResult',
  'Client',
  'Connect',
  'ConnectAttempt',
  'ConnectOptions',
  'Connection',
  'ContentBlock',
  'Delivery',
  'DrainEnd',
  'ElicitRequestParams',
  'ElicitResult',
  'Fetch',
  'FetchInit',
  'HandlerContext',
  'Handlers',
  'Implementation',
  'LogMessage',
  'Progress',
  'ProtocolVersion',
  'Root',
  'CreateMessageRequestParams',
  'CreateMessageResult',
  'ServerCapabilities',
  'ServerDetails',
  'Status',
  'Tool',
  'WireEvent',
]

describe.concurrent('the published package', () => {
  let packed: Packed
  beforeAll(async () => {
    packed = await pack()
  })
  afterAll(() => packed.dispose())

  test('has exactly these top-level entries', () => {
    const entries = new Set(packed.files.map((file) => file.split('/')[0]))
    expect([...entries].sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json', 'src'])
  })

  test('contains the build of every source file, and nothing from earlier builds', async () => {
    // The mock server has no entry, so it is not published.
    const sources = [...(await readSources()).keys()].filter((file) => !file.startsWith('testing/'))
    const built = sources.flatMap((file) => [file.replace(/ts$/, 'd.ts'), file.replace(/ts$/, 'js')])
    const published = packed.files.filter((file) => file.startsWith('dist/')).map((file) => file.slice('dist/'.length))
    expect(published.sort()).toEqual(built.sort())
  })

  test('has only plain dependencies and no install scripts', () => {
    const { optionalDependencies, peerDependencies, bundleDependencies, scripts = {} } = packed.manifest
    expect([optionalDependencies, peerDependencies, bundleDependencies]).toEqual([undefined, undefined, undefined])
    expect(Object.keys(scripts).filter((name) => /install|^prepare$/.test(name))).toEqual([])
  })

  test('contains every file that it exports, without runtime conditions', () => {
    for (const [path, target] of Object.entries(packed.manifest.exports)) {
      const targets = typeof target === 'string' ? { default: target } : target
      expect(['default', 'types'], path).toEqual(expect.arrayContaining(Object.keys(targets)))
      expect(packed.files, path).toEqual(expect.arrayContaining(Object.values(targets).map((file) => file.slice(2))))
    }
  })

  test('satisfies publint', async () => {
    const bytes = await readFile(packed.tarball)
    const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([])
  })

  test('satisfies Are The Types Wrong', async () => {
    await runProcess(installed('attw'), [packed.tarball, '--profile', 'esm-only', '--no-color'])
  })
})

describe.concurrent('importing the package by its name', () => {
  /** Runs a module inside this repository, where the name of the package refers to itself. */
  const run = (code: string) => runProcess(process.execPath, ['--input-type=module', '--eval', code], { cwd: root })
  const names = (path: string) => `console.log(Object.keys(await import(${JSON.stringify(path)})).sort().join())`

  test('exports exactly the public values', async () => {
    expect((await run(names('mcp-over-fetch'))).trim().split(',')).toEqual([...values].sort())
  })

  test('exports exactly the public types', async () => {
    expect(exportedTypes(await readFile(join(dist, 'core/index.d.ts'), 'utf8'))).toEqual([...types].sort())
  })

  test('exports only types from /types', async () => {
    expect((await run(names('mcp-over-fetch/types'))).trim()).toBe('')
  })

  test('does not allow importing inner files', async () => {
    const inner = [...(await readBuilt('.js')).keys()].find((file) => file.includes('/'))
    await expect(run(names(`mcp-over-fetch/dist/${inner}`))).rejects.toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED')
  })

  test('gives a client that sends the version of the package as its clientInfo', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    const sent = await run(`import { connect } from 'mcp-over-fetch'
      const fetch = async (url, { body }) => {
        console.log(body)
        return new Response('', { status: 500 })
      }
      await connect('https://tools.example.com/mcp', { fetch }).catch(() => {})`)
    expect(sent).toContain(`"name":"mcp-over-fetch","version":"${version}"`)
  })
})
