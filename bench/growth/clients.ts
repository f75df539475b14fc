/** Our client and the bare loop over a `fetch` in memory. */
import { connect } from '../../src/core/index.ts'
import { open } from '../clients/bare.ts'
import type { MemoryFetch } from './memory-server.ts'

export interface GrowthClient {
  /** Gives the number of tools. */
  list(): Promise<number>
  /** Gives the length of the text. */
  call(name: string, count: number): Promise<number>
  /** Gives the number of notifications. */
  progress(count: number): Promise<number>
}

export type OpenGrowthClient = (fetch: MemoryFetch) => Promise<GrowthClient>

const url = 'http://memory.example/2026-07-28/'
/** Larger than the largest message of the curves. */
const messageBytes = 512 * 1024 * 1024

export const ours: OpenGrowthClient = async (fetch) => {
  const client = await connect(url, { fetch, limits: { messageBytes } })
  await client.listTools()
  return {
    list: async () => (await client.listTools({ cacheMode: 'refresh' })).length,
    async call(name, count) {
      const [block] = (await client.callTool(name, { count })).content
      return block?.type === 'text' ? block.text.length : 0
    },
    async progress(count) {
      let seen = 0
      const onProgress = () => {
        seen++
      }
      await client.callTool('progress', { count }, { onProgress })
      return seen
    },
  }
}

export const bare: OpenGrowthClient = async (fetch) => {
  const client = await open(url, fetch)
  return {
    list: client.list,
    call: async (name, count) => (await client.call(name, { count })).length,
    progress: client.countProgress,
  }
}
