/** Checks what every request has to carry: the JSON-RPC frame, `_meta`, and the revision in both places. */
import { Fault } from '../../features/request-context.ts'
import { isObject } from '../../features/json-schema.ts'
import { CAPABILITIES_KEY, CLIENT_INFO_KEY, type Message, metaOf, VERSION_KEY } from './message.ts'

/** The message, or a Fault. `versions` are the stateless revisions on offer. */
export function readMessage(headers: Headers, body: unknown, versions: readonly string[]): Message {
  checkFrame(body)
  if (body.id === undefined) return body
  const version = checkMeta(metaOf(body))
  const named = headers.get('mcp-protocol-version')
  if (named !== version) {
    throw new Fault(-32020, `MCP-Protocol-Version is ${named ?? 'missing'}, but _meta says ${version}`)
  }
  if (!versions.includes(version)) {
    throw new Fault(-32022, `Unsupported protocol version ${version}`, { supported: versions, requested: version })
  }
  return body
}

function checkFrame(body: unknown): asserts body is Message {
  const wrong = frameIssue(body)
  if (wrong) throw new Fault(-32600, `Not a JSON-RPC request or notification: ${wrong}`)
}

function frameIssue(body: unknown): string | undefined {
  if (!isObject(body)) return 'it must be one object'
  if (body.jsonrpc !== '2.0') return 'jsonrpc must be "2.0"'
  if (typeof body.method !== 'string') return 'the method is missing'
  if (body.params !== undefined && !isObject(body.params)) return 'params must be an object'
  const { id } = body
  if (id !== undefined && typeof id !== 'string' && !Number.isInteger(id))
    return 'the id must be a string or an integer'
  return undefined
}

/** The revision; a Fault if a required key is missing or has the wrong shape. */
function checkMeta(meta: Record<string, unknown>): string {
  const { [VERSION_KEY]: version, [CAPABILITIES_KEY]: capabilities, [CLIENT_INFO_KEY]: info } = meta
  if (typeof version !== 'string') throw new Fault(-32602, `_meta must have ${VERSION_KEY}, a string`)
  if (!isObject(capabilities) || !Object.values(capabilities).every(isObject)) {
    throw new Fault(-32602, `_meta must have ${CAPABILITIES_KEY}, an object of objects`)
  }
  if (info !== undefined && !(isObject(info) && typeof info.name === 'string' && typeof info.version === 'string')) {
    throw new Fault(-32602, `${CLIENT_INFO_KEY} must have a name and a version`)
  }
  return version
}
