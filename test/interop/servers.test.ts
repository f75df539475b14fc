/** The client with servers that others wrote, each in the way of its own documentation, and with their restarts. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createConnect } from '../../src/core/connect.ts'
import { type Client, type ConnectOptions, connect as connectTo, type WireEvent } from '../../src/core/index.ts'
import { setTimer } from '../../src/core/util/environment.ts'
import type { ContentBlock } from '../../src/types/index.ts'
import { type Mode, modes, ourTools } from './modes.ts'
import { openRequests } from './open-requests.ts'
import { type Launch, type RunningServer, startServer } from './running-server.ts'

/** How much faster the clocks of client and server run while they idle. */
const SPEED = 10

interface Connected {
  client: Client
  events: WireEvent[]
  echo(text: string): Promise<string>
}

const servers = new Map<Launch, RunningServer>()
const clients = new Set<Client>()
const connectFast = createConnect({
  now: () => performance.timeOrigin + performance.now() * SPEED,
  monotonic: () => performance.now() * SPEED,
  setTimer: (run, milliseconds, background) => setTimer(run, milliseconds / SPEED, background),
  random: () => Math.random(),
})

beforeAll(async () => {
  const launches = [...new Set(modes.map(({ launch }) => launch))]
  await Promise.all(launches.map(async (launch) => servers.set(launch, await startServer(launch))))
}, 60_000)
afterAll(() => Promise.all([...servers.values()].map(({ stop }) => stop())))

const urlOf = ({ launch, path }: Mode) => servers.get(launch)!.origin + path

async function connect(mode: Mode, options: ConnectOptions = {}, connectBy = connectTo): Promise<Connected> {
  const events: WireEvent[] = []
  const client = await connectBy(urlOf(mode), { onEvent: (event) => events.push(event), ...options })
  clients.add(client)
  const { echo } = mode.tools ?? ourTools
  return { client, events, echo: async (text) => textOf((await client.callTool(...echo(text))).content) }
}

const textOf = (content: readonly ContentBlock[]) => content.map((block) => ('text' in block ? block.text : '')).join()

/** Events of these types, in a form that a failed test shows well. */
const eventsOf = (events: readonly WireEvent[], ...types: WireEvent['type'][]) =>
  events.filter(({ type }) => types.includes(type)).map((event) => JSON.stringify(event))

async function closeAll(): Promise<void> {
  await Promise.all([...clients].map((client) => client.close()))
  clients.clear()
}

describe.each(modes)('$name', (mode) => {
  const { transport, era, without = {}, tools = ourTools } = mode
  afterEach(async () => {
    await closeAll()
    // What is drained after an answer may take a moment to end.
    await expect.poll(() => openRequests(urlOf(mode))).toBe(0)
  })

  test('connect() needs its URL only; tools are listed and called, and nothing is left open', async () => {
    const { client, events, echo } = await connect(mode)
    expect(client.connection).toMatchObject({ transport, era, fellBack: false, status: 'connected' })
    expect((await client.listTools()).map(({ name }) => name)).toContain(tools.echo('')[0])
    expect(await echo('hello')).toContain('hello')
    const texts = Array.from({ length: 20 }, (_, index) => `number ${index}`)
    const echoed = await Promise.all(texts.map(echo))
    for (const [index, text] of texts.entries()) expect(echoed[index]).toContain(text)
    await closeAll()
    expect(eventsOf(events, 'warning', 'ignored', 'reconnect', 'session-replaced')).toEqual([])
  })

  test(`${without.progress ? 'a call ends well' : 'all progress of a call comes, in order'}`, async () => {
    const { client, events } = await connect(mode)
    const seen: number[] = []
    const onProgress = ({ progress }: { progress: number }) => seen.push(progress)
    const { isError } = await client.callTool(...tools.count(5, 20), { onProgress })
    expect(isError ?? false).toBe(false)
    expect(seen).toEqual(without.progress ? [] : [1, 2, 3, 4, 5])
    expect(eventsOf(events, 'warning', 'ignored')).toEqual([])
  })

  if (!without.elicitation) {
    test('the server asks the user during a call', async () => {
      const content = { answer: 'blue', name: 'blue', check: true }
      const { client, events } = await connect(mode, { handlers: { elicit: () => ({ action: 'accept', content }) } })
      expect(textOf((await client.callTool(tools.ask)).content)).toContain('blue')
      expect(eventsOf(events, 'warning', 'ignored', 'reconnect')).toEqual([])
    })
  }

  test('an aborted call ends at once, and the connection works on', async () => {
    const { client, events, echo } = await connect(mode)
    const stop = new AbortController()
    const call = client.callTool(...tools.count(200, 20), { signal: stop.signal })
    await Promise.race([call, sleep(100)])
    stop.abort('enough')
    await expect(call).rejects.toBe('enough')
    expect(await echo('on')).toContain('on')
    expect(eventsOf(events, 'warning', 'ignored', 'session-replaced')).toEqual([])
  })
})

describe('after a restart of the server', () => {
  const connected = new Map<Mode, Connected>()
  beforeAll(async () => {
    for (const mode of modes) connected.set(mode, await connect(mode))
    for (const { echo } of connected.values()) expect(await echo('before')).toContain('before')
    await Promise.all([...servers.values()].map(({ restart }) => restart(SPEED)))
  }, 60_000)
  afterAll(closeAll)

  test.each(modes)('the next call heals: $name', async (mode) => {
    const { client, events, echo } = connected.get(mode)!
    expect(await echo('after')).toContain('after')
    expect(client.connection.status).toBe('connected')
    expect(eventsOf(events, 'session-replaced')).toHaveLength(mode.restart === 'loses the session' ? 1 : 0)
    expect(eventsOf(events, 'warning', 'ignored')).toEqual([])
  })
})

describe('after 70 s without a call, by the clocks of client and server', () => {
  const connected = new Map<Mode, Connected>()
  beforeAll(async () => {
    // Starting a session takes its time by any clock.
    const options = { connectTimeout: 30_000 * SPEED }
    for (const mode of modes) connected.set(mode, await connect(mode, options, connectFast))
    await sleep(70_000 / SPEED)
  }, 60_000)
  afterAll(closeAll)

  test.each(modes)('the session still works: $name', async (mode) => {
    const { events, echo } = connected.get(mode)!
    expect(await echo('after a while')).toContain('after a while')
    expect(eventsOf(events, 'warning', 'ignored', 'reconnect', 'session-replaced')).toEqual([])
  })
})
