/** The scenarios about recording and replaying. */
import type { Client, ConnectOptions } from '../../../src/core/index.ts'
import { record, replay, type Tape } from '../../../src/testing/index.ts'
import type { Scenario, World } from '../scenario.ts'
import { onCall, textsOf } from '../steps/calls.ts'

type Connect = (options: ConnectOptions) => Promise<Client>

const handlers = { elicit: () => ({ action: 'accept' as const, content: { name: 'Ada' } }) }

/** Records what a client does, and compares with what another one gets from the tape while the server knows nothing. */
async function playAgain(
  { server, assert }: World,
  connect: Connect,
  act: (client: Client) => Promise<unknown>,
): Promise<Tape> {
  const use = async (fetch: typeof globalThis.fetch) => {
    const client = await connect({ fetch, handlers, eraCache: new Map() })
    const outcome = await act(client)
    await client.close()
    return outcome
  }
  const recording = record((...args: Parameters<typeof fetch>) => fetch(...args))
  const outcome = await use(recording.fetch)
  const tape = JSON.parse(JSON.stringify(await recording.tape())) as Tape
  const requests = (await server.journal()).length
  const replayed = replay(tape)
  assert.equal(await use(replayed), outcome)
  replayed.expectDone()
  assert.equal((await server.journal()).length, requests)
  return tape
}

/** Lists, calls with progress, and answers a question. */
async function converse(client: Client): Promise<unknown> {
  const log: unknown[] = [(await client.listTools()).length]
  const onProgress = ({ progress }: { progress: number }) => log.push(progress)
  log.push(textsOf(await client.callTool('count', { to: 3 }, { onProgress })))
  log.push(textsOf(await client.callTool('ask', { message: 'Qui êtes-vous ? 😀' })))
  return log
}

export const tape: Scenario[] = [
  {
    name: 'a recorded conversation is replayed without the server, in the stateless era',
    run: async (world) => void (await playAgain(world, world.connectModern, converse)),
  },
  {
    name: 'a recorded conversation is replayed without the server, with a session',
    async run(world) {
      const tape = await playAgain(world, world.connect, converse)
      const sessions = tape.entries.flatMap(({ request }) => request.headers['mcp-session-id'] ?? [])
      world.assert.equal([...new Set(sessions)], ['__mcp-session-id_1__'])
    },
  },
  {
    name: 'a recorded conversation is replayed without the server, over HTTP+SSE',
    async run(world) {
      const connect: Connect = (options) => world.connect({ url: world.server.sseUrl, ...options })
      await playAgain(world, connect, converse)
    },
  },
  {
    name: 'a stream that was resumed is replayed',
    async run(world) {
      const prime = { prime: { id: 'p1', retry: 10 } }
      await world.server.script(onCall({ stream: {} }, prime, { closeConnection: true }, { answer: true }))
      const tape = await playAgain(world, world.connect, async (client) =>
        textsOf(await client.callTool('echo', { text: 'x' })),
      )
      const cursors = tape.entries.flatMap(({ request }) => request.headers['last-event-id'] ?? [])
      world.assert.equal(cursors, ['p1'])
    },
  },
  {
    name: 'a call that was aborted is replayed, and its stream stays open until it is aborted again',
    async run(world) {
      const tape = await playAgain(world, world.connectModern, async (client) => {
        const stop = new AbortController()
        const onProgress = () => stop.abort('enough')
        const options = { signal: stop.signal, onProgress }
        return client.callTool('count', { to: 2, every: 100 }, options).catch((reason) => reason)
      })
      world.assert.equal(tape.entries.at(-1)!.response!.ended, 'cancelled')
    },
  },
]
