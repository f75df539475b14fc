/** What the tests need of an SDK: a scripted model that makes calls, and what the SDK then sends to it. */
import type { ModelTools } from '../../../src/tools/index.ts'

export interface Call {
  name: string
  args: object
}

/** What the model got back for one call. */
export interface Seen {
  /** All texts, in order. */
  text: string
  /** The types of pictures and files, in order. */
  media: string[]
  /** Undefined if the API has no place for it. */
  isError?: boolean | undefined
}

export interface Turn {
  /** The tools as the API got them. */
  offered: { name: string; description: string; schema: Record<string, unknown> }[]
  seen: Seen[]
}

export interface Driver {
  name: string
  /** Offers the tools to a model that makes these calls in its first answer, and ends in its second. */
  run(tools: ModelTools, calls: readonly Call[], signal?: AbortSignal): Promise<Turn>
}

/** A fetch that plays an API: it answers with these bodies in turn, and keeps what it was sent. */
export function createScriptedApi(...answers: object[]) {
  const sent: Record<string, unknown>[] = []
  return {
    sent,
    fetch: async (_input: unknown, init?: { body?: unknown }): Promise<Response> => {
      sent.push(JSON.parse(String(init?.body)) as Record<string, unknown>)
      return Response.json(answers[sent.length - 1] ?? { error: { message: 'The script has ended' } })
    },
  }
}

/** The type of a data URL. */
export const typeOf = (url: string): string => /^data:([^;]*);base64,./.exec(url)?.[1] ?? `no data: ${url}`
