/** Results that ask for more before they are complete (2026-07-28, basic/patterns/mrtr). */
import type { ElicitResult, Root, SampleResult } from './client-features.ts'
import type { Params } from './jsonrpc.ts'

export interface InputRequest {
  method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list'
  params?: Params
}

/** By the server's own keys. */
export type InputRequests = Record<string, InputRequest>

/** By the same keys. */
export type InputResponses = Record<string, ElicitResult | SampleResult | { roots: Root[] }>

/** A call that waits for input, as plain JSON: whoever has the input can finish it, also elsewhere and later. */
export interface Continuation {
  /** The only address it is good for. */
  url: string
  method: string
  params: Params
  inputRequests?: InputRequests
  /** The server's own; to be given back as it is. */
  requestState?: string
  /** What was asked for, to be filled in. */
  inputResponses?: InputResponses
}

/** What a call with `onInputRequired: 'return'` ends with when the server asks for input. */
export interface InputRequired {
  resultType: 'input_required'
  inputRequests?: InputRequests
  requestState?: string
  continuation: Continuation
}
