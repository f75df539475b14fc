/** Registers the tools of a server with the agent of the browser; `world` lets the test act in the page. */
import { modelTools, registerWebMcpTools } from '../../../src/tools/index.ts'
import { createWorld } from './ten-tools.ts'

const { client, server } = await createWorld()
const tools = await modelTools(client, { approve: ({ name }) => name !== 'travel' })
const unregister = await registerWebMcpTools(tools)

interface OwnModelContext {
  getTools(): Promise<{ name: string }[]>
  executeTool(tool: object, input: object, options: { signal: AbortSignal }): Promise<unknown>
}

const { modelContext } = document as unknown as { modelContext: OwnModelContext }

const world = {
  /** How the server saw the call end. */
  async abortWaiting(): Promise<string | undefined> {
    const stop = new AbortController()
    const waiting = (await modelContext.getTools()).find(({ name }) => name === 'wait')!
    const call = modelContext.executeTool(waiting, {}, { signal: stop.signal })
    const calls = () => server.journal.calls('tools/call', 'wait')
    await server.journal.until(() => calls().length > 0)
    stop.abort()
    await Promise.resolve(call).catch(() => undefined)
    await server.journal.until(() => calls()[0]?.request.ended !== undefined)
    return calls()[0]?.request.ended
  },
  /** The error of the browser. */
  registerAgain: () => registerWebMcpTools(tools).then(() => 'registered', String),
  unregister,
  /** How many there were before the abort. */
  async registerUntilAborted(): Promise<number> {
    const stop = new AbortController()
    await registerWebMcpTools(await modelTools(client, { allow: ['area'] }), { signal: stop.signal })
    const { length } = await modelContext.getTools()
    stop.abort()
    return length
  },
}

export type WebMcpPage = typeof world

Object.assign(globalThis, { world })
