/** Requests from one server (elicitation, sampling, roots) that wait until the person answers them in a dialog. */
import { type Signal, signal } from '@preact/signals'
import {
  type CreateMessageRequestParams,
  type CreateMessageResult,
  type ElicitRequestParams,
  type ElicitResult,
  type Handlers,
  type Root,
  RpcError,
} from 'mcp-over-fetch'
import { answerByRules } from '../sampling-rules.ts'

interface Kinds {
  elicit: { params: ElicitRequestParams; result: ElicitResult }
  sample: { params: CreateMessageRequestParams; result: CreateMessageResult }
  roots: { params: undefined; result: Root[] }
}

export type ServerRequestOf<K extends keyof Kinds> = {
  kind: K
  id: number
  /** It came while a call of the person ran, and so probably because of it. */
  duringCall: boolean
  params: Kinds[K]['params']
  resolve(result: Kinds[K]['result']): void
  reject(reason: Error): void
}

export type ServerRequest = { [K in keyof Kinds]: ServerRequestOf<K> }[keyof Kinds]

/** A result that the person gave, as the generated code repeats it. */
export interface GivenAnswer {
  kind: string
  result: unknown
}

export interface Questions {
  /** Oldest first. */
  pending: Signal<readonly ServerRequest[]>
  /** The request that the person wants to answer, of those that came by themselves. */
  opened: Signal<number | undefined>
  /** Calls of the person that have not ended. */
  runningCalls: Signal<number>
  /** Every answer so far, for the generated code. */
  answers: Signal<readonly GivenAnswer[]>
  /** The roots that the server gets without a dialog; undefined: the person is asked. */
  roots: Signal<Root[] | undefined>
  /** Rules that answer sampling requests; empty, or where none applies: the person is asked. */
  samplingRules: Signal<string>
  handlers: Handlers
}

let count = 0

export function createQuestions(): Questions {
  const pending = signal<readonly ServerRequest[]>([])
  const runningCalls = signal(0)
  const answers = signal<readonly GivenAnswer[]>([])
  const roots = signal<Root[] | undefined>(undefined)
  const samplingRules = signal('')
  return {
    pending,
    opened: signal(undefined),
    runningCalls,
    answers,
    roots,
    samplingRules,
    handlers: {
      elicit: (params, { signal }) => waitForAnswer('elicit', params, signal),
      sample: {
        create: (params, { signal }) =>
          answerByRules(samplingRules.value, params) ?? waitForAnswer('sample', params, signal),
        tools: true,
        context: true,
      },
      roots: ({ signal }) => roots.value ?? waitForAnswer('roots', undefined, signal),
    },
  }

  function waitForAnswer<K extends keyof Kinds>(
    kind: K,
    params: Kinds[K]['params'],
    signal: AbortSignal,
  ): Promise<Kinds[K]['result']> {
    const id = ++count
    return new Promise<Kinds[K]['result']>((resolvePromise, reject) => {
      const resolve = (result: Kinds[K]['result']) => {
        answers.value = [...answers.value, { kind, result }]
        resolvePromise(result)
      }
      const duringCall = runningCalls.value > 0
      const request = { kind, id, duringCall, params, resolve, reject } as unknown as ServerRequest
      pending.value = [...pending.value, request]
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    }).finally(() => {
      pending.value = pending.value.filter((request) => request.id !== id)
    })
  }
}

/** The JSON-RPC code with which a client says that its user refused (client/sampling). */
const REFUSED = -1

/** The person does not want to answer: a refusal, which is no failure of the client. */
export function refuse(request: ServerRequest): void {
  if (request.kind === 'elicit') request.resolve({ action: 'cancel' })
  else request.reject(new RpcError(request.kind, { code: REFUSED, message: refusals[request.kind] }))
}

const refusals = { sample: 'User rejected sampling request', roots: 'User rejected listing roots' }
