/** Tells requests of the stateless era from those of the handshake era, which share one endpoint. */
import { isObject } from '../../features/json-schema.ts'
import { metaOf, VERSION_KEY } from './message.ts'

/** Methods that no handshake revision has. */
const OWN = new Set<unknown>(['server/discover', 'subscriptions/listen'])

/** `versions` are the stateless revisions on offer. `Mcp-Method` is no evidence: nobody forbids a legacy client to send it. */
export function isModern(request: Request, body: unknown, versions: readonly string[] = ['2026-07-28']): boolean {
  if (!isObject(body)) return false
  const named = request.headers.get('mcp-protocol-version')
  return VERSION_KEY in metaOf(body) || OWN.has(body.method) || (named !== null && versions.includes(named))
}
