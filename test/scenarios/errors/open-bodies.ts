/** Error responses whose body stays open: the status does not wait for it. */
import type { Step } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import { onCall, onEveryGet } from '../steps/calls.ts'
import { textContent } from '../steps/content.ts'
import { failsOnce } from '../steps/fails-once.ts'

/** A response with this status and beginning, which never ends. */
const openBody = (status: number, type: string, beginning = ''): Step[] => [
  { stream: { status, headers: { 'content-type': type } } },
  // Some runtimes report a response only with its first bytes.
  { frame: beginning || ':\n\n' },
  { hold: 'forever' },
]

export const openBodies: Scenario[] = [
  {
    name: 'an error status with a body that stays open is told at once, and the body is given up',
    ids: ['D-14'],
    async run(world) {
      const account = world.ledger()
      const connect: typeof world.connect = (options) => world.connect({ ...options, fetch: account.fetch })
      for (const [status, type, beginning, bodyPreview] of [
        [500, 'text/event-stream', 'data: why\n\n', ''],
        [403, 'text/html', '<h1>No</h1>', '<h1>No</h1>'],
        [413, 'text/plain', 'too much', 'too much'],
      ] as const) {
        const rule = onCall(...openBody(status, type, beginning))
        await failsOnce({ ...world, connect }, rule, { code: 'http', status, bodyPreview })
      }
      await account.settled()
    },
  },
  {
    name: 'a JSON-RPC error is understood although its body stays open',
    async run(world) {
      const json = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32050, message: 'why', data: [1] } })
      const rule = onCall(...openBody(400, 'application/json', json))
      await failsOnce(world, rule, { code: 'rpc', rpcCode: -32050, data: [1], status: 400 })
    },
  },
  {
    name: 'a lost session is replaced although the body of the refusal stays open',
    ids: ['K-03'],
    async run({ connect, server, assert }) {
      for (const type of ['text/event-stream', 'text/plain']) {
        await server.script(onCall(...openBody(404, type)))
        const client = await connect()
        assert.equal((await client.callTool('echo', { text: 'healed' })).content, textContent('healed'))
        await client.close()
      }
      assert.equal((await server.methods()).filter((method) => method === 'initialize').length, 4)
    },
  },
  {
    name: 'a refusal of the listening stream that stays open holds no connection',
    async run({ connect, server, ledger, assert }) {
      await server.script(onEveryGet(...openBody(405, 'text/event-stream')))
      const account = ledger()
      const client = await connect({ fetch: account.fetch, handlers: { roots: () => [] } })
      await server.until((entries) =>
        entries.some(({ httpMethod, ended }) => httpMethod === 'GET' && ended === 'client-left'),
      )
      await account.settled()
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  },
]
