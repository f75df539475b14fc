/** Discriminants narrow errors, content blocks and events. */
import type { AnyMcpError, CallToolResult, ContentBlock, HttpError, RpcError, WireEvent } from 'mcp-over-fetch'
import { isMcpError, McpError } from 'mcp-over-fetch'
import type { GroupError } from 'mcp-over-fetch/group'
import type { AuthError } from 'mcp-over-fetch/oauth'
import type { RelayError } from 'mcp-over-fetch/relay'
import type { TaskError } from 'mcp-over-fetch/tasks'
import type { ToolError } from 'mcp-over-fetch/tools'
import type { TransportError } from 'mcp-over-fetch/transport'
import type { DriftError } from 'mcp-over-fetch/typegen'
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
    case 'authorization-required':
    case 'tool':
      assertType<Same<typeof error.code, 'authorization-required' | 'tool'>>()
      return 'tool' in error ? error.tool : `${error.issuer} ${error.url} ${error.reason}`
    default:
      // @ts-expect-error only the errors above have it
      error.status
      return `${error.delivery} ${error.retryable} ${error.cause}`
  }
}

/** An application adds an error of its own. */
class QuotaError extends McpError {
  override readonly code = 'quota'
  readonly left = 0
}

declare module 'mcp-over-fetch' {
  interface AddOnErrors {
    quota: QuotaError
  }
}

export function quotaOf(error: unknown): number {
  return isMcpError(error) && error.code === 'quota' ? error.left : 0
}

/** Every error of an entry is one that `isMcpError()` narrows to. */
export const addOnErrors = (
  errors: AuthError | GroupError | RelayError | TaskError | ToolError | TransportError | DriftError,
) => {
  const error: AnyMcpError = errors
  return error.code
}

export function react(error: unknown): string | undefined {
  if (!isMcpError(error)) return undefined
  return error.code === 'authorization-required' ? 'sign in' : error.message
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
