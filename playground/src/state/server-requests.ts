/** Requests from servers (elicitation, sampling, roots) that wait until the person answers them in a dialog. */
import { signal } from '@preact/signals'
import {
  type CreateMessageRequestParams,
  type CreateMessageResult,
  type ElicitRequestParams,
  type ElicitResult,
  type Handlers,
  type Root,
  RpcError,
} from 'mcp-over-fetch'

interface Kinds {
  elicit: { params: ElicitRequestParams; result: ElicitResult }
  sample: { params: CreateMessageRequestParams; result: CreateMessageResult }
  roots: { params: undefined; result: Root[] }
}

export type ServerRequestOf<K extends keyof Kinds> = {
  kind: K
  id: number
  /** The address of the server that asks. */
  server: string
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

/** Oldest first. */
export const pendingRequests = signal<readonly ServerRequest[]>([])

/** Calls of the person that have not ended. */
export const runningCalls = signal(0)

/** The request that the person wants to answer, of those that came by themselves. */
export const openedRequest = signal<number | undefined>(undefined)

/** Every answer since the page was opened, for the generated code. */
export const givenAnswers = signal<readonly GivenAnswer[]>([])

/** By the address of the server: the roots that it gets without a dialog from now on. */
const rootsByServer = signal<ReadonlyMap<string, Root[]>>(new Map())

export function getRoots(server: string): Root[] | undefined {
  return rootsByServer.value.get(server)
}

/** Without roots, the person is asked again. */
export function setRoots(server: string, roots: Root[] | undefined): void {
  const next = new Map(rootsByServer.value)
  if (roots) next.set(server, roots)
  else next.delete(server)
  rootsByServer.value = next
}

let count = 0

function waitForAnswer<K extends keyof Kinds>(
  server: string,
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
    const request = {
      kind,
      id,
      server,
      duringCall: runningCalls.value > 0,
      params,
      resolve,
      reject,
    } as unknown as ServerRequest
    pendingRequests.value = [...pendingRequests.value, request]
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  }).finally(() => {
    pendingRequests.value = pendingRequests.value.filter((request) => request.id !== id)
  })
}

/** The handlers for the requests of one server. */
export function createHandlers(server: string): Handlers {
  return {
    elicit: (params, { signal }) => waitForAnswer(server, 'elicit', params, signal),
    sample: (params, { signal }) => waitForAnswer(server, 'sample', params, signal),
    roots: ({ signal }) => getRoots(server) ?? waitForAnswer(server, 'roots', undefined, signal),
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
