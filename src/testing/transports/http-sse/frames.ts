/** The bytes of an HTTP+SSE stream: response headers, frames and comments. */
import type { ServerConfig } from '../../config.ts'
import { dataLines, SSE_HEADERS } from '../../sse/encode.ts'

type Profile = Pick<ServerConfig['sse'], 'ibm' | 'retry'>

const encoder = new TextEncoder()

export function streamHeaders({ ibm }: Profile): Record<string, string> {
  const headers = { ...SSE_HEADERS, 'cache-control': 'no-cache' }
  return ibm ? { ...headers, 'x-mcp-sse': 'true' } : headers
}

/** One event. The ibm profile repeats `retry` in every frame; otherwise only the endpoint frame has it. */
export function encodeFrame(event: 'endpoint' | 'message' | 'keepalive', data: string, profile: Profile): Uint8Array {
  const lines = [`event: ${event}`, ...dataLines(data)]
  if (profile.ibm || event === 'endpoint') lines.push(`retry: ${profile.retry}`)
  return encodeLines(lines, profile)
}

/** A comment, which a parser does not dispatch. */
export function encodeComment(profile: Profile): Uint8Array {
  return encodeLines([':'], profile)
}

function encodeLines(lines: string[], { ibm }: Profile): Uint8Array {
  const lineEnd = ibm ? '\r\n' : '\n'
  return encoder.encode([...lines, '', ''].join(lineEnd))
}
