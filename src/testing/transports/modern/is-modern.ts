/** Tells requests of the stateless era from those of the handshake era, which share one endpoint. */
import { STATELESS_VERSION } from '../../revisions.ts'
import { isObject } from '../../util/is-object.ts'
import { metaOf, VERSION_KEY } from './message.ts'

/** Methods that no handshake revision has. */
const MODERN_METHODS = new Set<unknown>(['server/discover', 'subscriptions/listen'])

/** `versions` are the stateless revisions on offer. `Mcp-Method` proves nothing: a legacy client may send it too. */
export function isModern(request: Request, body: unknown, versions: readonly string[] = [STATELESS_VERSION]): boolean {
  if (!isObject(body)) return false
  const header = request.headers.get('mcp-protocol-version')
  return (
    VERSION_KEY in metaOf(body) || MODERN_METHODS.has(body.method) || (header !== null && versions.includes(header))
  )
}
