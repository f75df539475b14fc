/** Which rows of the wire belong to a call, what was answered to the server in it, and what it says about its rows. */
import { isObject } from '../../../src/core/util/is-object.ts'
import type { Exchange, SchemaMismatch } from '../state/outcome.ts'
import type { Action, Call } from '../state/server/calls.ts'
import type { GivenAnswer } from '../state/server/questions.ts'
import { parseJson, toJson } from '../ui/json.ts'
import type { Lane } from './rows.ts'

const methods: Record<Action['kind'], string> = {
  tool: 'tools/call',
  resource: 'resources/read',
  prompt: 'prompts/get',
}

const keys = new WeakMap<object, string>()
const taken = new Set<string>()

type Asked = Pick<Call, 'action' | 'startedAt' | 'wire' | 'isPast'>

/** The key of a call in the rows of the wire: that of the first request after its start that fits and is of no other call. */
export function wireKeyOf(call: Asked): string | undefined {
  const known = keys.get(call)
  if (known !== undefined || call.isPast) return known
  const { action, startedAt, wire } = call
  const subject = action.kind === 'resource' ? action.uri : action.name
  const fitting = wire.rows.filter(
    (row): row is Lane =>
      row.kind === 'lane' &&
      row.start >= startedAt &&
      row.rpc === methods[action.kind] &&
      row.subject === subject &&
      row.call !== undefined &&
      !taken.has(row.call),
  )
  // Of two calls at the same time, each has its own arguments.
  const first = fitting.find((lane) => hasArguments(lane, action)) ?? fitting[0]
  if (first?.call === undefined) return undefined
  keys.set(call, first.call)
  taken.add(first.call)
  return first.call
}

function hasArguments({ recorded }: Lane, action: Action): boolean {
  if (action.kind === 'resource') return true
  const params = paramsOf(recorded?.request)
  return toJson(params.arguments ?? {}, 0) === toJson(action.args, 0)
}

/** The requests of a call, in order. */
export function lanesOf(call: Asked): Lane[] {
  const key = wireKeyOf(call)
  if (key === undefined) return []
  return call.wire.rows.filter((row): row is Lane => row.kind === 'lane' && row.call === key)
}

/** What the call found out: it is drawn at the row of its request. */
export function noteOutcome(
  call: Asked,
  {
    isError,
    mismatch,
    failure,
  }: { isError: boolean; mismatch: SchemaMismatch | undefined } & Pick<Exchange, 'failure'>,
): void {
  const lane = lanesOf(call).findLast(({ id }) => id !== undefined)
  if (!lane) return
  // The end of a long answer is not kept, but the client has read it.
  if (isError) lane.answer = { isError: true }
  if (mismatch) lane.mismatch = mismatch
  if (failure && !lane.answer && (lane.status ?? 200) < 400) lane.failure = failure
}

/** The answers to the server's requests within a call, as they were sent; not those of another call at the same time. */
export function answersOf(call: Asked): GivenAnswer[] {
  const lanes = lanesOf(call)
  return lanes.flatMap((lane, index) => {
    const { rpc, question, recorded } = lane
    if (rpc === 'a response') return question ? answer(question.method, resultOf(recorded?.request)) : []
    const { inputResponses } = paramsOf(recorded?.request)
    if (!isObject(inputResponses)) return []
    const asked = inputRequestsOf(lanes.slice(0, index))
    return Object.entries(inputResponses).flatMap(([name, result]) => answer(methodOf(asked[name]), result))
  })
}

const kinds: Record<string, string> = {
  'elicitation/create': 'elicit',
  'sampling/createMessage': 'sample',
  'roots/list': 'roots',
}

/** A refusal has no result that could be repeated. */
function answer(method: string | undefined, result: unknown): GivenAnswer[] {
  const kind = method === undefined ? undefined : kinds[method]
  if (kind === undefined || !isObject(result)) return []
  return [{ kind, result: kind === 'roots' ? (result.roots ?? []) : result }]
}

/** What the rounds before asked for, by the names under which it is answered. */
function inputRequestsOf(before: readonly Lane[]): Record<string, unknown> {
  const asked = before.map(({ recorded }) => {
    const result = resultOf(recorded?.messages.at(-1)?.data ?? recorded?.response)
    return isObject(result) && isObject(result.inputRequests) ? result.inputRequests : {}
  })
  return Object.assign({}, ...asked)
}

function resultOf(text: string | undefined): unknown {
  const message = parseJson(text ?? '')
  return isObject(message) ? message.result : undefined
}

function paramsOf(text: string | undefined): Record<string, unknown> {
  const message = parseJson(text ?? '')
  return isObject(message) && isObject(message.params) ? message.params : {}
}

const methodOf = (request: unknown) =>
  isObject(request) && typeof request.method === 'string' ? request.method : undefined
