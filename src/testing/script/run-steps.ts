/** The steps on an open stream, one after the other. */
import { orAborted } from '../util/abort.ts'
import type { Barriers } from './barriers.ts'
import type { Exchange } from './exchange.ts'
import type { Clock } from '../features/request-context.ts'
import { answerOf, notification } from '../jsonrpc/message.ts'
import type { Step } from './script.ts'
import { encodeComment, encodeEvent, type SseEvent } from '../sse/encode.ts'
import type { Tap } from '../http/observed-body.ts'

export interface Stage {
  clock: Clock
  barriers: Barriers
  /** Aborts when there is no more sense in going on. */
  signal: AbortSignal
}

type Verb<Name extends string> = Extract<Step, Record<Name, unknown>>

/** Steps in the server's stead: the script writes the stream. */
export async function playOnStream(steps: readonly Step[], exchange: Exchange, stage: Stage): Promise<void> {
  const { line } = exchange
  const run = { progress: 0, answered: false }
  for (const step of steps) {
    if (await pause(step, stage)) continue
    if ('event' in step) await line.event(eventOf(step))
    else if ('frame' in step) await line.connection()?.write(step.frame)
    else if ('comment' in step) await line.connection()?.write(encodeComment(step.comment, line.connection()?.lineEnd))
    else if ('prime' in step) await prime(step, exchange)
    else if ('hold' in step) await hold(step.hold, line.connection()?.signal, stage)
    else if ('trickle' in step) await trickle(step.trickle, line.connection()?.signal, stage, write)
    else if ('serverRequest' in step) await ask(step, exchange, stage)
    else if ('notify' in step) await notify(step, exchange, run)
    else if ('closeConnection' in step || 'close' in step) line.closeConnection()
    else if ('fault' in step) line.connection()?.fault()
    else run.answered = (await answer(step, exchange)) || run.answered
  }
  if (run.answered) line.finish()
  else line.closeConnection()

  async function write(text: string): Promise<void> {
    await line.connection()?.write(text)
  }
}

/** Steps while the server itself writes the stream. */
export async function playBeside(steps: readonly Step[], tap: Tap, stage: Stage): Promise<void> {
  const encoder = new TextEncoder()
  const write = async (text: string) => tap.add(encoder.encode(text))
  for (const step of steps) {
    if (await pause(step, stage)) continue
    if ('event' in step) await write(encodeEvent(eventOf(step)))
    else if ('frame' in step) await write(step.frame)
    else if ('comment' in step) await write(encodeComment(step.comment))
    else if ('trickle' in step) await trickle(step.trickle, tap.signal, stage, write)
    else if ('fault' in step) tap.fault()
    else tap.close()
  }
}

async function pause(step: Step, { clock, barriers, signal }: Stage): Promise<boolean> {
  if ('delay' in step) await clock.wait(step.delay, signal)
  else if ('barrier' in step) await orAborted(barriers.arrive(step.barrier), signal)
  else return false
  return true
}

async function hold(time: Verb<'hold'>['hold'], left: AbortSignal | undefined, stage: Stage): Promise<void> {
  if (!left) return
  const over = AbortSignal.any([left, stage.signal])
  const waiting = time === 'forever' ? new Promise<void>(() => {}) : stage.clock.wait(time, over)
  await orAborted(waiting, over).catch(() => {})
}

async function trickle(
  { bytes, every, times = Infinity }: Verb<'trickle'>['trickle'],
  left: AbortSignal | undefined,
  stage: Stage,
  write: (text: string) => Promise<void>,
): Promise<void> {
  const text = bytes > 1 ? `:${'.'.repeat(bytes - 2)}\n` : '\n'
  for (let count = 0; count < times && left && !left.aborted; count++) {
    await write(text)
    await hold(every, left, stage)
  }
}

async function prime({ prime }: Verb<'prime'>, { line, seen, retry }: Exchange): Promise<void> {
  await line.prime({ seen, retry, ...(prime === true ? {} : prime) })
}

function eventOf({ event: { data, ...event } }: Verb<'event'>): SseEvent {
  return { ...event, data: typeof data === 'object' ? JSON.stringify(data) : data }
}

async function notify({ notify, store }: Verb<'notify'>, exchange: Exchange, run: { progress: number }): Promise<void> {
  const { line, request } = exchange
  if (typeof notify === 'object') return line.send(notification(notify.method, notify.params), { store })
  const meta = request?.params._meta as { progressToken?: string | number } | undefined
  const progressToken = meta?.progressToken ?? request?.id
  for (let count = 0; count < notify; count++) {
    run.progress += 1
    await line.send(notification('notifications/progress', { progressToken, progress: run.progress }), { store })
  }
}

async function ask({ serverRequest, wait }: Verb<'serverRequest'>, exchange: Exchange, stage: Stage): Promise<void> {
  const response = exchange.ask(serverRequest)
  response.catch(() => {})
  // How the client answered is for the journal; that it answered is enough to go on.
  if (wait)
    await orAborted(
      response.catch(() => {}),
      stage.signal,
    )
}

/** Whether the request's own answer is out. */
async function answer(step: Step, { line, request, answer }: Exchange): Promise<boolean> {
  const id = request?.id ?? null
  if ('answerWithId' in step) {
    await line.send({ jsonrpc: '2.0', id: step.answerWithId, result: step.result })
    return step.answerWithId === id
  }
  if ('answerError' in step) {
    const given = step.id === undefined ? id : step.id
    await line.send({ jsonrpc: '2.0', id: given, error: step.answerError })
    return given === id
  }
  if (!('answer' in step) || !request) return false
  const { store } = step
  const message = step.answer === true ? await answer({ store }) : answerOf(request.id, step.answer)
  if (message) await line.send(message, { store })
  return true
}
