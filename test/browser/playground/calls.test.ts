/** Calls without a page: what came of them, and how many are kept. */
import { signal } from '@preact/signals'
import { expect, test } from 'vitest'
import { type Call, createCalls, MAX_CALLS } from '../../../playground/src/state/server/calls.ts'
import { emptyTarget } from '../../../playground/src/state/target.ts'
import { RpcError } from '../../../src/core/index.ts'

globalThis.requestAnimationFrame ??= () => 0
globalThis.cancelAnimationFrame ??= () => {}

/** `answer` is what the server does with each call. */
function callsOf(answer: (signal: AbortSignal) => Promise<unknown>) {
  const client = {
    callTool: (_name: string, _args: object, options: { signal: AbortSignal }) => answer(options.signal),
  }
  return createCalls({
    session: signal({ client, target: { ...emptyTarget, url: 'https://tools.example.com/mcp' } }),
    questions: { runningCalls: signal(0) },
    tasks: { all: signal([]) },
    wire: { rows: [] },
    outputSchemaOf: () => undefined,
  } as never)
}

const action = { kind: 'tool', name: 'echo', args: {} } as const

async function endOf({ ended }: Call) {
  await expect.poll(() => ended.value).toBeDefined()
  return ended.value!
}

const aborted = (stopped: AbortSignal) =>
  new Promise<void>((resolve) => stopped.addEventListener('abort', () => resolve(), { once: true }))

test('a call that was stopped is canceled', async () => {
  const calls = callsOf(async (stopped) => {
    await aborted(stopped)
    throw stopped.reason
  })
  const call = calls.start(action)!
  call.stop()
  expect((await endOf(call)).verdict.headline).toBe('CANCELED')
})

test('an error of the server that arrives after the click on Stop is that error', async () => {
  const calls = callsOf(async (stopped) => {
    await aborted(stopped)
    throw new RpcError('tools/call', { code: -32602, message: 'no' })
  })
  const call = calls.start(action)!
  call.stop()
  expect((await endOf(call)).verdict.headline).toBe('RPC -32602')
})

test('the newest calls are kept, and it is said that older ones were dropped', async () => {
  const calls = callsOf(async () => ({ content: [] }))
  for (let count = 0; count < MAX_CALLS; count++) calls.start(action)
  expect(calls.isCut.value).toBe(false)
  const last = calls.start(action)!
  expect(calls.history.value).toHaveLength(MAX_CALLS)
  expect(calls.history.value[0]).toBe(last)
  expect(calls.isCut.value).toBe(true)
  await endOf(last)
  calls.clearHistory()
  expect(calls.isCut.value).toBe(false)
})

test('a call of a model is recorded, and its caller gets what the server answers', async () => {
  const calls = callsOf(async () => ({ content: [] }))
  const result = { content: [], isError: true }
  await expect(calls.record(action, async () => result)).resolves.toBe(result)
  const [call] = calls.history.value
  expect(call).toMatchObject({ isFromModel: true })
  expect((await endOf(call!)).verdict.headline).toBe('TOOL ERROR')
})
