/** Runs the steps on an open stream, one after the other. */
import type { Clock } from '../clock/clock.ts'
import type { ObservedBody } from '../http/observed-body.ts'
import { notificationMessage, resultMessage } from '../jsonrpc/message.ts'
import { encodeComment, encodeEvent, type SseEvent } from '../sse/encode.ts'
import type { SseConnection } from '../sse/sse-connection.ts'
import { orAborted } from '../util/abort.ts'
import type { Barriers } from './barriers.ts'
import type { Exchange } from './exchange.ts'
import type { Step } from './script.ts'

export interface StepContext {
  clock: Clock
  barriers: Barriers
  /** Aborts when the remaining steps are not to be run. */
  signal: AbortSignal
}

type StepNamed<Name extends string> = Extract<Step, Record<Name, unknown>>

/** Steps on a stream that the script writes instead of the server. */
export async function runOnStream(steps: readonly Step[], exchange: Exchange, context: StepContext): Promise<void> {
  const { stream } = exchange
  const state = { progress: 0, answered: false }
  const write = async (text: string) => stream.connection()?.write(text)
  for (const step of steps) {
    if (await pause(step, context)) continue
    if ('event' in step) await stream.event(toEvent(step))
    else if ('frame' in step) await stream.connection()?.write(step.frame)
    else if ('comment' in step) await comment(step, stream.connection())
    else if ('prime' in step) await prime(step, exchange)
    else if ('hold' in step) await hold(step.hold, stream.connection()?.signal, context)
    else if ('trickle' in step) await trickle(step.trickle, stream.connection()?.signal, context, write)
    else if ('serverRequest' in step) await sendRequest(step, exchange, context)
    else if ('notify' in step) await notify(step, exchange, state)
    else if ('closeConnection' in step || 'close' in step) stream.closeConnection()
    else if ('fault' in step) stream.connection()?.fault()
    else state.answered = (await answer(step, exchange)) || state.answered
  }
  if (state.answered) stream.finish()
  else stream.closeConnection()
}

/** Steps on a body that the server itself writes, after `pass`. */
export async function runOnServedBody(steps: readonly Step[], body: ObservedBody, context: StepContext): Promise<void> {
  const encoder = new TextEncoder()
  const write = async (text: string) => body.write(encoder.encode(text))
  for (const step of steps) {
    if (await pause(step, context)) continue
    if ('event' in step) await write(encodeEvent(toEvent(step)))
    else if ('frame' in step) await write(step.frame)
    else if ('comment' in step) await write(encodeComment(step.comment))
    else if ('trickle' in step) await trickle(step.trickle, body.signal, context, write)
    else if ('fault' in step) body.fault()
    else body.close()
  }
}

/** Runs a step that only waits; `false` for any other. */
async function pause(step: Step, { clock, barriers, signal }: StepContext): Promise<boolean> {
  if ('delay' in step) await clock.wait(step.delay, signal)
  else if ('barrier' in step) await orAborted(barriers.arrive(step.barrier), signal)
  else return false
  return true
}

/** `disconnected` is undefined when there is no connection to hold open. */
async function hold(
  time: StepNamed<'hold'>['hold'],
  disconnected: AbortSignal | undefined,
  context: StepContext,
): Promise<void> {
  if (!disconnected) return
  const signal = AbortSignal.any([disconnected, context.signal])
  const waiting = time === 'forever' ? new Promise<void>(() => {}) : context.clock.wait(time, signal)
  await orAborted(waiting, signal).catch(() => {})
}

async function trickle(
  { bytes, every, times = Infinity }: StepNamed<'trickle'>['trickle'],
  disconnected: AbortSignal | undefined,
  context: StepContext,
  write: (text: string) => Promise<void>,
): Promise<void> {
  const text = bytes > 1 ? `:${'.'.repeat(bytes - 2)}\n` : '\n'
  for (let count = 0; count < times && disconnected && !disconnected.aborted; count++) {
    await write(text)
    await hold(every, disconnected, context)
  }
}

async function comment({ comment }: StepNamed<'comment'>, connection: SseConnection | undefined): Promise<void> {
  await connection?.write(encodeComment(comment, connection.lineEnd))
}

async function prime({ prime }: StepNamed<'prime'>, { stream, seen, retry }: Exchange): Promise<void> {
  await stream.prime({ seen, retry, ...(prime === true ? {} : prime) })
}

function toEvent({ event: { data, ...event } }: StepNamed<'event'>): SseEvent {
  return { ...event, data: typeof data === 'object' ? JSON.stringify(data) : data }
}

async function notify(
  { notify, store }: StepNamed<'notify'>,
  { stream, request }: Exchange,
  state: { progress: number },
): Promise<void> {
  if (typeof notify === 'object') return stream.send(notificationMessage(notify.method, notify.params), { store })
  const meta = request?.params._meta as { progressToken?: string | number } | undefined
  const progressToken = meta?.progressToken ?? request?.id
  for (let count = 0; count < notify; count++) {
    state.progress += 1
    const params = { progressToken, progress: state.progress }
    await stream.send(notificationMessage('notifications/progress', params), { store })
  }
}

async function sendRequest(
  { serverRequest, wait }: StepNamed<'serverRequest'>,
  exchange: Exchange,
  { signal }: StepContext,
): Promise<void> {
  // The next step waits for any response, also for an error; what it says is in the journal.
  const responded = exchange.sendRequest(serverRequest).catch(() => {})
  if (wait) await orAborted(responded, signal)
}

/** Whether the request itself has been answered. */
async function answer(step: Step, { stream, request, answer }: Exchange): Promise<boolean> {
  const id = request?.id
  if ('answerWithId' in step) {
    await stream.send({ jsonrpc: '2.0', id: step.answerWithId, result: step.result })
    return step.answerWithId === id
  }
  if ('answerError' in step) {
    const errorId = step.id === undefined ? id : step.id
    await stream.send({ jsonrpc: '2.0', id: errorId, error: step.answerError })
    return errorId === id
  }
  if (!('answer' in step) || !request) return false
  const { store } = step
  const message = step.answer === true ? await answer({ store }) : resultMessage(request.id, step.answer)
  if (message) await stream.send(message, { store })
  return true
}
