/** What this client can do for a server: a handler declares its capability. */
import type { Handlers } from '../options.ts'
import type { Answerers } from '../rpc/answer.ts'
import type { ClientCapabilities } from '../types/lifecycle.ts'

export function declareCapabilities({ elicit, sample, roots }: Handlers): ClientCapabilities {
  return {
    ...(elicit && { elicitation: { form: {}, url: {} } }),
    ...(sample && { sampling: {} }),
    ...(roots && { roots: {} }),
  }
}

export function createAnswerers({ elicit, sample, roots }: Handlers): Answerers {
  return {
    ping: () => ({}),
    'elicitation/create': elicit && ((params, signal) => elicit(params as never, { signal })),
    'sampling/createMessage': sample && ((params, signal) => sample(params as never, { signal })),
    'roots/list': roots && (async (_, signal) => ({ roots: await roots({ signal }) })),
  }
}
