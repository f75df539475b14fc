/** A Worker that caches in KV or in the Cache API, and streams the progress of a call. */
import { connect } from '../../../src/core/index.ts'
import {
  cacheApiStore,
  type KvNamespace,
  kvStore,
  progressResponse,
  type WorkerStore,
} from '../../../src/workers/index.ts'

interface Environment {
  KV: KvNamespace
}

export default {
  async fetch(
    request: Request,
    env: Environment,
    context: { waitUntil(promise: Promise<unknown>): void },
  ): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/slow') {
      const client = await connect('https://mock.example/mcp')
      return progressResponse((options) => client.callTool('slow', { steps: 3, ms: 3 }, options))
    }
    if (pathname === '/fails') {
      const client = await connect('https://mock.example/mcp')
      return progressResponse((options) => client.callTool('fails', {}, options))
    }
    if (pathname === '/forever') {
      const client = await connect('https://mock.example/mcp', { versions: ['2025-11-25'] })
      return progressResponse(
        (options) => {
          const call = client.callTool('forever', {}, options)
          // Otherwise workerd ends the request with its reader, before the server could be told.
          context.waitUntil(call.catch(() => {}).then(() => client.close()))
          return call
        },
        { keepAlive: 50 },
      )
    }
    const store = pathname.startsWith('/kv') ? kvStore(env.KV) : cacheApiStore()
    if (pathname.endsWith('/store')) return Response.json(await useStore(store, 'https://a.example/mcp'))
    // KV allows 512 bytes in a key.
    if (pathname.endsWith('/long')) return Response.json(await useStore(store, `https://a.example/${'x'.repeat(600)}`))
    // The isolate remembers nothing: each request has stores of its own.
    const user = searchParams.get('user') ?? 'ada'
    const client = await connect('https://mock.example/mcp', {
      cache: store,
      eraCache: store,
      cachePartition: () => user,
    })
    const tools = await client.listTools(pathname.endsWith('/refresh') ? { cacheMode: 'refresh' } : {})
    const names = tools.map(({ name }) => name)
    await client.close() // which waits for what is being written
    return Response.json(names)
  },
}

/** Keys as the client builds them. */
async function useStore(store: WorkerStore, url: string): Promise<unknown> {
  const expires = Date.now() + 60_000
  const keys = [
    `${url} tools/list %3Aada ["",{}]`,
    `${url} tools/list %3Aeve ["",{}]`,
    `${url} tools/list  ["",{}]`,
    `${url} prompts/list  ["",{"long":"${'x'.repeat(2_000)}"}]`,
  ]
  const found = async () => Promise.all(keys.map(async (key) => (await store.get(key))?.result ?? null))
  const steps: Record<string, unknown> = { empty: await found() }
  for (const [index, key] of keys.entries()) await store.set(key, { result: `{"n":${index}}`, expires })
  steps.filled = await found()
  await store.deletePrefix(keys[0]!)
  steps.oneDeleted = await found()
  await store.deletePrefix(`${url} tools/list `)
  steps.methodDeleted = await found()
  await store.set(keys[1]!, { result: '{"n":"again"}', expires })
  steps.setAgain = await found()
  await store.set(url, { era: 'legacy', transport: 'sse', protocolVersion: '2024-11-05', checkedAt: 1 })
  steps.era = await store.get(url)
  return steps
}
