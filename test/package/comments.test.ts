/** Every exported name and every member has a comment, and the examples in the comments compile. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entries } from './build/entries.ts'
import { readComments } from './comments.ts'
import { createConsumer } from './consumer.ts'
import { dist } from './modules.ts'

/** What people reach for first. */
const SHOWN = [
  'CallToolOptions.outputSchema',
  'Client.callTool',
  'Client.complete',
  'Client.getPrompt',
  'Client.listTools',
  'Client.listen',
  'Client.readResource',
  'Client.snapshot',
  'ConnectOptions.fetch',
  'ConnectOptions.handlers',
  'ConnectOptions.headers',
  'ConnectOptions.signal',
  'ConnectOptions.snapshot',
  'ProgressOptions.onProgress',
  'RequestOptions.signal',
  'connect',
  'connectGroup',
  'createMcpStore',
  'createMockServer',
  'createRelay',
  'oauth',
  'record',
  'relayed',
  'replay',
  'select',
  'useMcp',
  'useTool',
]

/** What the examples use without declaring it. */
const PREAMBLE = `
import { type Client, connect, type ElicitHandler, type Fetch } from 'mcp-over-fetch'
import { connectGroup } from 'mcp-over-fetch/group'
import { oauth } from 'mcp-over-fetch/oauth'
import { createRelay, relayed } from 'mcp-over-fetch/relay'
import { readSkillDirectory } from 'mcp-over-fetch/skills'
import { expandUriTemplate, uriTemplateVariables } from 'mcp-over-fetch/uri-template'
import { createMcpGroupStore, createMcpStore, type McpStore, type McpView, select } from 'mcp-over-fetch/store'
import { createMockServer, record, replay } from 'mcp-over-fetch/testing'
import { type FetchTransport, fetchTransport, oauthFrom, type ProviderFetch } from 'mcp-over-fetch/transport'
import { modelTools, openaiAgentsServer, openaiResponsesTools, openaiStrict, registerWebMcpTools } from 'mcp-over-fetch/tools'
import * as z from 'zod'
declare function writeFile(path: string, text: string): Promise<void>
declare function readFile(path: string, encoding: string): Promise<string>
declare const client: Client
declare const stop: AbortController
declare const env: { TOOLS: { fetch: Fetch } }
declare const [url, token, saved, server, redirectUri]: [string, string, string, string, string]
declare const store: McpStore
declare function render(view: McpView): void
declare const code: string
declare const otherClient: { connect(transport: FetchTransport): Promise<void> }
declare const authFetch: ProviderFetch
declare const authProvider: { tokens(): undefined }
declare const auth: () => Promise<string>
void [createMockServer, record, replay, writeFile, readFile]
// The declarations for React need those of React, which are not installed here.
declare function useMcp(url: string): McpView & McpStore
declare function useTool(name: string): Record<'call' | 'pending' | 'progress' | 'result' | 'error' | 'cancel', unknown>
void [connect, connectGroup, createMcpGroupStore, createMcpStore, oauth, select, store, render, useMcp, useTool,
  z, client, stop, env, url, token, saved]
void [fetchTransport, oauthFrom, otherClient, code, authFetch, authProvider, auth]
void [createRelay, relayed, readSkillDirectory, expandUriTemplate, uriTemplateVariables, server, redirectUri]
void [modelTools, openaiAgentsServer, openaiResponsesTools, openaiStrict, registerWebMcpTools]
export type Used = ElicitHandler
`

describe('the comments of the published types', () => {
  const files = entries.map((entry) => join(dist, entry.replace(/\.js$/, '.d.ts')))
  const { missing, examples } = readComments(files, dist)

  test('explain every exported name and every member', () => {
    expect(missing).toEqual([])
  })

  test('show examples of what people reach for first, and these compile', async () => {
    expect([...examples.keys()]).toEqual(expect.arrayContaining(SHOWN))
    const consumer = await createConsumer()
    try {
      const modules = [...examples].map(([name, code]) => [`${name}.ts`, toModule(code)] as const)
      await consumer.add(Object.fromEntries(modules))
      const names = modules.map(([name]) => name)
      const options = { lib: ['esnext', 'dom', 'dom.iterable'], module: 'nodenext', skipLibCheck: true }
      await consumer.compile('comments', names, options)
    } finally {
      await consumer.dispose()
    }
  })
})

function toModule(code: string): string {
  return `${PREAMBLE}export async function example() {\n${code}\n}\n`
}
