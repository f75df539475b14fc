/** Every exported name and every member has a comment, and the examples in the comments compile. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entries } from '../../scripts/build/entries.ts'
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
  'createExampleServer',
  'createMockServer',
  'createAppProxy',
  'createRelay',
  'mountApp',
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
import { type Client, connect, type ElicitHandler, type Fetch, type InferSchema, type Tool } from 'mcp-over-fetch'
import { appsExtension, createAppProxy, mountApp, staticAppProxy, viewOf } from 'mcp-over-fetch/apps'
import { connectGroup } from 'mcp-over-fetch/group'
import { oauth } from 'mcp-over-fetch/oauth'
import { durable, indexedDbStore } from 'mcp-over-fetch/durable'
import { recorder, saveOnError } from 'mcp-over-fetch/recorder'
import { cacheApiStore, CallObject, type KvNamespace, kvStore, progressResponse } from 'mcp-over-fetch/workers'
import { createRelay, relayed, toNodeHandler } from 'mcp-over-fetch/relay'
import { connectCard, discover, readCard } from 'mcp-over-fetch/discover'
import { approvalKey, listGroupSkills, readSkillDirectory, type Skill, type SkillServers } from 'mcp-over-fetch/skills'
import { expandUriTemplate, uriTemplateVariables } from 'mcp-over-fetch/uri-template'
import { createMcpGroupStore, createMcpStore, type ElicitQuestion, formValues, type McpGroupStore, type McpGroupView, type McpStore,
  type McpView, select } from 'mcp-over-fetch/store'
import { createExampleServer, createMockServer, hostileView, mockApps, record, replay, testView } from 'mcp-over-fetch/testing'
import { type FetchTransport, fetchTransport, oauthFrom, type ProviderFetch } from 'mcp-over-fetch/transport'
import { anthropicTools, approvals, budget, cleanTools, deferAnthropicTools, deferOpenAITools, diffTools, fingerprint, geminiTools,
  modelTools, openaiAgentsServer, openaiResponsesTools, openaiStrict, registerWebMcpTools, repairArguments, scaleImages,
  searchTools } from 'mcp-over-fetch/tools'
import { generateTypes, readLists, signature, watchDrift } from 'mcp-over-fetch/typegen'
import * as z from 'zod'
interface Docs { tools: { search: { input: { query: string } } } }
declare const docsDigests: { search: string }
declare const tool: Tool
declare function writeFile(path: string, text: string): Promise<void>
declare function readFile(path: string, encoding: string): Promise<string>
declare const client: Client
declare const stop: AbortController
declare const env: { TOOLS: { fetch: Fetch }; KV: KvNamespace }
declare const user: { id: string }
declare function show(text: string): void
declare const [url, token, saved, server, redirectUri]: [string, string, string, string, string]
declare const store: McpStore
declare function render(view: McpView): void
declare const question: ElicitQuestion
declare const form: HTMLFormElement
declare function createServer(handler: (incoming: never, outgoing: never) => void): { listen(port: number, host: string): void }
declare const code: string
declare const container: HTMLElement

declare const otherClient: { connect(transport: FetchTransport): Promise<void> }
declare const authFetch: ProviderFetch
declare const authProvider: { tokens(): undefined }
declare const auth: () => Promise<string>
void [createExampleServer, createMockServer, record, replay, writeFile, readFile]
// The declarations for React need those of React, which are not installed here.
declare function useMcp(url: string): McpView & McpStore
declare function useMcpGroup(store: unknown): McpGroupView & McpGroupStore
declare function useTool(name: string): Record<'call' | 'pending' | 'progress' | 'result' | 'error' | 'cancel', unknown>
void [generateTypes, readLists, signature, watchDrift, docsDigests, tool]
void [connect, connectGroup, createMcpGroupStore, createMcpStore, oauth, select, store, render, useMcp, useMcpGroup, useTool,
  z, client, stop, env, url, token, saved]
void [fetchTransport, oauthFrom, otherClient, code, authFetch, authProvider, auth]
void [appsExtension, createAppProxy, mountApp, staticAppProxy, viewOf, container, tool, hostileView, mockApps, testView]
void [createServer, toNodeHandler, formValues, question, form]
void [createRelay, relayed, readSkillDirectory, expandUriTemplate, uriTemplateVariables, server, redirectUri]
declare const [group, skill, approved]: [SkillServers, Skill, Set<string>]
void [connectCard, discover, readCard, approvalKey, listGroupSkills, group, skill, approved]
void [durable, indexedDbStore, recorder, saveOnError, cacheApiStore, CallObject, kvStore, progressResponse, user, show]
void [modelTools, openaiAgentsServer, openaiResponsesTools, openaiStrict, registerWebMcpTools]
void [anthropicTools, approvals, budget, cleanTools, deferAnthropicTools, deferOpenAITools, diffTools, fingerprint, geminiTools]
void [repairArguments, scaleImages, searchTools]
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
