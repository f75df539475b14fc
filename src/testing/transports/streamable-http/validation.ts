/** What a request must look like before its content counts. */
import { BATCH_VERSION, handshakeVersions } from '../../config.ts'
import { type RpcMessage, readMessage } from '../../jsonrpc/message.ts'
import { refusal } from '../../http/responses.ts'
import type { ServerConfig } from '../../script/script.ts'

export interface PostBody {
  messages: RpcMessage[]
  isBatch: boolean
}

export function checkPost(request: Request): void {
  requireAccept(request, ['application/json', 'text/event-stream'])
  const type = mediaType(request.headers.get('content-type') ?? '')
  if (type !== 'application/json') throw refusal(415, -32000, `Content-Type must be application/json, not ${type}`)
}

export function checkGet(request: Request): void {
  requireAccept(request, ['text/event-stream'])
}

function requireAccept(request: Request, types: string[]): void {
  const accepted = (request.headers.get('accept') ?? '').split(',').map(mediaType)
  const covers = (type: string) => [type, `${type.split('/')[0]}/*`, '*/*'].some((range) => accepted.includes(range))
  if (!types.every(covers)) throw refusal(406, -32000, `Accept must list ${types.join(' and ')}`)
}

function mediaType(value: string): string {
  return value.split(';', 1)[0]!.trim().toLowerCase()
}

export function parsePost(text: string): PostBody {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw refusal(400, -32700, 'The body is not JSON')
  }
  const isBatch = Array.isArray(body)
  const messages = (isBatch ? (body as unknown[]) : [body]).map((item) => {
    const message = readMessage(item)
    if (!message) throw refusal(400, -32600, 'The body is not a JSON-RPC message')
    return message
  })
  if (messages.length === 0) throw refusal(400, -32600, 'The batch is empty')
  return { messages, isBatch }
}

/** Only 2025-03-26 has batches, and `initialize` is never part of one. */
export function checkBatch({ messages, isBatch }: PostBody, version: string): void {
  if (!isBatch) return
  if (version !== BATCH_VERSION) throw refusal(400, -32600, `${version} has no batches`)
  const isInitialize = (message: RpcMessage) => message.kind === 'request' && message.method === 'initialize'
  if (messages.some(isInitialize)) throw refusal(400, -32600, 'initialize cannot be part of a batch')
}

export function checkVersionOnOffer(request: Request, config: ServerConfig): void {
  const version = request.headers.get('mcp-protocol-version')
  if (version === null || handshakeVersions(config).includes(version)) return
  throw refusal(400, -32000, `Unsupported protocol version ${version}; supported: ${handshakeVersions(config)}`)
}

/** Revisions that know the header want the negotiated one on every request; without it, the session counts. */
export function checkVersionOfSession(request: Request, negotiated: string): void {
  const version = request.headers.get('mcp-protocol-version')
  if (version === null || version === negotiated) return
  throw refusal(400, -32000, `This session speaks ${negotiated}, not ${version}`)
}
