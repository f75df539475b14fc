/** What a check of an examination says: its verdict, what was seen, and what to do. */
import type { Exchange } from './http.ts'
import type { Section } from './sections.ts'

/**
 * `problem`: the server breaks what the specification demands (MUST), or clients in browsers fail. `warning`: it does
 * not do what the specification recommends (SHOULD), or clients cope with it at a price.
 */
export type Verdict = 'good' | 'problem' | 'warning' | 'not applicable' | 'could not tell'

export interface Outcome {
  verdict: Verdict
  /** One or two sentences: the request that was sent, and the response. */
  seen: string
  /** What to do, in one sentence; absent where there is nothing to do. */
  advice?: string
  /** Requests that prove it, beside those that the check itself sent. */
  cites?: readonly (Exchange | undefined)[]
}

export type Group =
  | 'Browsers'
  | 'Revisions'
  | 'Sessions'
  | 'Streams'
  | 'Errors'
  | 'Lists and tools'
  | '2026-07-28'
  | 'Authorization'
  | 'Server card'

export interface Finding {
  id: string
  title: string
  group: Group
  section: Section
  verdict: Verdict
  seen: string
  advice?: string
  /** The numbers of the requests that prove it. */
  requests: readonly number[]
  /** How long the check took, in milliseconds. */
  ms: number
}

type Cites = Outcome['cites']

const withCites = (cites: Cites) => (cites ? { cites } : {})

export function good(seen: string, cites?: Cites): Outcome {
  return { verdict: 'good', seen, ...withCites(cites) }
}

export function problem(seen: string, advice: string, cites?: Cites): Outcome {
  return { verdict: 'problem', seen, advice, ...withCites(cites) }
}

export function warning(seen: string, advice: string, cites?: Cites): Outcome {
  return { verdict: 'warning', seen, advice, ...withCites(cites) }
}

export function notApplicable(seen: string, cites?: Cites): Outcome {
  return { verdict: 'not applicable', seen, ...withCites(cites) }
}

export function couldNotTell(seen: string, advice?: string, cites?: Cites): Outcome {
  return { verdict: 'could not tell', seen, ...(advice !== undefined && { advice }), ...withCites(cites) }
}
