/** What the hooks promise beyond the view of a store: tools, calls, providers and changes of the address. */
import { McpProvider, type ToolCall, useMcp, useMcpGroup, useMcpTools, useTool } from 'mcp-over-fetch/react'
import { createMcpGroupStore, createMcpStore } from 'mcp-over-fetch/store'
import { createElement as h, type ReactNode, StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Server } from '../../../playground/server/control/control.ts'
import { createInProcess } from '../../../playground/server/control/in-process.ts'
import type { McpStore, McpView } from '../../../src/store/index.ts'
import { createClock } from '../../../src/testing/clock/clock.ts'
import { createSeededRandom } from '../../../src/testing/clock/seeded-random.ts'
import { assert } from '../../scenarios/assert.ts'

interface HookWorld {
  server: Server
  store: McpStore
  render(children: ReactNode): void
  unmount(): void
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

async function until(test: () => boolean, what: string): Promise<void> {
  for (const end = performance.now() + 3_000; !test(); await pause(5)) {
    if (performance.now() > end) throw new Error(`it never came to ${what}`)
  }
}

/** A component that shows nothing and hands on what a hook returns at each render. */
function createProbe<Value>(useHook: () => Value): { Probe: () => null; values: Value[]; last(): Value } {
  const values: Value[] = []
  const Probe = () => {
    values.push(useHook())
    return null
  }
  return { Probe, values, last: () => values.at(-1)! }
}

const promises: Record<string, (world: HookWorld) => Promise<void>> = {
  async 'a provider gives its store to all hooks inside: one connection'({ render, store, server }) {
    const one = createProbe(() => useMcp())
    const tools = createProbe(() => useMcpTools())
    render(h(McpProvider, { store }, h(one.Probe), h(tools.Probe)))
    await until(() => one.last().status === 'ready', 'ready')
    assert(tools.last().length > 0, 'the tools are there')
    assert.same(tools.last(), one.last().tools)
    assert.equal((await server.methods()).filter((method) => method === 'initialize').length, 1)
  },

  async 'useMcpTools renders again only when the tools change'({ render, store }) {
    const { Probe, values, last } = createProbe(() => useMcpTools(store))
    render(h(Probe))
    await until(() => last().length > 0, 'tools')
    await until(() => store.get().status === 'ready', 'ready')
    const renders = values.length
    await store.refresh()
    await store.callTool('test_trigger_prompt_change')
    await pause(30)
    assert.equal(values.length, renders)
  },

  async 'useTool shows progress and the result of a call'({ render, store }) {
    const { Probe, values, last } = createProbe(() => useTool('count', store))
    render(h(Probe))
    await until(() => last().tool !== undefined, 'the definition of the tool')
    assert.match(last(), { pending: false, progress: undefined, result: undefined, error: undefined })
    const result = await last().call({ to: 3, every: 5 })
    await until(() => !last().pending, 'the end of the call')
    assert.same(last().result, result)
    assert(
      values.some(({ pending, progress }) => pending && progress?.progress === 2),
      'progress was shown',
    )
    assert.equal((last().result!.content[0] as { text: string }).text, 'counted to 3')
  },

  async 'useTool cancels a call, and a cancelled call is no error'({ render, store, server }) {
    const { Probe, last } = createProbe(() => useTool('slow', store))
    render(h(Probe))
    const call = last().call({ ms: 60_000 })
    await server.until((journal) => journal.some(({ rpcMethod }) => rpcMethod === 'tools/call'))
    assert.equal(last().pending, true)
    last().cancel()
    assert.equal(await call, undefined)
    await until(() => !last().pending, 'the end of the call')
    assert.match(last(), { result: undefined, error: undefined })
    await server.until((journal) => journal.some(({ rpcMethod }) => rpcMethod === 'notifications/cancelled'))
  },

  async 'a second call of useTool cancels the first and shows only its own outcome'({ render, store }) {
    const { Probe, last } = createProbe(() => useTool('slow', store))
    render(h(Probe))
    const first = last().call({ ms: 60_000 })
    const second = last().call({ ms: 5 })
    assert.equal([await first, (await second)?.isError ?? false], [undefined, false])
    await until(() => !last().pending, 'the end of the call')
    assert.equal((last().result!.content[0] as { text: string }).text, 'waited 5 ms')
  },

  async 'errors of a call are values, and another tool has a state of its own'({ render, store }) {
    let name = 'throw'
    const { Probe, last } = createProbe((): ToolCall => useTool(name, store))
    render(h(Probe))
    assert.equal(await last().call(), undefined)
    await until(() => last().error !== undefined, 'an error')
    assert.match(last().error, { code: 'rpc' })
    name = 'echo'
    render(h(Probe))
    assert.match(last(), { pending: false, result: undefined, error: undefined })
  },

  async 'another key makes another store, and the same key none'({ render, server, store }) {
    const options = (user: string) => ({
      fetch: fetchOf(store),
      versions: ['2025-11-25'] as const,
      grace: 20,
      key: user,
    })
    let user = 'Ada'
    const { Probe, last } = createProbe((): McpView & McpStore => useMcp(server.url, options(user)))
    const sessions = async () => (await server.methods()).filter((method) => ['initialize', 'DELETE'].includes(method))
    render(h(Probe))
    await until(() => last().status === 'ready', 'ready')
    render(h(Probe))
    assert.equal(await sessions(), ['initialize'])
    user = 'Bob'
    render(h(Probe))
    assert.equal(last().tools, [], 'nothing of the other user is shown')
    await until(() => last().status === 'ready', 'ready again')
    await server.until((journal) => journal.some(({ httpMethod }) => httpMethod === 'DELETE'))
    assert.equal((await sessions()).sort(), ['DELETE', 'initialize', 'initialize'])
  },

  async 'useMcpGroup shows servers as they are added and removed, and calls their tools'({ render, server, store }) {
    const group = createMcpGroupStore({}, { fetch: fetchOf(store), versions: ['2025-11-25'], grace: 20 })
    const { Probe, values, last } = createProbe(() => useMcpGroup(group))
    render(h(Probe))
    await until(() => last().status === 'ready', 'ready without servers')
    last().add('one', server.url)
    await until(() => last().servers.one?.status === 'ready', 'the server is ready')
    await until(() => last().tools.length > 0, 'tools')
    const echo = last().tools.find(({ name }) => name.endsWith('echo'))!
    assert.match(await last().callTool(echo.name, { text: 'hello' }), { content: [{ type: 'text', text: 'hello' }] })
    const { length } = values
    render(h(Probe))
    assert.same(values[length]!.tools, values[length - 1]!.tools, 'a render without a change keeps the list')
    await last().remove('one')
    await until(() => last().tools.length === 0, 'no tools')
    assert.equal(Object.keys(last().servers), [])
    await group.dispose()
    await server.until((journal) => journal.some(({ httpMethod }) => httpMethod === 'DELETE'))
  },

  async 'a hook without a source and without a provider says what is missing'({ render }) {
    const { Probe, last } = createProbe(() => {
      try {
        return String(useMcp().status)
      } catch (error) {
        return String(error)
      }
    })
    render(h(Probe))
    assert(/a URL or a store.*McpProvider/.test(last()), last())
  },
}

const fetches = new WeakMap<McpStore, typeof globalThis.fetch>()
const fetchOf = (store: McpStore) => {
  const fetch = fetches.get(store)!
  return (url: string, init?: object) => fetch(url, init)
}

/** Runs all promises; the texts of the failures, by promise. */
export async function run(): Promise<Record<string, string | undefined>> {
  const outcomes: Record<string, string | undefined> = {}
  for (const [name, promise] of Object.entries(promises)) {
    outcomes[name] = await runOne(promise).then(
      () => undefined,
      (error) => String(error?.stack ?? error),
    )
  }
  return outcomes
}

async function runOne(promise: (world: HookWorld) => Promise<void>): Promise<void> {
  const { fetch, control: server } = createInProcess({ clock: createClock(), random: createSeededRandom(1) })
  const store = createMcpStore(server.url, { fetch, versions: ['2025-11-25'], grace: 20 })
  fetches.set(store, fetch as typeof globalThis.fetch)
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  try {
    await promise({
      server,
      store,
      render: (children) => flushSync(() => root.render(h(StrictMode, null, children))),
      unmount: () => root.unmount(),
    })
  } finally {
    root.unmount()
    await store.dispose()
    await server.dispose()
  }
}
