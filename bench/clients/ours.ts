/** Our client with its default options. */
import { connect } from '../../src/core/index.ts'
import type { BenchClient } from './bench-client.ts'

export async function open(url: string): Promise<BenchClient> {
  const client = await connect(url)
  await client.listTools()

  return {
    async call(name, args) {
      const { content } = await client.callTool(name, args)
      const [block] = content
      return block?.type === 'text' ? block.text : ''
    },
    async progress() {
      let seen = 0
      const onProgress = () => {
        seen++
      }
      await client.callTool('progress', {}, { onProgress })
      return seen
    },
    close: () => client.close(),
  }
}
