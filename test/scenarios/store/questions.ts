/** Requests of the server as pending questions of a store. */
import type { ElicitQuestion, McpStore, Question, SampleQuestion } from '../../../src/store/index.ts'
import type { Scenario, World } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { eventually } from '../steps/calls.ts'
import {
  accept,
  done,
  form,
  lastAnswers,
  needs,
  sampleResult,
  samplingRequest,
  urlElicitation,
} from '../steps/input-required.ts'
import { responsesIn } from '../steps/journal.ts'
import { type UsedStore, useStore } from './steps/open-store.ts'

interface Asked extends UsedStore {
  /** Calls a tool that asks this; resolves to its question, and to what the call came to. */
  ask(
    request: { method: string; params: object },
    signal?: AbortSignal,
  ): Promise<{ question: Question; outcome: Promise<unknown> }>
  /** What the server received. */
  received(): Promise<unknown>
}

/** The same promise for both ways in which a server can ask. */
const asking = (
  name: string,
  run: (world: World, asked: Asked) => Promise<void>,
  options: { questions?: Question['type'][] } = {},
): Scenario[] =>
  inBothEras({
    name,
    run: (world) =>
      useStore(
        world,
        { versions: [world.modern ? '2026-07-28' : '2025-11-25'], onEvent() {}, lists: [], ...options },
        async (used) => {
          const { server, modern } = world
          await used.until('ready')
          await run(world, {
            ...used,
            async ask(request, signal) {
              const onStream = [
                { stream: {} },
                { serverRequest: { ...request, id: 'q' }, wait: true },
                { answer: true },
              ] as const
              const rounds = [needs(1, { inputRequests: { q: request } }), done(2)]
              await server.script(
                ...(modern ? rounds : [{ on: { rpcMethod: 'tools/call' }, nth: 1, do: [...onStream] }]),
              )
              const outcome = used.store
                .callTool('echo', { text: 'asked' }, { signal })
                .catch((error: unknown) => error)
              await eventually(world, () => used.store.get().questions.length > 0)
              return { question: used.store.get().questions[0]!, outcome }
            },
            async received() {
              const journal = await server.journal()
              if (modern) return (lastAnswers(journal) as Record<string, unknown> | undefined)?.q
              const { result, error } = responsesIn(journal).get('q') ?? {}
              return result ?? error
            },
          })
        },
      ),
  })

const questionsOf = (store: McpStore) => store.get().questions.length

export const questions: Scenario[] = [
  ...asking('a form of the server is a question, and its answer lets the call go on', async ({ assert }, asked) => {
    const { question, outcome } = await asked.ask(form())
    assert.match(question, { type: 'elicit' })
    assert.match(question.request, { message: 'Who are you?' })
    const { answer } = question as ElicitQuestion
    answer({ name: 'Ada' })
    assert.equal(questionsOf(asked.store), 0, 'it is gone at once')
    assert(!((await outcome) instanceof Error), 'the call has its result')
    assert.equal(await asked.received(), accept({ name: 'Ada' }))
    answer({ name: 'Bob' })
    assert.equal(questionsOf(asked.store), 0, 'a second answer does nothing')
  }),
  ...asking('a question can be declined or left undecided', async ({ assert }, asked) => {
    for (const [end, action] of [
      ['decline', 'decline'],
      ['cancel', 'cancel'],
    ] as const) {
      const { question, outcome } = await asked.ask(form())
      ;(question as ElicitQuestion)[end]()
      await outcome
      assert.equal(await asked.received(), { action })
    }
    const { question, outcome } = await asked.ask(urlElicitation('https://example.com/'))
    assert.match(question.request, { url: 'https://example.com/' })
    ;(question as ElicitQuestion).answer()
    await outcome
    assert.equal(await asked.received(), { action: 'accept' })
  }),
  ...asking(
    'a form whose values do not fit is asked again, with the same id and the problems',
    async ({ assert, ...world }, asked) => {
      const age = form('How old?', { age: { type: 'integer', minimum: 0 } })
      const { question, outcome } = await asked.ask(age)
      ;(question as ElicitQuestion).answer({ age: -1 })
      await eventually(world, () => questionsOf(asked.store) > 0)
      const again = asked.store.get().questions[0] as ElicitQuestion
      assert.equal([again.id, again.content], [question.id, { age: -1 }])
      assert.match(again.problems, { age: /from 0/ })
      again.answer({ age: 36 })
      await outcome
      assert.equal(await asked.received(), accept({ age: 36 }))
    },
  ),
  ...asking(
    'a question disappears when its call is aborted, and the store goes on',
    async ({ assert, ...world }, asked) => {
      const stop = new AbortController()
      const { question, outcome } = await asked.ask(form(), stop.signal)
      const reason = new Error('enough')
      stop.abort(reason)
      assert.same(await outcome, reason)
      await eventually(world, () => questionsOf(asked.store) === 0)
      question.decline()
      await world.server.script()
      assert(!((await asked.store.callTool('echo', { text: 'on' })).isError ?? false), 'calls go on')
    },
  ),
  ...asking('a question disappears when the store is disposed of', async ({ assert }, asked) => {
    const { outcome } = await asked.ask(form())
    await asked.store.dispose()
    assert.equal(questionsOf(asked.store), 0)
    assert.match(await outcome, { code: 'closed' })
  }),
  ...asking(
    'sampling is a question if the application says so, and refusing it is an error to the server',
    async ({ assert }, asked) => {
      const { question, outcome } = await asked.ask(samplingRequest('Capital?'))
      assert.equal(question.type, 'sample')
      ;(question as SampleQuestion).answer(sampleResult)
      await outcome
      assert.equal(await asked.received(), sampleResult)
      const refused = await asked.ask(samplingRequest('Capital?'))
      refused.question.decline()
      const end = await refused.outcome
      const isModern = asked.store.get().client?.connection.era === 'modern'
      if (isModern) assert(end instanceof Error, 'an input_required round has no way to refuse: the call rejects')
      else assert.match(await asked.received(), { code: -1, message: /rejected/ })
    },
    { questions: ['elicit', 'sample'] },
  ),
  {
    name: 'a question disappears when the server withdraws it',
    run: (world) =>
      useStore(world, { versions: ['2025-11-25'], lists: [] }, async ({ store, until }) => {
        await until('ready')
        await world.server.script({
          on: { rpcMethod: 'tools/call' },
          nth: 1,
          do: [
            { stream: {} },
            { serverRequest: { ...form(), id: 'q' } },
            { barrier: 'shown' },
            { notify: { method: 'notifications/cancelled', params: { requestId: 'q' } } },
            { barrier: 'gone' },
            { answer: true },
          ],
        })
        const call = store.callTool('echo', { text: 'asked' })
        await eventually(world, () => store.get().questions.length > 0)
        await world.server.release('shown')
        await eventually(world, () => store.get().questions.length === 0)
        await world.server.release('gone')
        await call
      }),
  },
  {
    name: 'without questions a store declares no elicitation, and a handler of the application goes first',
    async run(world) {
      const { assert, server } = world
      const declared = async () => {
        const journal = await server.journal()
        const body = journal.findLast(({ rpcMethod }) => rpcMethod === 'initialize')?.body as {
          params: { capabilities: object }
        }
        return Object.keys(body.params.capabilities)
      }
      const versions = ['2025-11-25'] as const
      await useStore(world, { versions, questions: [] }, async ({ until }) => void (await until('ready')))
      assert.equal(await declared(), [])
      await useStore(world, { versions, questions: ['sample'] }, async ({ until }) => void (await until('ready')))
      assert.equal(await declared(), ['sampling'])
      const elicit = () => ({ action: 'decline' }) as const
      await useStore(world, { versions, handlers: { elicit } }, async ({ store, until }) => {
        await until('ready')
        const steps = [{ stream: {} }, { serverRequest: { ...form(), id: 'q' }, wait: true }, { answer: true }] as const
        await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [...steps] })
        await store.callTool('echo', { text: 'asked' })
        assert.equal(responsesIn(await server.journal()).get('q')?.result, { action: 'decline' })
      })
    },
  },
]
