/** Checks of a request's headers and body, before its messages are handled. */
import type { ServerConfig } from '../../config.ts'
import { errorResponse } from '../../http/responses.ts'
import { BAD_REQUEST, INVALID_REQUEST, PARSE_ERROR } from '../../jsonrpc/error-codes.ts'
import { type RpcMessage, readMessage } from '../../jsonrpc/message.ts'
import { BATCH_VERSION, handshakeVersions } from '../../revisions.ts'

export interface PostBody {
  messages: RpcMessage[]
  isBatch: boolean
}

export function checkPost(request: Request): void {
  requireAccept(request, ['application/json', 'text/event-stream'])
  const type = mediaType(request.headers.get('content-type') ?? '')
  if (type !== 'application/json') {
    throw errorResponse(415, BAD_REQUEST, `Content-Type must be application/json, not ${type}`)
  }
}

export function checkGet(request: Request): void {
  requireAccept(request, ['text/event-stream'])
}

function requireAccept(request: Request, types: string[]): void {
  const accepted = (request.headers.get('accept') ?? '').split(',').map(mediaType)
  const isAccepted = (type: string) =>
    [type, `${type.split('/')[0]}/*`, '*/*'].some((range) => accepted.includes(range))
  if (!types.every(isAccepted)) throw errorResponse(406, BAD_REQUEST, `Accept must list ${types.join(' and ')}`)
}

function mediaType(value: string): string {
  return value.split(';', 1)[0]!.trim().toLowerCase()
}

export function parsePost(text: string): PostBody {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw errorResponse(400, PARSE_ERROR, 'The body is not JSON')
  }
  const isBatch = Array.isArray(body)
  const messages = (isBatch ? (body as unknown[]) : [body]).map((item) => {
    const message = readMessage(item)
    if (!message) throw errorResponse(400, INVALID_REQUEST, 'The body is not a JSON-RPC message')
    return message
  })
  if (messages.length === 0) throw errorResponse(400, INVALID_REQUEST, 'The batch is empty')
  return { messages, isBatch }
}

/** Only 2025-03-26 has batches, and `initialize` is never part of one. */
export function checkBatch({ messages, isBatch }: PostBody, version: string): void {
  if (!isBatch) return
  if (version !== BATCH_VERSION) throw errorResponse(400, INVALID_REQUEST, `${version} has no batches`)
  const isInitialize = (message: RpcMessage) => message.kind === 'request' && message.method === 'initialize'
  if (messages.some(isInitialize)) throw errorResponse(400, INVALID_REQUEST, 'initialize cannot be part of a batch')
}

export function checkVersionOnOffer(request: Request, { versions }: ServerConfig): void {
  const version = request.headers.get('mcp-protocol-version')
  const supported = handshakeVersions(versions)
  if (version === null || supported.includes(version)) return
  throw errorResponse(400, BAD_REQUEST, `Unsupported protocol version ${version}; supported: ${supported}`)
}

/** The header, where it is sent, must name the negotiated revision (2025-06-18, "Protocol Version Header"). */
export function checkVersionOfSession(request: Request, negotiated: string): void {
  const version = request.headers.get('mcp-protocol-version')
  if (version === null || version === negotiated) return
  throw errorResponse(400, BAD_REQUEST, `This session speaks ${negotiated}, not ${version}`)
}
