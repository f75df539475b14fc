/** Effect: `node effect.mjs <modern|legacy> <port>`; without GET streams and without stored events. */
import { serve } from '@hono/node-server'
import { Context, Effect, Layer } from 'effect'
import { McpProtocol, McpSchema, McpServer } from 'effect/ai'
import { HttpRouter } from 'effect/http'
import { work, workSchema } from './ledger.mjs'

const text = (value) => new McpSchema.CallToolResult({ content: [{ type: 'text', text: value }] })

const registrations = Layer.effectDiscard(
  Effect.gen(function* () {
    const registry = yield* McpServer.McpServer
    yield* addTool('work', workSchema, (args) =>
      Effect.gen(function* () {
        const context = yield* Effect.context()
        const { requestMetadata } = yield* McpSchema.McpRequestContext
        const progressToken = requestMetadata?.progressToken
        const report = (progress, total) => {
          if (progressToken === undefined) return undefined
          const sending = registry.notifications['notifications/progress']({ progressToken, progress, total })
          return Effect.runPromiseWith(context)(sending)
        }
        return text(yield* Effect.promise(() => work(args, report)))
      }),
    )
    yield* addTool('change', { type: 'object' }, () =>
      Effect.as(registry.notifications['notifications/tools/list_changed']({}), text('changed')),
    )

    function addTool(name, inputSchema, handle) {
      const tool = new McpSchema.Tool({ name, description: name, inputSchema })
      return registry.addTool({ tool, annotations: Context.empty(), handle })
    }
  }),
)

const endpoint = McpServer.layerHttp({
  name: 'chaos',
  version: '1.0.0',
  path: '/mcp',
  protocols: [McpProtocol[process.argv[2] === 'modern' ? 'v2026_07_28' : 'v2025_11_25']],
  allowSessionTermination: true,
  registrations,
})
const { handler } = HttpRouter.toWebHandler(endpoint, { disableLogger: true })
serve({ fetch: (request) => handler(request), port: Number(process.argv[3]), hostname: '127.0.0.1' })
