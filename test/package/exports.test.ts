/** The names that the installed package exports. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scratch } from '../../playground/server/scratch.ts'
import { manifest } from '../../scripts/build/entries.ts'
import { runProcess } from '../support/processes.ts'
import { dist } from './modules.ts'
import { createInstalled } from './pack.ts'
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
  'AnyServer',
  'ArgumentsAndOptions',
  'CallTool',
  'GetPrompt',
  'InferSchema',
  'InputOf',
  'PromptTypes',
  'ResultOf',
  'ToolDefinition',
  'ToolTypes',
  'TypedConnect',
  'CacheEntry',
  'Change',
  'CompleteRequestParams',
  'Completion',
  'CompletionReference',
  'Continuation',
  'ElicitContext',
  'ElicitAnswer',
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
  'FurtherCapabilities',
  'ListItems',
  'ListKind',
  'MethodHandler',
  'Page',
  'PageOptions',
  'TracedRequest',
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
  'ToolArguments',
  'ClientInfo',
  'CompleteParams',
  'ListenFilter',
  'RootAnswer',
  'SampleAnswer',
  'CheckedToolResult',
  'CacheOptions',
  'CallToolOptions',
  'CustomRequestOptions',
  'GetPromptOptions',
  'InputMode',
  'InputOptions',
  'ListOptions',
  'ProgressOptions',
  'ReadResourceOptions',
  'RequestOptions',
  'HeadersInput',
  'HeadersLike',
  'DrainOptions',
  'Issues',
  'KeepAliveOptions',
  'Limits',
  'ReconnectOptions',
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

describe.concurrent('importing the package by its name', () => {
  let scratch: Scratch
  beforeAll(async () => {
    scratch = await createInstalled()
  })
  afterAll(() => scratch.dispose())

  const run = (code: string) =>
    runProcess(process.execPath, ['--input-type=module', '--eval', code], { cwd: scratch.path })
  const names = (path: string) => `console.log(Object.keys(await import(${JSON.stringify(path)})).sort().join())`

  test('exports exactly the public values', async () => {
    expect((await run(names('mcp-over-fetch'))).trim().split(',')).toEqual([...values].sort())
  })

  test('exports exactly the public types', async () => {
    const text = await readFile(join(dist, 'core/index.d.ts'), 'utf8')
    expect(exportedTypes(text)).toEqual([...types].sort())
    // Applications can add to an interface that comes by a star only.
    expect(text.match(/^export .*\*.*$/gm)).toEqual(["export type * from './add-on-errors.js';"])
  })

  test('exports only types from /types', async () => {
    expect((await run(names('mcp-over-fetch/types'))).trim()).toBe('')
  })

  test('does not allow importing inner files', async () => {
    await expect(run(names('mcp-over-fetch/core/index.js'))).rejects.toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED')
  })

  test('gives a client that sends the version of the package as its clientInfo', async () => {
    const sent = await run(`import { connect } from 'mcp-over-fetch'
      const fetch = async (url, { body }) => {
        console.log(body)
        return new Response('', { status: 500 })
      }
      await connect('https://tools.example.com/mcp', { fetch }).catch(() => {})`)
    expect(sent).toContain(`"name":"mcp-over-fetch","version":"${manifest.version}"`)
  })
})
