/** How streams are parsed. */
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { textContent } from '../steps/content.ts'

export const parsing: Scenario[] = [
  {
    name: 'line ends, comments, unknown events, empty data, a byte order mark and multi-line data are all parsed',
    ids: ['R-27'],
    async run({ connect, server, assert }) {
      for (const lineEnd of ['\n', '\r\n', '\r'] as const) {
        const pretty = JSON.stringify(
          { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'é✓😀' } },
          null,
          2,
        )
        await server.script({
          on: { rpcMethod: 'tools/call' },
          do: [
            { stream: { lineEnd } },
            { frame: '\uFEFF' },
            { comment: 'hello' },
            { event: { id: 'p1', data: '' } },
            { event: { event: 'keepalive', data: '{}' } },
            { event: { data: 'not json' } },
            { event: { data: pretty } },
            { answer: true },
          ],
        })
        const ignored: unknown[] = []
        const logs: unknown[] = []
        const client = await connect({
          onEvent: (event) => event.type === 'ignored' && ignored.push(event.value),
        })
        const result = await client.callTool('echo', { text: 'é✓😀' }, { onLog: ({ data }) => logs.push(data) })
        assert.equal(result.content, [{ type: 'text', text: 'é✓😀' }])
        assert.equal(logs, ['é✓😀'])
        assert.equal(ignored, ['not json'])
      }
    },
  },
  {
    name: 'a stream that arrives byte by byte is parsed',
    async run({ connect, server, proxy, assert }) {
      const bytewise = await proxy({ split: 1 })
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [{ stream: { lineEnd: '\r\n' } }, { notify: 2 }, { answer: true }],
      })
      const client = await connect({ url: bytewise.url })
      let progress = 0
      const result = await client.callTool('echo', { text: 'é✓😀' }, { onProgress: () => progress++ })
      assert.equal(result.content, [{ type: 'text', text: 'é✓😀' }])
      assert.equal(progress, 2)
    },
  },
  {
    name: 'a thousand messages on one stream arrive in order, and a large result arrives whole',
    async run({ connect, assert }) {
      const client = await connect()
      const seen: number[] = []
      await client.callTool('count', { to: 1000 }, { onProgress: ({ progress }) => seen.push(progress) })
      assert.equal(
        seen,
        Array.from({ length: 1000 }, (_, index) => index + 1),
      )
      const { content } = await client.callTool('big', { bytes: 2_000_000 })
      assert.equal((content[0] as { text: string }).text.length, 2_000_000)
    },
  },
  ...inBothEras({
    name: 'comments, empty data and unknown events between messages are skipped',
    ids: ['protocol:Z-12'],
    async run(world) {
      const { connect, server, assert } = world
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [
          { stream: {} },
          { comment: 'hello' },
          { frame: ': \n\nevent: noise\ndata: not json\n\ndata: \n\nretry: soon\n\nid: 7\n\n' },
          { answer: true },
        ],
      })
      const client = await connect()
      assert.equal((await client.callTool('echo', { text: 'x' })).content, textContent('x'))
    },
  }),
]
