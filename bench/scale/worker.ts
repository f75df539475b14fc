/** A Worker that lists and calls once for each request, as an application does. */
import { connect } from '../../src/core/index.ts'
import { type KvNamespace, kvStore } from '../../src/workers/index.ts'

interface Environment {
  KV: KvNamespace
  STORES: string
}

const memory = new Map()

export default {
  async fetch(request: Request, { KV, STORES }: Environment): Promise<Response> {
    const store = STORES === 'KV' ? kvStore(KV) : undefined
    const client = await connect(request.headers.get('x-server')!, {
      eraCache: store ?? memory,
      ...(store && { cache: store }),
      cachePartition: () => 'everybody',
    })
    await client.listTools()
    await client.callTool('echo', {})
    await client.close()
    return new Response('done')
  },
}
