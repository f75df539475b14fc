/**
 * Input that a server needs before it answers: read from its result or error, resolved by the handlers, and awaited where a user
 * visits a page.
 */

import type { ElicitResult } from '../../types/client-features.ts'
import type { InputRequests, InputResponses } from '../../types/input-required.ts'
import type { Params } from '../../types/jsonrpc.ts'
import { CallScope } from '../call-scope.ts'
import { INVALID_PARAMS, URL_ELICITATION_REQUIRED } from '../error-codes.ts'
import { capabilityRemedy, InvalidMessageError, type RpcError } from '../errors.ts'
import type { Revision } from '../revisions.ts'
import type { CallContext, RequestHandler } from '../rpc/call-context.ts'
import { findHandler } from '../rpc/handler-queue.ts'
import { backoff } from '../util/backoff.ts'
import { cleanText } from '../util/clean-text.ts'
import type { Deadline } from '../util/deadline.ts'
import { delay } from '../util/delay.ts'
import { completionOf } from './elicitation.ts'

type Result = Record<string, unknown>

type InputContext = Pick<CallContext, 'environment' | 'requestHandlers' | 'closing'>

/** Requests that a server may answer with `input_required`. */
const METHODS = ['tools/call', 'resources/read', 'prompts/get']

/** The input requests and the state of an `input_required` result; undefined if they are not valid. */
export function readInputRequired(
  method: string,
  { inputRequests, requestState }: Result,
): { inputRequests?: InputRequests; requestState?: string } | undefined {
  const hasState = typeof requestState === 'string'
  const isValid =
    METHODS.includes(method) &&
    (hasState || requestState === undefined) &&
    (inputRequests === undefined ? hasState : Object(inputRequests) === inputRequests)
  if (!isValid) return undefined
  return {
    ...(inputRequests !== undefined && { inputRequests: inputRequests as InputRequests }),
    ...(hasState && { requestState }),
  }
}

/** Runs the handlers of all requests at once. None runs if there is a request that no declared capability covers. */
export async function resolveInputRequests(
  { environment, requestHandlers, closing }: InputContext,
  requests: InputRequests,
  signal?: AbortSignal,
): Promise<InputResponses> {
  const handlers = Object.entries(requests).map(([key, request]): [string, RequestHandler] => {
    const method: string | undefined = request?.method
    const found = method ? findHandler(requestHandlers(), request) : undefined
    if (found && 'run' in found) return [key, found.run]
    const remedy = capabilityRemedy([`${method}`.split('/')[0]!])
    const problem = found?.error.code === INVALID_PARAMS ? 'is not valid' : `has no handler${remedy}`
    const message = `The server asks for ${cleanText(`${method}`, 50)}, which ${problem}`
    throw new InvalidMessageError(message, { delivery: 'answered', result: requests })
  })
  const controller = new AbortController()
  // Without a timeout: a person may take any time to answer.
  const deadline = new CallScope(environment, { what: 'input', signals: [signal, closing] })
  deadline.onPassed((reason) => controller.abort(reason))
  const responses = handlers.map(async ([key, run]) => [key, await run(controller.signal)] as const)
  try {
    return Object.fromEntries(await deadline.race(Promise.all(responses))) as InputResponses
  } catch (error) {
    controller.abort(error)
    throw error
  } finally {
    deadline.stop()
  }
}

/** The URL elicitations that the error demands (2025-11-25), if a handler takes all of them. The keys are the indexes. */
export function urlElicitationsOf(
  { requestHandlers }: Pick<InputContext, 'requestHandlers'>,
  { urlElicitationError }: Revision,
  error: unknown,
): InputRequests | undefined {
  const { rpcCode, data } = (error ?? {}) as Partial<RpcError>
  const { elicitations } = (data ?? {}) as { elicitations?: unknown }
  const selectHandler = requestHandlers()['elicitation/create']
  if (!urlElicitationError || rpcCode !== URL_ELICITATION_REQUIRED || !selectHandler) return undefined
  const isUrlElicitation = (params: Params | null) => params?.mode === 'url' && selectHandler(params, params)
  if (!Array.isArray(elicitations) || !elicitations.length || !elicitations.every(isUrlElicitation)) return undefined
  const requests = elicitations.map((params) => ({ method: 'elicitation/create', params }))
  return { ...requests } as unknown as InputRequests
}

interface UrlParams {
  mode?: unknown
  url?: string
  elicitationId?: string
}

/** URL elicitations that the user accepted during one call. That is consent: the page may be open for a while yet. */
export class UrlConsents {
  readonly #context: Pick<CallContext, 'environment' | 'requestHandlers' | 'closing' | 'notifications'>
  readonly #accepted = new Set<string>()
  /** Elicitations of which neither the server nor the application has said that their page is done. */
  readonly #open = new Set<string>()
  #completions: Promise<unknown>[] = []
  #polls = 0
  #onDone = () => {}
  #unsubscribe: (() => void) | undefined

  constructor(context: Pick<CallContext, 'environment' | 'requestHandlers' | 'closing' | 'notifications'>) {
    this.#context = context
  }

  /** Whether the user accepted any. */
  get any(): boolean {
    return this.#accepted.size > 0
  }

  /** Whether the user accepted all of these already. */
  has(requests: InputRequests): boolean {
    return Object.values(requests).every((request) => this.#accepted.has(keyOf(request) ?? ''))
  }

  /** Asks the user, but never for what was accepted before. */
  async resolve(requests: InputRequests, signal: AbortSignal | undefined): Promise<InputResponses> {
    // As entries: a server may name a request `__proto__`.
    const responses: [string, unknown][] = []
    const asked: [string, InputRequests[string]][] = []
    for (const [name, request] of Object.entries(requests)) {
      const key = keyOf(request)
      if (key !== undefined && this.#accepted.has(key)) responses.push([name, { action: 'accept' }])
      else asked.push([name, request])
      if (key === undefined || this.#accepted.has(key)) continue
      // Before the user is asked: the server may say at once that the page is done.
      this.#open.add(key)
      this.#unsubscribe ??= this.#context.notifications.subscribe((method, { elicitationId }) => {
        if (method === 'notifications/elicitation/complete') this.#complete(`${elicitationId}`)
      })
    }
    const open = Object.fromEntries(asked)
    const answers = Object.entries(await resolveInputRequests(this.#context, open, signal))
    for (const [name, answer] of answers) {
      const key = keyOf(open[name])
      if (key === undefined || (answer as ElicitResult).action !== 'accept') continue
      this.#accepted.add(key)
      this.#polls = 0
      const completion = completionOf(answer)
      if (completion) this.#completions.push(completion.then(() => this.#complete(key)))
    }
    return Object.fromEntries([...responses, ...answers]) as InputResponses
  }

  /** Waits for the promises of the application that the pages are done, or for the server to say so. */
  async completed(deadline: Deadline): Promise<void> {
    const completions = this.#completions.splice(0)
    if (completions.length && this.#open.size)
      await deadline.race(Promise.race([Promise.all(completions), this.#done()]))
  }

  /** Waits before the server is asked again, each time longer, or until it says that the pages are done. */
  async poll(deadline: Deadline): Promise<void> {
    /** Milliseconds before the first poll, and between two at most. */
    const [first, longest] = [1_000, 15_000]
    // What is done is asked for at once, but only the first time.
    if (!this.#open.size && !this.#polls++) return
    await delay(this.#context.environment, backoff(this.#polls++, first, 2, longest), {
      race: (passed) => deadline.race(Promise.race([passed, this.#done()])),
    })
  }

  stop(): void {
    this.#unsubscribe?.()
  }

  #complete(key: string): void {
    if (this.#open.delete(key) && !this.#open.size) this.#onDone()
  }

  #done(): Promise<void> {
    return new Promise((resolve) => {
      this.#onDone = resolve
    })
  }
}

/** What identifies a URL elicitation; undefined for another request. */
function keyOf(request: unknown): string | undefined {
  const { mode, url, elicitationId } = ((request as { params?: UrlParams } | undefined)?.params ?? {}) as UrlParams
  return mode === 'url' ? `${elicitationId ?? url}` : undefined
}
