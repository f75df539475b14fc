/** Checks what every request must have: the JSON-RPC members, `_meta`, and the same revision in header and body. */
import {
  HEADER_MISMATCH,
  INVALID_PARAMS,
  INVALID_REQUEST,
  PARSE_ERROR,
  UNSUPPORTED_PROTOCOL_VERSION,
} from '../../jsonrpc/error-codes.ts'
import { ProtocolError } from '../../jsonrpc/protocol-error.ts'
import { isObject } from '../../util/is-object.ts'
import { CAPABILITIES_KEY, CLIENT_INFO_KEY, type Message, metaOf, VERSION_KEY } from './message.ts'

/** The message; throws a ProtocolError if it is not acceptable. `versions` are the stateless revisions on offer. */
export function readEnvelope(headers: Headers, body: unknown, versions: readonly string[]): Message {
  // What was not JSON is still a text.
  if (typeof body === 'string') throw new ProtocolError(PARSE_ERROR, 'The body is not JSON')
  checkMessage(body)
  if (body.id === undefined) return body
  const version = checkMeta(metaOf(body), versions)
  const header = headers.get('mcp-protocol-version')
  if (header !== version) {
    throw new ProtocolError(
      HEADER_MISMATCH,
      `MCP-Protocol-Version is ${header ?? 'missing'}, but _meta says ${version}`,
    )
  }
  if (!versions.includes(version)) {
    const data = { supported: versions, requested: version }
    throw new ProtocolError(UNSUPPORTED_PROTOCOL_VERSION, `Unsupported protocol version ${version}`, data)
  }
  return body
}

function checkMessage(body: unknown): asserts body is Message {
  const issue = messageIssue(body)
  if (issue) throw new ProtocolError(INVALID_REQUEST, `Not a JSON-RPC request or notification: ${issue}`)
}

function messageIssue(body: unknown): string | undefined {
  if (!isObject(body)) return 'it must be one object'
  if (body.jsonrpc !== '2.0') return 'jsonrpc must be "2.0"'
  if (typeof body.method !== 'string') return 'the method is missing'
  if (body.params !== undefined && !isObject(body.params)) return 'params must be an object'
  const { id } = body
  if (id !== undefined && typeof id !== 'string' && !Number.isInteger(id))
    return 'the id must be a string or an integer'
  return undefined
}

/** The revision; throws a ProtocolError if a required key is missing or has the wrong type. */
function checkMeta(meta: Record<string, unknown>, versions: readonly string[]): string {
  const { [VERSION_KEY]: version, [CAPABILITIES_KEY]: capabilities, [CLIENT_INFO_KEY]: info } = meta
  // The revisions are for clients of older ones: all that they can show is the answer to `initialize`.
  if (typeof version !== 'string') {
    throw new ProtocolError(INVALID_PARAMS, `_meta must have ${VERSION_KEY}, a string, such as ${versions.join(', ')}`)
  }
  if (!isObject(capabilities) || !Object.values(capabilities).every(isObject)) {
    throw new ProtocolError(INVALID_PARAMS, `_meta must have ${CAPABILITIES_KEY}, an object of objects`)
  }
  if (info !== undefined && !(isObject(info) && typeof info.name === 'string' && typeof info.version === 'string')) {
    throw new ProtocolError(INVALID_PARAMS, `${CLIENT_INFO_KEY} must have a name and a version`)
  }
  return version
}
