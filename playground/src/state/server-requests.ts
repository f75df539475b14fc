/** Requests from servers (elicitation, sampling, roots) that wait until the person answers them in a dialog. */
import { signal } from '@preact/signals'
import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestParams,
  ElicitResult,
  Handlers,
  Root,
} from 'mcp-over-fetch'

interface Kinds {
  elicit: { params: ElicitRequestParams; result: ElicitResult }
  sample: { params: CreateMessageRequestParams; result: CreateMessageResult }
  roots: { params: undefined; result: Root[] }
}

export type ServerRequestOf<K extends keyof Kinds> = {
  kind: K
  id: number
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

/** Oldest first. */
export const pendingRequests = signal<readonly ServerRequest[]>([])

/** Every answer since the page was opened, for the generated code. */
export const givenAnswers = signal<readonly GivenAnswer[]>([])

/** Servers ask for roots repeatedly; once set, these are sent without a dialog. */
export const rememberedRoots = signal<Root[] | undefined>(undefined)

let count = 0

function waitForAnswer<K extends keyof Kinds>(
  kind: K,
  params: Kinds[K]['params'],
  signal: AbortSignal,
): Promise<Kinds[K]['result']> {
  const id = ++count
  return new Promise<Kinds[K]['result']>((resolvePromise, reject) => {
    const resolve = (result: Kinds[K]['result']) => {
      givenAnswers.value = [...givenAnswers.value, { kind, result }]
      resolvePromise(result)
    }
    const request = { kind, id, params, resolve, reject } as unknown as ServerRequest
    pendingRequests.value = [...pendingRequests.value, request]
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  }).finally(() => {
    pendingRequests.value = pendingRequests.value.filter((request) => request.id !== id)
  })
}

export const handlers: Handlers = {
  elicit: (params, { signal }) => waitForAnswer('elicit', params, signal),
  sample: (params, { signal }) => waitForAnswer('sample', params, signal),
  roots: ({ signal }) => rememberedRoots.value ?? waitForAnswer('roots', undefined, signal),
}
