/** The client capabilities that are declared to servers: each handler declares its own. */
import type { ClientCapabilities } from '../../types/lifecycle.ts'
import type { CallOptions } from '../call-options.ts'
import type { ElicitHandler, Handlers } from '../handlers.ts'
import type { Settings } from '../resolve-options.ts'
import { revisionOf } from '../revisions.ts'

export function declareCapabilities(
  { handlers, extensions, capabilities }: Pick<Settings, 'handlers' | 'extensions' | 'capabilities'>,
  version: string,
  { inputRequired }: CallOptions = {},
): ClientCapabilities {
  // With `inputRequired: 'return'` the caller answers, so every capability is declared.
  const all = inputRequired === 'return'
  const { form, url } = all ? { form: true, url: true } : elicitHandlersByMode(handlers)
  const { sample, roots } = handlers
  const { tools, context } = typeof sample === 'object' ? sample : {}
  const modes = { ...(form && { form: { applyDefaults: true } }), ...(url && { url: {} }) }
  const { elicitationModes, clientNotifications } = revisionOf(version)
  const elicitation = elicitationModes ? (form || url) && modes : form && {}
  return {
    ...capabilities,
    ...(elicitation && { elicitation }),
    ...((all || sample) && { sampling: { ...(tools && { tools: {} }), ...(context && { context: {} }) } }),
    ...((all || roots) && { roots: clientNotifications ? { listChanged: true } : {} }),
    ...(Object.keys(extensions).length && { extensions: extensions as Record<string, object> }),
  }
}

/** The handlers of the two modes of elicitation; a single function handles both. */
export function elicitHandlersByMode({ elicit }: Handlers): Exclude<Handlers['elicit'], ElicitHandler | undefined> {
  return typeof elicit === 'function' ? { form: elicit, url: elicit } : (elicit ?? {})
}
