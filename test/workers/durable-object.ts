/** An application on Workers: a Durable Object that keeps a connection as data, and makes a client of it for each request. */
import { type Continuation, connect, type Snapshot } from '../../src/core/index.ts'

/** What a desk is asked to do. */
export type Errand =
  | { url: string; call: { name: string; arguments: Record<string, unknown> }; versions?: string[] }
  /** A call that may need a person: what it asks for is kept until somebody answers. */
  | { url: string; begin: { name: string; arguments: Record<string, unknown> } }
  | { url: string; finish: Record<string, object> }

export interface Report {
  /** Differs from one life of the object to the next. */
  life: string
  era: string
  protocolVersion: string
  result: Record<string, unknown>
}

interface Storage {
  get<T>(key: string): Promise<T | undefined>
  put(key: string, value: unknown): Promise<void>
}

export class Desk {
  private readonly storage: Storage
  private readonly life = crypto.randomUUID()

  constructor({ storage }: { storage: Storage }) {
    this.storage = storage
  }

  async fetch(request: Request): Promise<Response> {
    const errand = (await request.json()) as Errand
    const snapshot = await this.storage.get<Snapshot>('snapshot')
    const versions = 'versions' in errand && errand.versions
    // What the isolate itself remembers must not help: only what was stored may.
    const client = await connect(errand.url, {
      eraCache: new Map(),
      cache: false,
      ...(snapshot && { snapshot }),
      ...(versions && { versions: versions as never }),
    })
    try {
      if (!snapshot) await client.listTools()
      const result = await this.run(client, errand)
      await this.storage.put('snapshot', client.snapshot())
      const { era, protocolVersion } = client.connection
      return Response.json({ life: this.life, era, protocolVersion, result } satisfies Report)
    } finally {
      await client.detach()
    }
  }

  private async run(client: Awaited<ReturnType<typeof connect>>, errand: Errand): Promise<Record<string, unknown>> {
    if ('call' in errand) return client.callTool(errand.call.name, errand.call.arguments)
    if ('begin' in errand) {
      const { name, arguments: given } = errand.begin
      const open = await client.callTool(name, given, { onInputRequired: 'return' })
      if (!('continuation' in open)) throw new Error('Expected a call that needs input')
      await this.storage.put('open', open.continuation)
      return { inputRequests: open.inputRequests }
    }
    const continuation = (await this.storage.get<Continuation>('open'))!
    const { name, arguments: given } = continuation.params as { name: string; arguments: Record<string, unknown> }
    return client.callTool(name, given, { resume: { ...continuation, inputResponses: errand.finish as never } })
  }
}

interface Environment {
  DESK: { idFromName(name: string): unknown; get(id: unknown): { fetch(request: Request): Promise<Response> } }
}

export default {
  fetch(request: Request, { DESK }: Environment): Promise<Response> {
    return DESK.get(DESK.idFromName(new URL(request.url).pathname)).fetch(request)
  },
}
