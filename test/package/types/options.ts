/** Each method takes its own options, every option may be undefined, and the options decide the type of the result. */
import type {
  CallToolOptions,
  CallToolResult,
  Client,
  ConnectOptions,
  GetPromptOptions,
  InputRequired,
  ListOptions,
  ReadResourceOptions,
  RequestOptions,
  StandardSchema,
} from 'mcp-over-fetch'
import { assertType, type Same } from './assert-type.ts'

declare const client: Client
declare const schema: StandardSchema<{ sum: number }>

export async function results(given: CallToolOptions, either: CallToolOptions<'handle' | 'return'>): Promise<void> {
  const plain = await client.callTool('add')
  assertType<Same<typeof plain, CallToolResult>>()
  const withOptions = await client.callTool('add', {}, given)
  assertType<Same<typeof withOptions, CallToolResult>>()
  withOptions.content.map(({ type }) => type)
  const returned = await client.callTool('add', {}, { inputRequired: 'return' })
  assertType<Same<typeof returned, CallToolResult | InputRequired>>()
  const perhaps = await client.callTool('add', {}, either)
  assertType<Same<typeof perhaps, CallToolResult | InputRequired>>()
  const checked = await client.callTool('add', {}, { outputSchema: schema, timeout: 5 })
  if (checked.isError) assertType<Same<typeof checked.structuredContent, unknown>>()
  else assertType<Same<typeof checked.structuredContent, { sum: number }>>()
  // @ts-expect-error a failed tool may have none
  checked.structuredContent.sum
  const both = await client.callTool('add', {}, { outputSchema: schema, inputRequired: 'return' })
  if ('continuation' in both) assertType<Same<typeof both, InputRequired>>()
  else if (!both.isError) assertType<Same<typeof both.structuredContent, { sum: number }>>()
  const read = await client.readResource('file:///a', { inputRequired: 'handle', cacheMode: 'refresh' })
  read.contents.map(({ uri }) => uri)
  const prompt = await client.getPrompt('greet', {}, { onProgress: ({ progress }) => progress })
  prompt.messages.map(({ role }) => role)
}

/** The answers of an application may have members that are undefined. */
export function answer({ continuation }: InputRequired): unknown {
  const inputResponses = { form: { action: 'decline', content: undefined }, other: undefined } as const
  return client.callTool('add', {}, { resume: { ...continuation, inputResponses } })
}

export function wrongOptions(): unknown[] {
  return [
    // @ts-expect-error only callTool() has an output schema
    client.ping({ outputSchema: schema }),
    // @ts-expect-error lists report no progress
    client.listTools({ onProgress: () => {} }),
    // @ts-expect-error lists never need input
    client.listPrompts({ inputRequired: 'return' }),
    // @ts-expect-error results of tools are not cached
    client.callTool('add', {}, { cacheMode: 'refresh' }),
    // @ts-expect-error only tools are called again
    client.readResource('file:///a', { retry: 'safe' }),
    // @ts-expect-error a misspelt option
    client.callTool('add', {}, { timeOut: 5 }),
    // @ts-expect-error the old form of complete()
    client.complete({ type: 'ref/prompt', name: 'greet' }, { name: 'name', value: 'A' }),
  ]
}

/** With exactOptionalPropertyTypes. */
export const undefinedOptions: [CallToolOptions, ListOptions, ReadResourceOptions, GetPromptOptions, RequestOptions] = [
  { signal: undefined, onProgress: undefined, outputSchema: undefined, inputRequired: undefined, resume: undefined },
  { signal: undefined, cacheMode: undefined, meta: undefined },
  { timeout: undefined, inputRequired: undefined },
  { maxTotalTimeout: undefined, onLog: undefined },
  { signal: undefined },
]

export const undefinedConnectOptions: Required<{ [K in keyof ConnectOptions]: ConnectOptions[K] }> = {
  clientInfo: { name: 'app', version: '1', title: undefined, icons: [{ src: 'data:,', theme: undefined }] },
  transport: undefined,
  versions: undefined,
  fetch: undefined,
  headers: undefined,
  handlers: { elicit: { form: undefined, url: undefined }, sample: undefined, roots: undefined },
  capabilities: undefined,
  onNotification: undefined,
  tools: undefined,
  maxRounds: undefined,
  probeTimeout: undefined,
  trace: undefined,
  extensions: undefined,
  signal: undefined,
  timeout: undefined,
  maxTotalTimeout: undefined,
  connectTimeout: undefined,
  keepAlive: { interval: undefined, timeout: undefined },
  reconnect: { maxAttempts: undefined, initialDelay: undefined, growFactor: undefined, maxDelay: undefined },
  allowUrl: undefined,
  eraCache: undefined,
  cache: undefined,
  cachePartition: undefined,
  staleIfError: undefined,
  paramHeaders: undefined,
  jsonSchemaValidator: undefined,
  loggingLevel: undefined,
  keepSession: undefined,
  snapshot: undefined,
  strict: undefined,
  drain: { maxMs: undefined, maxBytes: undefined },
  limits: { messageBytes: undefined, errorBodyBytes: undefined, listPages: undefined, listBytes: undefined },
  onEvent: undefined,
}

export const undefinedResults: ConnectOptions = {
  handlers: {
    elicit: () => ({ action: 'accept', content: undefined }),
    sample: () => ({ role: 'assistant', model: 'm', content: { type: 'text', text: '' }, stopReason: undefined }),
    roots: () => [{ uri: 'file:///a', name: undefined }],
  },
}

export const undefinedParameters: unknown[] = [
  client.listen({ toolsListChanged: undefined, resourceSubscriptions: undefined }, { signal: undefined }),
  client.complete({ ref: { type: 'ref/prompt', name: 'a' }, argument: { name: 'a', value: '' }, context: undefined }),
]
