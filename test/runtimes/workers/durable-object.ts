/** An application on Workers: a Durable Object that stores a connection and creates a client from it for each request. */
import {
  type CallToolResult,
  type Client,
  type Continuation,
  connect,
  type InputRequired,
  type InputResponses,
  type ProtocolVersion,
  type Snapshot,
} from '../../../src/core/index.ts'
import { connectGroup, type GroupSnapshot } from '../../../src/group/index.ts'

interface ToolCall {
  name: string
  arguments: Record<string, unknown>
}

/** What the object is to do with its client. */
export type Command =
  | { call: ToolCall; versions?: readonly ProtocolVersion[] }
  /** A call that needs input: its continuation is stored. */
  | { startCall: ToolCall }
  /** Finishes the stored call with these responses. */
  | { finishCall: InputResponses }
  /** The call at each server of a group. */
  | { groupCall: ToolCall; versions?: readonly ProtocolVersion[] }

export type CommandRequest = Command & { url: string }

export interface CommandResult {
  /** A new one each time the object is constructed. */
  instance: string
  era: string
  protocolVersion: string
  /** The result of the call, or what it needs. */
  result: Partial<Omit<CallToolResult, 'resultType'> & Omit<InputRequired, 'resultType'>>
}

interface Storage {
  get<T>(key: string): Promise<T | undefined>
  put(key: string, value: unknown): Promise<void>
}

export class ClientObject {
  private readonly storage: Storage
  private readonly instance = crypto.randomUUID()

  constructor({ storage }: { storage: Storage }) {
    this.storage = storage
  }

  async fetch(request: Request): Promise<Response> {
    const command = (await request.json()) as CommandRequest
    if ('groupCall' in command) return Response.json(await this.runGroup(command))
    const snapshot = await this.storage.get<Snapshot>('snapshot')
    const versions = 'versions' in command && command.versions
    // Without caches, the isolate's memory cannot help: only the stored snapshot can.
    const client = await connect(command.url, {
      eraCache: new Map(),
      cache: false,
      ...(snapshot && { snapshot }),
      ...(versions && { versions }),
    })
    try {
      if (!snapshot) await client.listTools()
      const result = await this.run(client, command)
      await this.storage.put('snapshot', client.snapshot())
      const { era, protocolVersion } = client.connection
      return Response.json({ instance: this.instance, era, protocolVersion, result } satisfies CommandResult)
    } finally {
      await client.detach()
    }
  }

  /** A group of two servers, stored as one value. */
  private async runGroup({
    url,
    groupCall,
    versions,
  }: Extract<Command, { groupCall: ToolCall }> & { url: string }): Promise<CommandResult> {
    const snapshot = await this.storage.get<GroupSnapshot>('group')
    const options = { eraCache: new Map(), cache: false, autoRefresh: false, versions } as const
    const group = await connectGroup({ docs: url, crm: { url } }, { ...options, snapshot })
    const content: CallToolResult['content'] = []
    for (const { name, originalName } of group.get().tools) {
      if (originalName !== groupCall.name) continue
      content.push(...(await group.callTool(name, groupCall.arguments)).content)
    }
    await this.storage.put('group', group.snapshot())
    const { era = '', protocolVersion = '' } = group.client('crm')?.connection ?? {}
    await group.detach()
    return { instance: this.instance, era, protocolVersion, result: { content } }
  }

  private async run(
    client: Client,
    command: Exclude<Command, { groupCall: ToolCall }>,
  ): Promise<CommandResult['result']> {
    if ('call' in command) return client.callTool(command.call.name, command.call.arguments)
    if ('startCall' in command) {
      const { name, arguments: args } = command.startCall
      const started = await client.callTool(name, args, { inputRequired: 'return' })
      if (!('continuation' in started)) throw new Error('Expected a call that needs input')
      await this.storage.put('continuation', started.continuation)
      return started
    }
    const continuation = (await this.storage.get<Continuation>('continuation'))!
    const { name, arguments: args } = continuation.params as unknown as ToolCall
    return client.callTool(name, args, { resume: { ...continuation, inputResponses: command.finishCall } })
  }
}

interface Environment {
  CLIENT_OBJECT: {
    idFromName(name: string): unknown
    get(id: unknown): { fetch(request: Request): Promise<Response> }
  }
}

/** Clients at module level, which is wrong: they belong to the request that made them. */
let sharedClient: Client | undefined
let sharedStreamClient: Client | undefined
let heldResponse: Response | undefined

/** The second request of the Worker gets its answer on the stream that the first one opened. */
async function useSharedStream(url: string): Promise<Response> {
  sharedStreamClient ??= await connect(url, { transport: 'sse' })
  return Response.json(await outcomeOf(sharedStreamClient.callTool('echo', { text: 'x' }, { timeout: 2_000 })))
}

/** The second request of the Worker reads a response that the first one got. */
async function useShared(url: string): Promise<Response> {
  sharedClient ??= await connect(url, {
    versions: ['2025-11-25'],
    async fetch(url, init) {
      if (!init.body?.includes('tools/call')) return fetch(url, init)
      const response = heldResponse ?? (await fetch(url, init))
      heldResponse = response
      if (init.body.includes('"hold"')) throw new Error('held')
      return response
    },
  })
  const text = heldResponse ? 'read' : 'hold'
  return Response.json(await outcomeOf(sharedClient.callTool('echo', { text })))
}

function outcomeOf(call: Promise<CallToolResult>): Promise<object> {
  return call.catch(({ name, code, delivery, message }) => ({ name, code, delivery, message }))
}

export default {
  async fetch(request: Request, { CLIENT_OBJECT }: Environment): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/shared') return useShared(await request.text())
    if (pathname === '/shared-stream') return useSharedStream(await request.text())
    return CLIENT_OBJECT.get(CLIENT_OBJECT.idFromName(pathname)).fetch(request)
  },
}
