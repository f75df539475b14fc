/** Elicitation: which modes are declared, which handler runs, and what the server receives. */
import type { ConnectOptions } from '../../../src/core/index.ts'
import type { Scenario, World } from '../scenario.ts'
import { eventually } from '../steps/calls.ts'
import {
  accept,
  declaredIn,
  fillIn,
  form,
  sampleResult,
  samplingRequest,
  urlElicitation,
} from '../steps/input-required.ts'
import { ask, askedBothWays, assertAnswered, assertRefused } from './steps/ask.ts'

type Elicit = NonNullable<NonNullable<ConnectOptions['handlers']>['elicit']>

const decline = () => ({ action: 'decline' }) as const

/** What each form of the handler declares; before 2025-11-25 there were only forms. */
const declarations: { elicit: Elicit; earlier: object | undefined; now: object }[] = [
  { elicit: decline, earlier: {}, now: { form: { applyDefaults: true }, url: {} } },
  { elicit: { form: decline, url: decline }, earlier: {}, now: { form: { applyDefaults: true }, url: {} } },
  { elicit: { form: decline }, earlier: {}, now: { form: { applyDefaults: true } } },
  { elicit: { url: decline }, earlier: undefined, now: { url: {} } },
]

/** The elicitation capability that the client declared with the last request of this method. */
async function declared({ server }: Pick<World, 'server'>, rpc: string): Promise<unknown> {
  return declaredIn((await server.journal()).findLast((entry) => entry.rpcMethod === rpc)).elicitation
}

export const elicitation: Scenario[] = [
  {
    name: 'elicitation is declared without modes to servers of 2025-06-18',
    ids: ['protocol:F-64'],
    async run(world) {
      const { connect, assert } = world
      for (const { elicit, earlier } of declarations) {
        await connect({ versions: ['2025-06-18'], handlers: { elicit } })
        assert.equal(await declared(world, 'initialize'), earlier)
      }
    },
  },
  {
    name: 'a form of a 2025-06-18 server is answered',
    ids: ['protocol:F-64'],
    async run(world) {
      const client = await world.connect({ versions: ['2025-06-18'], handlers: { elicit: fillIn } })
      const { mode: _, ...params } = form().params
      const outcome = await ask(world, client, { method: 'elicitation/create', params })
      assertAnswered(world.assert, outcome, accept({ name: 'Ada' }))
    },
  },
  {
    name: 'elicitation handlers declare form mode, URL mode or both, in both eras',
    ids: ['protocol:F-65'],
    async run(world) {
      const { connect, connectModern, assert } = world
      for (const { elicit, now } of declarations) {
        await connect({ versions: ['2025-11-25'], handlers: { elicit } })
        assert.equal(await declared(world, 'initialize'), now)
        await (await connectModern({ handlers: { elicit } })).callTool('echo', { text: 'x' })
        assert.equal(await declared(world, 'tools/call'), now)
      }
    },
  },
  ...askedBothWays({
    name: 'each elicitation mode has its own handler, and a request without a mode is a form',
    ids: ['protocol:F-65'],
    async run(world, connect) {
      const asked: unknown[] = []
      const note = (name: string, action: 'decline' | 'cancel') => (request: { mode?: string }) => {
        asked.push([name, request.mode])
        return { action } as const
      }
      const client = await connect({
        handlers: { elicit: { form: note('form', 'decline'), url: note('url', 'cancel') } },
      })
      const { mode: _, ...params } = form().params
      for (const question of [form(), { method: 'elicitation/create', params }]) {
        assertAnswered(world.assert, await ask(world, client, question), { action: 'decline' })
      }
      assertAnswered(world.assert, await ask(world, client, urlElicitation('https://example.com/')), {
        action: 'cancel',
      })
      world.assert.equal(asked, [
        ['form', 'form'],
        ['form', undefined],
        ['url', 'url'],
      ])
    },
  }),
  ...askedBothWays({
    name: 'an elicitation mode that was not declared is refused, and no handler runs',
    ids: ['protocol:F-67'],
    async run(world, connect) {
      let asked = 0
      const elicit = () => {
        asked++
        return decline()
      }
      for (const [handler, question] of [
        [{ form: elicit }, urlElicitation('https://example.com/')],
        [{ url: elicit }, form()],
        [elicit, { method: 'elicitation/create', params: { ...form().params, mode: 'dream' } }],
      ] as const) {
        const client = await connect({ handlers: { elicit: handler } })
        assertRefused(world.assert, client, await ask(world, client, question), -32602)
        await client.close()
      }
      world.assert.equal(asked, 0)
    },
  }),
  {
    name: 'notifications/elicitation/complete is passed on, whether its id is known or not',
    ids: ['protocol:F-68'],
    async run(world) {
      const { connect, server, assert } = world
      const reported: unknown[] = []
      const client = await connect({
        handlers: { elicit: decline },
        onEvent: (event) => event.type === 'notification' && reported.push([event.method, event.params]),
      })
      const complete = { method: 'notifications/elicitation/complete', params: { elicitationId: 'nobody knows' } }
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [{ stream: {} }, { notify: complete }, { answer: true }],
      })
      await client.callTool('echo', { text: 'x' })
      await eventually(world, () => reported.length > 0)
      assert.equal(reported, [[complete.method, complete.params]])
    },
  },
  ...askedBothWays({
    name: 'accept, decline and cancel each reach the server, with content only for an accepted form',
    ids: ['protocol:F-69'],
    async run(world, connect) {
      const { assert } = world
      for (const action of ['decline', 'cancel'] as const) {
        const client = await connect({ handlers: { elicit: () => ({ action, content: { name: 'kept here' } }) } })
        assertAnswered(assert, await ask(world, client, form()), { action })
        await client.close()
      }
      const client = await connect({ handlers: { elicit: () => accept({ name: 'Ada' }) } })
      assertAnswered(assert, await ask(world, client, form()), accept({ name: 'Ada' }))
      assertAnswered(assert, await ask(world, client, urlElicitation('https://example.com/')), { action: 'accept' })
    },
  }),
  ...askedBothWays({
    name: 'the URL of an elicitation is never fetched and reaches only the handler',
    ids: ['protocol:F-76'],
    async run(world, connect) {
      const { server, assert } = world
      const ledger = world.ledger()
      const url = server.url.replace('/mcp', '/consent?for=Ada')
      const seen: unknown[] = []
      const client = await connect({
        fetch: ledger.fetch as NonNullable<ConnectOptions['fetch']>,
        handlers: {
          elicit: {
            url(request) {
              seen.push(request)
              return { action: 'accept' }
            },
          },
        },
      })
      const question = {
        method: 'elicitation/create',
        params: { mode: 'url', message: 'Agree?', url, elicitationId: 'e' },
      }
      assertAnswered(assert, await ask(world, client, question), { action: 'accept' })
      assert.equal(seen, [question.params])
      await client.close()
      assert(!ledger.bodies().some((row) => row.url.includes('consent')), 'the client did not fetch it')
      assert(!(await server.journal()).some(({ path }) => path.includes('consent')), 'the server got no request for it')
    },
  }),
  {
    name: 'a server that asks for the same URL again after consent is answered, and the user is not asked again',
    ids: ['protocol:F-77'],
    async run({ connectModern, server, assert }) {
      const visit = { resultType: 'input_required', inputRequests: { visit: urlElicitation('https://example.com/') } }
      await server.script(
        { on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ answerJson: visit }] },
        { on: { rpcMethod: 'tools/call' }, nth: 2, do: [{ answerJson: visit }] },
      )
      let asked = 0
      const url = () => {
        asked++
        return { action: 'accept', completed: Promise.resolve() } as const
      }
      const client = await connectModern({ handlers: { elicit: { url } } })
      await client.callTool('echo', { text: 'x' })
      assert.equal(asked, 1)
      assert.equal((await server.methods()).filter((method) => method === 'tools/call').length, 3)
    },
  },
  ...askedBothWays({
    name: 'without an elicitation handler nothing is declared, and a request for it is refused',
    ids: ['protocol:F-79'],
    async run(world, connect) {
      const { server, assert } = world
      const client = await connect()
      for (const question of [form(), urlElicitation('https://example.com/')]) {
        assertRefused(assert, client, await ask(world, client, question), -32601)
      }
      const entries = (await server.journal()).filter(
        ({ rpcMethod }) => rpcMethod === 'initialize' || rpcMethod === 'tools/call',
      )
      assert(
        entries.every((entry) => declaredIn(entry).elicitation === undefined),
        'nothing is declared',
      )
    },
  }),
  ...askedBothWays({
    name: 'a null member of a server request counts as absent',
    async run(world, connect) {
      const elicit = () => accept({ name: 'Ada' })
      const client = await connect({ handlers: { elicit, sample: () => sampleResult } })
      const { method, params } = form()
      const asking = await ask(world, client, { method, params: { ...params, mode: null } })
      assertAnswered(world.assert, asking, accept({ name: 'Ada' }))
      const outcome = await ask(world, client, samplingRequest('?', { tools: null, toolChoice: null }))
      assertAnswered(world.assert, outcome, sampleResult)
    },
  }),
  ...askedBothWays({
    name: 'a form field that is undefined gets its default',
    async run(world, connect) {
      const client = await connect({ handlers: { elicit: () => accept({ a: undefined, b: 'given' }) as never } })
      const text = { type: 'string', default: 'proposed' }
      const outcome = await ask(world, client, form('?', { a: text, b: text }))
      assertAnswered(world.assert, outcome, accept({ a: 'proposed', b: 'given' }))
    },
  }),
  ...askedBothWays({
    name: 'an elicitation without its message, its schema or a web address is refused, and no handler runs',
    ids: ['protocol:J-10', 'auth:S-1', 'auth:A-21'],
    async run(world, connect) {
      let asked = 0
      const client = await connect({
        handlers: {
          elicit: () => {
            asked++
            return decline()
          },
        },
      })
      const { message: _, ...silent } = form().params
      const broken = [
        silent,
        { ...form().params, message: 7 },
        { message: 'no schema' },
        { message: 'no schema', requestedSchema: 'name' },
        { message: 'no fields', requestedSchema: { properties: { name: null } } },
        { message: 'no list', requestedSchema: { properties: {}, required: 'name' } },
        { mode: 'url', message: 'no address' },
        ...[
          'javascript:alert(1)',
          ' JaVaScRiPt:alert(1)',
          'java\nscript:alert(1)',
          'data:text/html,x',
          'file:///etc/passwd',
          'ftp://example.com/',
          'https://user@example.com/',
          '/relative',
          '',
          null,
          7,
        ].map((url) => ({ mode: 'url', message: 'Please visit', url })),
      ]
      for (const params of broken) {
        const outcome = await ask(world, client, { method: 'elicitation/create', params })
        assertRefused(world.assert, client, outcome, -32602)
      }
      world.assert.equal(asked, 0)
      assertAnswered(world.assert, await ask(world, client, form()), { action: 'decline' })
      assertAnswered(world.assert, await ask(world, client, urlElicitation('https://example.com/')), {
        action: 'decline',
      })
    },
  }),
]
