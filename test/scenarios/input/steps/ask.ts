/** One question of the server to the client, in either era, and its outcome. */
import type { Client } from '../../../../src/core/index.ts'
import type { Assert } from '../../assert.ts'
import type { Scenario, ScenarioByConnect, World } from '../../scenario.ts'
import { callsIn } from '../../steps/calls.ts'
import { done, lastAnswers, needs } from '../../steps/input-required.ts'
import { responsesIn } from '../../steps/journal.ts'

export interface Question {
  method: string
  params?: object
}

/** What the server received; `failure` is the reason if the call itself rejected. */
export interface Outcome {
  result?: unknown
  error?: { code: number; message: string } | undefined
  failure?: unknown
  /** How many times the call was sent. */
  calls: number
}

/** Asks as the era does: by a request on the stream of a call, or by an `input_required` result. */
export async function ask({ server }: Pick<World, 'server'>, client: Client, question: Question): Promise<Outcome> {
  const before = await server.journal()
  const modern = client.connection.era === 'modern'
  const id = `ask-${before.length}`
  const onStream = [{ stream: {} }, { serverRequest: { ...question, id }, wait: true }, { answer: true }] as const
  const rounds = [needs(1, { inputRequests: { [id]: question } }), done(2)]
  await server.script(...(modern ? rounds : [{ on: { rpcMethod: 'tools/call' }, nth: 1, do: [...onStream] }]))
  const failure = await client.callTool('echo', { text: 'asked' }).then(
    () => undefined,
    (reason: unknown) => ({ failure: reason }),
  )
  const journal = await server.journal()
  const calls = callsIn(journal).length - callsIn(before).length
  const answer = modern ? { result: (lastAnswers(journal) as Record<string, unknown> | undefined)?.[id] } : {}
  const { result, error } = responsesIn(journal).get(id) ?? (answer as { result?: unknown; error?: Outcome['error'] })
  return { ...(result !== undefined && { result }), ...(error && { error }), ...failure, calls }
}

/** The server must have received this result and nothing else. */
export function assertAnswered(assert: Assert, { result, error, failure }: Outcome, expected: unknown): void {
  assert.equal({ result, error, failure: failure && String(failure) }, { result: expected })
}

/** The server must have received no result: an error with this code, or in 2026-07-28 nothing, where the call rejects. */
export function assertRefused(assert: Assert, client: Client, outcome: Outcome, code: number): void {
  assert.equal([outcome.result, outcome.calls], [undefined, 1])
  if (client.connection.era !== 'modern') assert.equal([outcome.error?.code, outcome.failure], [code, undefined])
  else assert.match(outcome.failure, { code: 'invalid-message', delivery: 'answered' })
}

interface AskedScenario extends ScenarioByConnect {
  /** Like `invalid`, in the messages of an `input_required` result and its answer only. */
  invalidAsInput?: 'client' | 'server'
}

/** The same promise for both ways in which a server can ask: by a request of its own, and by an `input_required` result. */
export function askedBothWays({ name, run, invalidAsInput, ...rest }: AskedScenario): Scenario[] {
  // Without `onEvent`, a page reports the failure of a handler as an uncaught error.
  const connectBy = ({ connect }: World) => ((options) => connect({ onEvent() {}, ...options })) as World['connect']
  return [
    { ...rest, name: `${name} (server request)`, run: (world) => run(world, connectBy(world)) },
    {
      ...rest,
      name: `${name} (input_required)`,
      ...(invalidAsInput && { invalid: invalidAsInput }),
      run: (world) => run(world, world.connectModern),
    },
  ]
}
