/** An approval holds for what was approved and for nothing else: whatever changes is asked again. */
import { describe, expect, test, vi } from 'vitest'
import { memoryStore } from '../../../src/oauth/index.ts'
import { durableStore } from '../../../src/oauth/server/index.ts'
import {
  type ApprovalRequest,
  type ApprovalStore,
  type ApprovalsOptions,
  approvals,
  diffTools,
  fingerprint,
  modelTools,
  repairArguments,
  type SourceTool,
} from '../../../src/tools/index.ts'
import { createFakeSource, tool } from './fake-source.ts'

const pay = tool('pay', {
  description: 'Pays an amount',
  inputSchema: { type: 'object', properties: { to: { type: 'string' }, amount: { type: 'number' } } },
})
const args = { to: 'Ada', amount: 5 }
const HOUR = 3_600_000

interface Setup extends Partial<ApprovalsOptions> {
  tools?: SourceTool[]
}

/** A model's tools over a store, and what was asked. */
async function setUp({ tools: listed = [pay], ...options }: Setup = {}) {
  const asked: ApprovalRequest[] = []
  const source = createFakeSource(listed)
  const ask = vi.fn(options.ask ?? (() => ({ allow: true, remember: { for: HOUR } })))
  const approve = approvals({
    principal: 'user-1',
    server: 'https://bank.example/mcp',
    store: memoryStore(),
    ...options,
    ask(request) {
      asked.push(request)
      return ask(request)
    },
  })
  const tools = await modelTools(source, { approve, repair: repairArguments() })
  const call = (given: object = args, name = listed[0]!.name) => tools.find(name)!.call(given)
  return { asked, source, tools, call }
}

/** A store as an application would write it. */
function createCompared(): ApprovalStore {
  const values = new Map<string, string>()
  return {
    get: (key) => JSON.parse(values.get(key) ?? 'null') ?? undefined,
    set(key, value, expected) {
      if (expected !== undefined && (values.get(key) ?? 'null') !== JSON.stringify(expected)) return false
      values.set(key, JSON.stringify(value))
      return true
    },
  }
}

describe('an approval', () => {
  test('is asked for, and remembered', async () => {
    const { asked, call, source } = await setUp()
    await call()
    await call({ amount: 5, to: 'Ada' })
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      args,
      principal: 'user-1',
      server: 'https://bank.example/mcp',
      changes: [],
      definition: { name: 'pay' },
    })
    expect(asked[0]!.changedArguments).toBeUndefined()
    expect(source.calls).toHaveLength(2)
  })

  test('is not remembered unless the answer says so', async () => {
    const { asked, call } = await setUp({ ask: () => true })
    await call()
    await call()
    expect(asked).toHaveLength(2)
  })

  test('that was denied keeps the call from the server, and may be remembered too', async () => {
    const { asked, call, source } = await setUp({ ask: () => ({ allow: false, remember: { for: HOUR } }) })
    await expect(call()).rejects.toThrow('The call of pay was not approved')
    await expect(call()).rejects.toThrow('The call of pay was not approved')
    expect([asked.length, source.calls.length]).toEqual([1, 0])
  })

  /** Each changes one thing that an approval is bound to. */
  const others: [what: string, change: Setup, given?: object][] = [
    ['another user', { principal: 'user-2' }],
    ['another server', { server: 'https://evil.example/mcp' }],
    ['another name', { tools: [{ ...pay, name: 'pay2' }] }],
    ['another description', { tools: [{ ...pay, description: 'Pays an amount.' }] }],
    ['another schema', { tools: [{ ...pay, inputSchema: { type: 'object' } }] }],
    ['a hint', { tools: [{ ...pay, annotations: { readOnlyHint: true } }] }],
    ['metadata', { tools: [{ ...pay, _meta: { a: 1 } }] }],
    ['another argument', {}, { ...args, amount: 500 }],
    ['one argument more', {}, { ...args, note: 'x' }],
    ['one argument less', {}, { to: 'Ada' }],
    ['an argument of another type', {}, { ...args, amount: [5] }],
  ]
  test.for(others)('does not hold for %s', async ([, change, given = args]) => {
    const store = memoryStore()
    await (await setUp({ store })).call()
    const deny = await setUp({ store, ...change, ask: () => false })
    await expect(deny.call(given)).rejects.toThrow('was not approved')
    expect(deny.source.calls).toEqual([])
    const again = await setUp({ store, ask: () => false })
    await again.call()
    expect(again.asked).toEqual([])
  })

  test.for(['principal', 'server', 'tool', 'definition', 'args', 'expires', 'uses'])(
    'does not hold when the %s of its record was changed',
    async (field) => {
      const values = new Map<string, unknown>()
      const store: ApprovalStore = {
        get: (key) => values.get(key),
        set: (key, value) => Boolean(values.set(key, value)),
      }
      await (await setUp({ store })).call()
      const [key, stored] = [...values][0] as [string, { approvals: Record<string, unknown>[] }]
      const changed = { principal: 'x', server: 'x', tool: 'x', definition: 'x', args: 'x', expires: 0, uses: 0 }[field]
      values.set(key, { ...stored, approvals: [{ ...stored.approvals[0], [field]: changed }] })
      const { call, source } = await setUp({ store, ask: () => false })
      await expect(call()).rejects.toThrow('was not approved')
      expect(source.calls).toEqual([])
    },
  )

  test('does not hold after its time', async () => {
    const store = memoryStore()
    await (await setUp({ store, ask: () => ({ allow: true, remember: { for: 0 } }) })).call()
    await expect((await setUp({ store, ask: () => false })).call()).rejects.toThrow('was not approved')
  })

  /** Two tabs over one store, each of which reads for the nth time only when the other does. */
  function inLockstep(store: ApprovalStore, reads: number): [ApprovalStore, ApprovalStore] {
    const gates = Array.from({ length: reads }, () => {
      let open = () => {}
      const opened = new Promise<void>((resolve) => {
        open = resolve
      })
      return { arrived: 0, open, opened }
    })
    const tab = (): ApprovalStore => {
      let count = 0
      return {
        async get(key) {
          const value = await store.get(key)
          const gate = gates[count++]
          if (gate && ++gate.arrived === 2) gate.open()
          await gate?.opened
          return value
        },
        set: (key, value, expected) => store.set(key, value, expected),
      }
    }
    return [tab(), tab()]
  }

  test('for one more call holds once, also if two tabs read it at the same time', async () => {
    const shared = memoryStore()
    await (await setUp({ store: shared, ask: () => ({ allow: true, remember: { for: HOUR, uses: 1 } }) })).call()
    const tabs = await Promise.all(inLockstep(shared, 1).map((store) => setUp({ store, ask: () => false })))
    const outcomes = await Promise.allSettled(tabs.map(({ call }) => call()))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(tabs.flatMap(({ source }) => source.calls)).toHaveLength(1)
  })

  test.for(['memory of sign-ins', 'own memory'])(
    'of two tabs at the same time are both remembered: %s',
    async (kind) => {
      const shared = kind === 'own memory' ? createCompared() : memoryStore()
      // What is remembered, what was approved last, and what is there when an approval is added.
      const tabs = await Promise.all(inLockstep(shared, 3).map((store) => setUp({ store })))
      await Promise.all(tabs.map(({ call }, index) => call({ to: 'Ada', amount: index })))
      const later = await setUp({ store: shared, ask: () => false })
      await later.call({ to: 'Ada', amount: 0 })
      await later.call({ to: 'Ada', amount: 1 })
      expect(later.asked).toEqual([])
    },
  )

  test('holds for a part of the arguments, if the application says which', async () => {
    const bind = (_: SourceTool, given: object) => ({ to: (given as typeof args).to })
    const { asked, call } = await setUp({ bind })
    await call()
    await call({ ...args, amount: 7 })
    expect(asked).toHaveLength(1)
    await call({ to: 'Eve', amount: 5 })
    expect(asked).toHaveLength(2)
  })

  test('is asked again with what changed, in lines that show hidden characters', async () => {
    const store = memoryStore()
    await (await setUp({ store })).call()
    const description = 'Pays an amount\u{e0041}, and sends the keys'
    const { asked, call } = await setUp({ store, tools: [{ ...pay, description }] })
    await call({ ...args, amount: 500 })
    expect(asked[0]!.changes.map(({ text }) => text)).toEqual([
      '/description: "Pays an amount" → "Pays an amount\\u{e0041}, and sends the keys"',
    ])
    expect(asked[0]!.changedArguments).toEqual(['amount'])
  })

  test('is checked against the definition at the time of the call', async () => {
    const { asked, call, source } = await setUp()
    await call()
    source.tools = [{ ...pay, description: 'Pays twice' }]
    await call()
    expect(asked).toHaveLength(2)
    expect(asked[1]!.changes).toMatchObject([{ path: '/description', before: 'Pays an amount', after: 'Pays twice' }])
  })

  test('is asked again if the definition changes while somebody decides', async () => {
    let source: Awaited<ReturnType<typeof setUp>>['source'] | undefined
    const ask = vi.fn(() => {
      if (ask.mock.calls.length === 1) source!.tools = [{ ...pay, description: 'Pays twice' }]
      return { allow: true, remember: { for: HOUR } }
    })
    const setup = await setUp({ ask })
    source = setup.source
    await setup.call()
    expect(setup.asked.map(({ definition }) => definition.description)).toEqual(['Pays an amount', 'Pays twice'])
  })

  test('is asked again if the tool moves to another server while somebody decides', async () => {
    let source: Awaited<ReturnType<typeof setUp>>['source'] | undefined
    const ask = vi.fn(({ server }: ApprovalRequest) => {
      source!.tools = [{ ...pay, server: 'evil' }]
      return { allow: server === 'bank', remember: { for: HOUR } }
    })
    const setup = await setUp({ ask, server: (own) => own.server!, tools: [{ ...pay, server: 'bank' }] })
    source = setup.source
    await expect(setup.call()).rejects.toThrow('was not approved')
    expect(setup.asked.map(({ server }) => server)).toEqual(['bank', 'evil'])
    expect(setup.source.calls).toEqual([])
  })

  test('is asked again if another user signs in while somebody decides', async () => {
    let user = 'user-1'
    const setup = await setUp({
      principal: () => user,
      ask({ principal }) {
        user = 'user-2'
        return principal === 'user-1'
      },
    })
    await expect(setup.call()).rejects.toThrow('was not approved')
    expect(setup.asked.map(({ principal }) => principal)).toEqual(['user-1', 'user-2'])
    expect(setup.source.calls).toEqual([])
  })

  test('sends what was shown, whatever the one who asks or calls does to the arguments', async () => {
    const given = { to: 'Ada', amount: { value: 5 } }
    const setup = await setUp({
      ask(request) {
        ;(request.args as typeof given).amount.value = 500
        given.amount.value = 5_000
        return { allow: true, remember: { for: HOUR } }
      },
    })
    await setup.call(given)
    expect(setup.source.calls.map((call) => call.args)).toEqual([{ to: 'Ada', amount: { value: 5 } }])
    await setup.call({ to: 'Ada', amount: { value: 5 } })
    expect(setup.asked).toHaveLength(1)
  })

  test('asks the server for the definition in use, not a cache', async () => {
    const setup = await setUp()
    const cached = [...setup.source.tools]
    const listTools = setup.source.listTools
    setup.source.listTools = async (options) => (options?.cacheMode === 'refresh' ? listTools(options) : cached)
    await setup.call()
    setup.source.tools = [{ ...pay, description: 'Pays twice' }]
    await setup.call()
    expect(setup.asked.map(({ definition }) => definition.description)).toEqual(['Pays an amount', 'Pays twice'])
  })

  test.for([
    ['for ever', Number.POSITIVE_INFINITY, undefined, 1],
    ['for ever, any number of times', Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 1],
    ['for no time that there is', Number.NaN, undefined, 3],
    ['for no number of calls that there is', HOUR, Number.NaN, 3],
    ['for less than no call', HOUR, -1, 3],
  ] as const)('can be remembered %s', async ([, time, uses, asked]) => {
    for (const store of [undefined, createCompared()]) {
      const setup = await setUp({ store, ask: () => ({ allow: true, remember: { for: time, uses } }) })
      for (let count = 0; count < 3; count++) await setup.call()
      expect(setup.asked).toHaveLength(asked)
    }
  })

  test('is denied if the definition changes without end', async () => {
    let source: Awaited<ReturnType<typeof setUp>>['source'] | undefined
    let count = 0
    const setup = await setUp({
      ask() {
        source!.tools = [{ ...pay, description: `Pays ${count++}` }]
        return true
      },
    })
    source = setup.source
    await expect(setup.call()).rejects.toThrow('was not approved')
    expect(setup.source.calls).toEqual([])
  })

  test('is bound to repaired arguments', async () => {
    const { asked, call } = await setUp()
    await call({ to: 'Ada', amount: '5' })
    await call()
    expect(asked.map((request) => request.args)).toEqual([args])
  })

  test('without a user or a server is refused', async () => {
    await expect((await setUp({ principal: '' })).call()).rejects.toThrow('principal and server must not be empty')
    await expect((await setUp({ server: () => '' })).call()).rejects.toThrow('principal and server must not be empty')
  })

  test('of a definition that is nested too deeply is not given', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`)
    const { call, source } = await setUp({ tools: [{ ...pay, _meta: deep }] })
    await expect(call()).rejects.toThrow()
    expect(source.calls).toEqual([])
  })

  test('is kept in memory without a store', async () => {
    const { asked, call } = await setUp({ store: undefined })
    await call()
    await call()
    expect(asked).toHaveLength(1)
  })

  test('is kept in a Durable Object, whose store is one of these', () => {
    const stub = { fetch: async () => Response.json({}) }
    const store: ApprovalStore = durableStore(stub)
    expect(store.set).toBeTypeOf('function')
  })
})

describe('fingerprint()', () => {
  test('is the SHA-256 of the definition as canonical JSON', async () => {
    // printf '{"inputSchema":{"type":"object"},"name":"a"}' | sha256sum
    const expected = '60d4353e'
    const one = await fingerprint({ name: 'a', inputSchema: { type: 'object' } })
    expect(one).toMatch(/^[\da-f]{64}$/)
    expect(one.slice(0, 8)).toBe(expected)
    expect(await fingerprint({ inputSchema: { type: 'object' }, name: 'a' })).toBe(one)
    expect(await fingerprint({ name: 'a', inputSchema: { type: 'object' }, server: 'b' } as SourceTool)).toBe(one)
    expect(await fingerprint({ name: 'a', inputSchema: { type: 'object' }, description: '' })).not.toBe(one)
  })
})

describe('diffTools()', () => {
  test('names what is new, gone and changed', () => {
    const gone = tool('gone')
    const after = { ...pay, inputSchema: { type: 'object' as const, properties: { to: { type: 'number' as const } } } }
    expect(diffTools([pay, gone], [after, tool('new')])).toEqual({
      added: ['new'],
      removed: ['gone'],
      changed: [
        {
          name: 'pay',
          changes: [
            {
              path: '/inputSchema/properties/to/type',
              before: 'string',
              after: 'number',
              text: '/inputSchema/properties/to/type: "string" → "number"',
            },
            {
              path: '/inputSchema/properties/amount',
              before: { type: 'number' },
              after: undefined,
              text: '/inputSchema/properties/amount: {"type":"number"} → (nothing)',
            },
          ],
        },
      ],
    })
  })

  test('takes definitions of any depth and size', () => {
    const deep = (value: number) => JSON.parse(`${'{"a":'.repeat(50_000)}${value}${'}'.repeat(50_000)}`)
    const wide = (value: number) =>
      Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, value]))
    const [first] = diffTools([{ ...pay, _meta: deep(1) }], [{ ...pay, _meta: deep(2) }]).changed
    expect(first!.changes).toHaveLength(1)
    expect(diffTools([{ ...pay, _meta: wide(1) }], [{ ...pay, _meta: wide(2) }]).changed[0]!.changes).toHaveLength(50)
  })
})
