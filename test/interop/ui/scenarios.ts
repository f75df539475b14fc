/** What a user interface over a store promises, the same on every library. It runs in a page, with the mock server in it. */
import { createMcpStore } from 'mcp-over-fetch/store'
import type { Server } from '../../../playground/server/control/control.ts'
import { createInProcess } from '../../../playground/server/control/in-process.ts'
import type { McpStore, McpStoreOptions } from '../../../src/store/index.ts'
import { createClock } from '../../../src/testing/clock/clock.ts'
import { createSeededRandom } from '../../../src/testing/clock/seeded-random.ts'
import { assert } from '../../scenarios/assert.ts'
import { form } from '../../scenarios/steps/input-required.ts'
import type { Binding, Mounted } from './binding.ts'

/** Milliseconds until a store without users closes. */
const GRACE = 60

interface UiWorld {
  server: Server
  store: McpStore
  options: McpStoreOptions
  /** Mounts the component with the store, or with the address of the server. */
  mount(source?: McpStore | string): Mounted
  /** Waits until the attributes of the section are these. */
  shows(attributes: Record<string, string | number>): Promise<void>
  section(): HTMLElement
  /** How often the server received `initialize` and `DELETE`. */
  sessions(): Promise<[opened: number, closed: number]>
}

type Promises = Record<string, (world: UiWorld) => Promise<void>>

const promises: Promises = {
  async 'shows a connection from idle to ready'({ mount, shows, section, sessions }) {
    mount()
    assert.equal(section().dataset.status, 'idle')
    await shows({ status: 'ready' })
    assert(Number(section().dataset.tools) > 0, 'the tools are shown')
    assert.equal(await sessions(), [1, 0])
  },

  async 'shows a change at the server'({ mount, store, shows, section }) {
    mount()
    await shows({ status: 'ready' })
    const before = Number(section().dataset.tools)
    await store.callTool('test_trigger_tool_change')
    await shows({ tools: before + 1 })
  },

  async 'shows a question, and sends its answer'({ mount, store, server, shows, section }) {
    mount()
    await shows({ status: 'ready' })
    const request = { ...form(), id: 'question' }
    const steps = [{ stream: {} }, { serverRequest: request, wait: true }, { answer: true }] as const
    await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [...steps] })
    const call = store.callTool('echo', { text: 'asked' })
    await shows({ questions: 1 })
    section().querySelector('button')!.click()
    await shows({ questions: 0 })
    await call
    const answers = (await server.journal()).map(({ body }) => body as { id?: string; result?: object } | undefined)
    const sent = answers.find((body) => body?.id === 'question')
    assert.equal(sent?.result, { action: 'accept', content: { name: 'Ada' } })
  },

  async 'makes no request in 1,000 updates'({ mount, shows, server }) {
    const { update } = mount()
    await shows({ status: 'ready' })
    const before = (await server.journal()).length
    for (let count = 0; count < 1_000; count++) update()
    await shows({ status: 'ready', updates: 1_000 })
    await pause(2 * GRACE)
    assert.equal((await server.journal()).length, before)
  },

  async 'keeps the connection when it is unmounted and mounted again, and closes it once after the grace'(world) {
    const { mount, shows, sessions, store, server } = world
    mount().unmount()
    mount().unmount()
    const { unmount } = mount()
    await shows({ status: 'ready' })
    await pause(2 * GRACE)
    assert.equal(await sessions(), [1, 0])
    unmount()
    await server.until((journal) => journal.some(({ httpMethod }) => httpMethod === 'DELETE'))
    await pause(2 * GRACE)
    assert.equal([store.get().status, ...(await sessions())], ['idle', 1, 1])
  },

  async 'shows a failure, and what retry() comes to'({ mount, shows, server, store }) {
    await server.script({ on: {}, do: [{ respond: { status: 404 } }] })
    mount()
    await shows({ status: 'failed', tools: 0 })
    await server.script()
    store.retry()
    await shows({ status: 'ready' })
  },
}

/** For bindings whose component makes the store itself. */
const promisesWithAddress: Promises = {
  async 'connects once with inline options, also in StrictMode, and closes once'({ mount, shows, sessions, server }) {
    const { update, unmount } = mount(server.url)
    await shows({ status: 'ready' })
    const before = (await server.journal()).length
    for (let count = 0; count < 1_000; count++) update()
    await shows({ status: 'ready', updates: 1_000 })
    await pause(2 * GRACE)
    assert.equal((await server.journal()).length, before, '1,000 renders with inline options make no request')
    assert.equal(await sessions(), [1, 0])
    unmount()
    await server.until((journal) => journal.some(({ httpMethod }) => httpMethod === 'DELETE'))
    await pause(2 * GRACE)
    assert.equal(await sessions(), [1, 1])
  },
}

/** Runs all promises; the texts of the failures, by promise. */
export async function run(binding: Binding): Promise<Record<string, string | undefined>> {
  const all = { ...promises, ...(binding.takesAddress && promisesWithAddress) }
  const outcomes: Record<string, string | undefined> = {}
  for (const [name, promise] of Object.entries(all)) {
    outcomes[name] = await runOne(binding, promise).then(
      () => undefined,
      (error) => String(error?.stack ?? error),
    )
  }
  return outcomes
}

async function runOne(binding: Binding, promise: Promises[string]): Promise<void> {
  const { fetch, control: server } = createInProcess({ clock: createClock(), random: createSeededRandom(1) })
  // A new object at each render, as inline options are.
  const createOptions = (): McpStoreOptions => ({
    fetch: (url, init) => fetch(url as string, init),
    versions: ['2025-11-25'],
    grace: GRACE,
  })
  const options = createOptions()
  const store = createMcpStore(server.url, options)
  const element = document.body.appendChild(document.createElement('div'))
  const mounted: Mounted[] = []
  const section = () => element.querySelector('section')!
  try {
    await promise({
      server,
      store,
      options,
      section,
      mount(source = store) {
        const one = binding.mount(element, source, createOptions)
        mounted.push(one)
        return one
      },
      async shows(attributes) {
        const shown = () => section()?.dataset ?? {}
        const isShown = () => Object.entries(attributes).every(([name, value]) => shown()[name] === String(value))
        for (const end = performance.now() + 3_000; !isShown(); await pause(5)) {
          if (performance.now() > end)
            throw new Error(`it shows ${JSON.stringify(shown())}, not ${JSON.stringify(attributes)}`)
        }
      },
      async sessions() {
        const methods = await server.methods()
        const count = (name: string) => methods.filter((method) => method === name).length
        return [count('initialize'), count('DELETE')]
      },
    })
  } finally {
    mounted.at(-1)?.unmount()
    await store.dispose()
    await server.dispose()
    element.remove()
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
