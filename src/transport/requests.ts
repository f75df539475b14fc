/** Requests of the host, translated: servers of 2026-07-28 lack some of them, and answer others in several rounds. */
import type { Client, CustomRequestOptions, LoggingLevel } from '../core/index.ts'
import type { Params } from '../types/jsonrpc.ts'

type Options = Pick<CustomRequestOptions, 'signal' | 'onProgress' | 'onLog'>

type Run = (client: Client, params: Params, options: Options) => Promise<object | undefined>

/** What a host may ask of a server that speaks 2026-07-28. Nothing is answered from the cache: the host asked the server. */
const MODERN: Record<string, Run> = {
  // Known tools are needed for the headers that repeat their arguments.
  async 'tools/list'(client, { cursor, _meta }, { signal }) {
    const options = {
      signal,
      cursor: cursor as string | undefined,
      meta: _meta as Params,
      cacheMode: 'refresh',
    } as const
    const { items: tools, nextCursor } = await client.listPage('tools', options)
    return { tools, nextCursor }
  },
  'tools/call': (client, { name, arguments: args, _meta }, options) =>
    client.callTool(name as string, args as object, { ...options, meta: _meta as Params }),
  'resources/read': (client, { uri, _meta }, options) =>
    client.readResource(uri as string, { ...options, meta: _meta as Params, cacheMode: 'refresh' }),
  'prompts/get': (client, { name, arguments: args, _meta }, options) =>
    client.getPrompt(name as string, args as Record<string, string>, { ...options, meta: _meta as Params }),
  ping: (client, _, { signal }) => client.ping({ signal }) as Promise<undefined>,
}

/** The result for the host. Any other request goes to the server as it is. */
export async function runRequest(
  client: Client,
  method: string,
  params: Params,
  options: CustomRequestOptions,
): Promise<object> {
  if (method === 'logging/setLevel') {
    await client.setLoggingLevel(params.level as LoggingLevel, { signal: options.signal })
    return {}
  }
  const run = client.connection.era === 'modern' && Object.hasOwn(MODERN, method) ? MODERN[method] : undefined
  const { signal, onProgress, onLog } = options
  if (!run) return client.request(method, params, options)
  return (await run(client, params, { signal, onProgress, onLog })) ?? {}
}
