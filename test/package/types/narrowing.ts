/** Discriminants narrow errors, content blocks and events. */
import type { AnyMcpError, CallToolResult, ContentBlock, HttpError, RpcError, WireEvent } from 'mcp-over-fetch'
import { assertType, type Same } from './assert-type.ts'

export function explain(error: AnyMcpError): string {
  switch (error.code) {
    case 'rpc':
      assertType<Same<typeof error, RpcError>>()
      return `${error.rpcCode.toFixed()} ${error.rpcMessage}`
    case 'http':
      assertType<Same<typeof error, HttpError>>()
      return `${error.status.toFixed()} ${error.bodyPreview} ${(error.retryAfterMs ?? 0).toFixed()}`
    case 'connect':
      return error.attempts.map((attempt) => attempt.transport).join()
    case 'timeout':
      return error.limit
    case 'version':
      return error.supported.join()
    // @ts-expect-error no error has this code
    case 'no-such-code':
      return ''
    default:
      // @ts-expect-error only the errors above have it
      error.status
      return `${error.delivery} ${error.retryable} ${error.cause}`
  }
}

export function describe({ content, isError }: CallToolResult): string {
  assertType<Same<typeof isError, boolean | undefined>>()
  return content.map(describeBlock).join()
}

function describeBlock(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text.trim()
    case 'image':
    case 'audio':
      return `${block.mimeType} ${block.data.length}`
    case 'resource_link':
      assertType<Same<typeof block.name, string>>()
      return block.uri
    case 'resource':
      return 'text' in block.resource ? block.resource.text : block.resource.blob
  }
}

export function follow(event: WireEvent): string {
  switch (event.type) {
    case 'request':
      return event.url
    case 'response':
      return event.status.toFixed()
    default:
      return event.type
  }
}
