/** Groups: deadlines, the limit of connections at the same time, and how often lists are read again. */
import { expect, test } from 'vitest'
import type { Client, Connect } from '../../../src/core/index.ts'
import { createConnectGroup } from '../../../src/group/connect-group.ts'
import type { GroupOptions, GroupServers } from '../../../src/group/index.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const world = useVirtualWorld()

/** Connects in virtual time to the mock server, by whatever address. */
const connect: Connect = (_, options) => world.connectAny(options)
const open = (servers: GroupServers, options?: GroupOptions) =>
  createConnectGroup(world.environment, connect)(servers, options)

const never = () => new Promise<Client>(() => {})
const ONE = { one: 'https://one.example/mcp' }

test('the group is there when its deadline passes, and a server that comes later is added to it', async () => {
  const late: Connect = async (url, options) => {
    await new Promise<void>((resolve) => world.environment.setTimer(resolve, 12_000))
    return connect(url, options)
  }
  const start = world.environment.monotonic()
  const opening = createConnectGroup(world.environment, (url, options) =>
    `${url}`.includes('late') ? late(url, options) : connect(url, options),
  )({ late: 'https://late.example/mcp', ...ONE })
  const group = await world.until(opening)
  expect(world.environment.monotonic() - start).toBe(10_000)
  expect(group.get().servers).toMatchObject({ late: { status: 'connecting' }, one: { status: 'ready' } })
  const seen = [...group.get().tools]
  let changes = 0
  group.subscribe(() => changes++)
  await world.advance(3_000)
  expect(changes).toBeGreaterThan(0)
  expect(group.get().servers.late).toMatchObject({ status: 'ready', error: undefined })
  expect(group.get().tools.slice(0, seen.length)).toEqual(seen)
  expect(group.get().tools.at(-1)).toMatchObject({ server: 'late' })
  await world.until(group.close())
})

test('a server that answers nothing has failed after its own connectTimeout, also if it only lists nothing', async () => {
  await world.server.script({ on: { rpcMethod: 'tools/list' }, do: [{ hold: 'forever' }] })
  const start = world.environment.monotonic()
  const group = await world.until(
    open({ ...ONE, hangs: { url: 'https://hangs.example/mcp', connectTimeout: 4_000 } }, { connectTimeout: 2_000 }),
  )
  expect(world.environment.monotonic() - start).toBe(4_000)
  const timeout = { code: 'timeout', limit: 'connectTimeout', retryable: true }
  expect(group.get().servers.one).toMatchObject({ status: 'failed', error: timeout })
  expect(group.get().servers.hangs).toMatchObject({
    status: 'failed',
    error: { ...timeout, message: 'connecting to hangs took more than 4000 ms (connectTimeout)' },
  })
  await world.until(group.close())
})

test('no more servers are connected to at the same time than concurrency allows', async () => {
  let running = 0
  let most = 0
  const slow: Connect = async (url, options) => {
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => world.environment.setTimer(resolve, 100))
    running--
    return connect(url, options)
  }
  const servers = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`s${index}`, 'https://one.example/mcp']))
  const group = await world.until(open(servers, { connect: slow, concurrency: 3, autoRefresh: false }))
  expect(most).toBe(3)
  expect(Object.values(group.get().servers).map(({ status }) => status)).toEqual(Array(9).fill('ready'))
  await world.until(group.close())
})

test('closing the group ends attempts that hang, and a client that comes too late is closed', async () => {
  const late: Client[] = []
  const group = await world.until(
    open(
      { hangs: 'https://hangs.example/mcp', late: 'https://late.example/mcp' },
      {
        deadline: 0,
        async connect(url, options) {
          if (`${url}`.includes('hangs')) return never()
          await new Promise<void>((resolve) => world.environment.setTimer(resolve, 1_000))
          const { signal: _, ...rest } = options ?? {}
          late.push(await connect(url, rest))
          return late[0]!
        },
      },
    ),
  )
  expect(group.get().servers).toMatchObject({ hangs: { status: 'connecting' }, late: { status: 'connecting' } })
  await world.until(group.close())
  await world.advance(2_000)
  expect(late[0]?.connection.status).toBe('closed')
  expect(group.get().servers).toMatchObject({ hangs: { status: 'closed' }, late: { status: 'closed' } })
})

test('calls that are refused for their parameters make the group list the tools once a second at most', async () => {
  const group = await world.until(open(ONE, { lists: ['tools'] }))
  await world.advance(5_000)
  const listed = async () => (await world.server.methods()).filter((method) => method === 'tools/list').length
  await world.server.script({
    on: { rpcMethod: 'tools/call' },
    do: [{ answerError: { code: -32_602, message: 'Unknown tool' } }],
  })
  const before = await listed()
  const refused = Array.from({ length: 100 }, () => group.callTool('one__echo', { text: 'x' }).catch(() => {}))
  await world.until(Promise.all(refused))
  await world.advance(500)
  expect((await listed()) - before).toBe(1)
  for (let second = 0; second < 10; second++) {
    for (let call = 0; call < 10; call++) {
      await world.until(group.callTool('one__echo', { text: 'x' }).catch(() => {}))
      await world.advance(100)
    }
  }
  expect((await listed()) - before).toBeLessThanOrEqual(10)
  await world.until(group.close())
})

test('headers for all servers of a group are refused, since each of them would get them', async () => {
  const options = { headers: { authorization: 'Bearer secret' } } as GroupOptions
  await expect(open(ONE, options)).rejects.toThrow('connectGroup: headers would reach every server')
  expect(await world.server.journal()).toEqual([])
})

test('the age of a catalogue is told, and reading it again renews it', async () => {
  const group = await world.until(open(ONE, { autoRefresh: false }))
  const first = group.get().servers.one?.catalogue
  expect(first?.updatedAt).toBe(world.environment.now())
  await world.advance(60_000)
  await world.until(group.retry('one'))
  const second = group.get().servers.one?.catalogue
  expect(second?.updatedAt).toBe(first!.updatedAt + 60_000)
  expect(second?.tools, 'what did not change is the same').toBe(first?.tools)
  const { tools } = group.get()
  await world.until(group.retry('one'))
  expect(group.get().tools).toBe(tools)
  await world.until(group.close())
})

test('a listener that throws disturbs neither the group nor the other listeners', async () => {
  const group = await world.until(open(ONE, { autoRefresh: false }))
  let calls = 0
  group.subscribe(() => {
    throw new Error('mine')
  })
  group.subscribe(() => calls++)
  const view = group.get()
  await world.until(group.callTool('one__echo', { text: 'on' }))
  expect([calls, group.get() === view]).toEqual([0, true])
  await world.until(group.remove('one'))
  expect(calls).toBeGreaterThan(0)
  expect(group.get()).toMatchObject({ servers: {}, tools: [] })
  await world.until(group.close())
})
