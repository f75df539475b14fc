/** Compares the tools of a server with what they were when its types were written. */
import { McpError } from '../core/errors.ts'
import type { AnyServer, CallToolOptions, Change, Client, ListOptions, Subscription } from '../core/index.ts'
import { onAbort } from '../core/util/on-abort.ts'
import { runSafely } from '../core/util/run-safely.ts'
import type { Tool, ToolArguments } from '../types/tools.ts'
import { toolDigests } from './digest.ts'

/** How the tools of a server differ from the digests. */
export interface Drift {
  /** The names of tools that promise something else. */
  changed: string[]
  /** The names of tools that the server no longer lists. */
  removed: string[]
  /** The names of tools that are new. */
  added: string[]
}

/** The options of `watchDrift()`. */
export interface WatchDriftOptions {
  /** Called when a list differs from the digests, in another way than the last one. */
  onDrift?: ((drift: Drift) => void) | undefined
  /** Whether calls of tools that were changed, removed or added are refused with a DriftError. @default false */
  refuse?: boolean | undefined
}

/** A tool was not called, since it is not the one that the digests describe. */
export class DriftError extends McpError<{ reason: keyof Drift; tool: string }> {
  override readonly code: 'drift' = 'drift'
  /** What became of the tool. */
  declare readonly reason: keyof Drift
  /** The name of the tool. */
  declare readonly tool: string

  constructor(reason: keyof Drift, tool: string) {
    const message = `The tool ${tool} was ${reason} since the types were written. Run mcp-over-fetch types again`
    super(message, { delivery: 'not-executed', reason, tool })
  }
}

/**
 * The same client, which compares the tools that the server lists with the digests of the file that `mcp-over-fetch types`
 * wrote. Use it in place of the client. With `refuse` it lists the tools before the first call, and again before the first
 * one after a change that `listen()` reported.
 *
 * @example
 * const client = watchDrift(await connect<Docs>(url), docsDigests, { onDrift: console.warn, refuse: true })
 */
export function watchDrift<Server extends AnyServer>(
  client: Client<Server>,
  digests: Readonly<Record<string, string>>,
  { onDrift, refuse = false }: WatchDriftOptions = {},
): Client<Server> {
  let known: Promise<Map<string, keyof Drift>> | undefined
  let lastSeen = '{"changed":[],"removed":[],"added":[]}'
  const replaced: Record<PropertyKey, unknown> = {
    async listTools(options?: ListOptions) {
      const tools = await client.listTools(options)
      known = compare(tools)
      await known
      return tools
    },
    ...(refuse && { callTool, request }),
    listen(...args: Parameters<typeof client.listen>) {
      const subscription = client.listen(...args)
      const watched: Subscription = {
        [Symbol.asyncIterator]: () => watched,
        async next() {
          const { value, done } = await subscription.next()
          if (done || /^(tools|may-have-changed|closed)$/.test(value.type)) known = undefined
          return { value, done } as IteratorResult<Change>
        },
        return: () => subscription.return!(),
        close: () => subscription.close(),
      }
      return watched
    },
  }
  // The client may be a class with private members, which know only the client itself.
  return new Proxy(client, {
    get(target, name) {
      if (Object.hasOwn(replaced, name)) return replaced[name]
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

  async function callTool(name: string, args?: ToolArguments, options?: CallToolOptions): Promise<unknown> {
    await check(name, options?.signal)
    return (client as Client).callTool(name, args, options)
  }

  async function request(...[method, params, options]: Parameters<Client['request']>): Promise<unknown> {
    if (method === 'tools/call') await check(`${params?.name}`, options?.signal)
    return client.request(method, params, options)
  }

  async function check(name: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    known ??= readTools()
    const drift = await untilAborted(known, signal)
    const reason = drift.get(name) ?? (Object.hasOwn(digests, name) ? undefined : 'added')
    if (reason) throw new DriftError(reason, name)
  }

  /** For all calls that wait for it, so that none of their signals ends it. */
  function readTools(): Promise<Map<string, keyof Drift>> {
    const reading = client.listTools({ cacheMode: 'refresh' }).then(compare)
    // A list that could not be read proves nothing: the next call asks again.
    reading.catch(() => {
      if (known === reading) known = undefined
    })
    return reading
  }

  async function compare(tools: readonly Tool[]): Promise<Map<string, keyof Drift>> {
    const current = await toolDigests(tools)
    const drift: Drift = { changed: [], removed: [], added: [] }
    // Which one of two tools with the same name a model reads, and which one a call reaches, is up to others.
    const [once, twice] = [new Set<string>(), new Set<string>()]
    for (const { name } of tools) (once.has(name) ? twice : once).add(name)
    for (const [name, digest] of Object.entries(digests)) {
      if (!Object.hasOwn(current, name)) drift.removed.push(name)
      else if (!digest || current[name] !== digest || twice.has(name)) drift.changed.push(name)
    }
    for (const name of Object.keys(current)) if (!Object.hasOwn(digests, name)) drift.added.push(name)
    const seen = JSON.stringify(drift)
    if (seen !== lastSeen && onDrift) runSafely(() => onDrift(drift))
    lastSeen = seen
    const reasons = Object.entries(drift) as [keyof Drift, string[]][]
    return new Map(reasons.flatMap(([reason, names]) => names.map((name) => [name, reason] as const)))
  }
}

function untilAborted<Value>(value: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = signal && onAbort(signal, () => reject(signal.reason))
  })
  return Promise.race([value, aborted]).finally(stop)
}
